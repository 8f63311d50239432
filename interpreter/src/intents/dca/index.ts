/** An order each interval. */
import type { DcaPlan } from '@purser/contract/strategies/plan.ts'
import type { Bag } from '../../clauses/bag.ts'
import { rule } from '../../clauses/roles.ts'
import { readPace } from '../../clauses/pace.ts'
import { readAmount } from '../../clauses/amount-of.ts'
import { readTrade } from '../../clauses/trade.ts'
import { getName } from '../../text/names.ts'
import { buildDraft, planAmount } from '../envelope.ts'
import type { Intent } from '../intent.ts'
import { isAsked } from '../outcome.ts'
import { lasting, price, trade as traded } from '../sentence-parts.ts'
import { period } from '../sentence-amounts.ts'
import { outside, formatAmount, totalOrEach } from '../questions.ts'
import { readBounds } from './bounds.ts'
import { missing } from './missing.ts'
import { model, RUNS_ON } from './model.ts'

const TYPES = ['dca']
/** 'Twelve clips' of an amount that is for each. */
const countOf = (slices: { n?: string } | undefined) =>
  slices?.n === undefined ? undefined : { n: slices.n }

/** 'Keep buying 10 dollars of JUP': it does not mean once. */
const goesOn = ({ text }: Bag): boolean => GOES_ON.test(text.source)
const GOES_ON = /\b(?:keep|continue|carry|go)(?: on)? (?:buying|selling|purchasing|accumulating)\b/i

export const dca: Intent = {
  type: 'dca',
  name: 'DCA',
  vocabulary: {
    words: {},
    rules: [
      // 'Repeat a 0.05 SOL buy': the pace is asked for if it is missing.
      rule(
        'announces',
        '(repeat / repeating / keep repeating / keep making / keep doing / keep placing) (a / an / this / my / the)',
        () => ({ type: 'dca' }),
        2,
      ),
    ],
  },
  claim(bag) {
    if (bag.has('rate')) return 60
    return bag.says('dca', 'dca_out') || bag.announces(...TYPES) || goesOn(bag) ? 55 : 0
  },
  read(bag, settings) {
    const pace = readPace(bag)
    const trade = readTrade(bag, settings)
    if (isAsked(trade)) return trade
    if (pace === 'unclear' && trade.amount) return totalOrEach(formatAmount(trade.amount.value))
    const what = `${trade.side === 'sell' ? getName(trade.base) : trade.quote} should each order ${trade.side === 'sell' ? 'sell' : 'spend'}`
    const amount = readAmount(trade, what, settings)
    if (isAsked(amount)) return amount
    if (trade.amount) bag.mark(trade.amount, 'amount_per_order')
    bag.take('each', 'amount_per_order')
    bag.take('divided', 'strategy_type')
    bag.take('unmoved', 'strategy_type')
    bag.takeAnnouncements(...TYPES)
    const rate = bag.take('rate', 'interval_seconds')
    if (!rate) return missing.interval()
    if (rate.seconds < 1 || !Number.isInteger(rate.seconds)) return outside()
    const count = bag.take('count', 'order_count') ?? countOf(bag.take('slices', 'order_count'))
    if (count && !(Number(count.n) >= 1)) return missing.count()
    bag.take('total', 'order_count')
    const bounds = readBounds(bag, trade)
    if (isAsked(bounds)) return bounds
    return buildDraft(bag, trade, {
      fields: {
        strategy_type: 'dca',
        trade_direction: trade.side,
        amount_per_order: planAmount(amount),
        interval_seconds: rate.seconds,
        ...(count ? { order_count: Number(count.n) } : {}),
        ...bounds.fields,
      },
      relative: bounds.relative,
      assumptions: count || bag.has('duration', 'endless') ? [] : [RUNS_ON],
      runs: true,
    })
  },
  model,
  sentence(plan: DcaPlan, name, waits) {
    const bounds = [
      plan.min_price_usd === undefined ? '' : `above ${price(plan.min_price_usd, 'min_price_usd', waits)}`,
      plan.max_price_usd === undefined ? '' : `below ${price(plan.max_price_usd, 'max_price_usd', waits)}`,
    ].filter((one) => one !== '')
    return [
      `${traded(plan, plan.amount_per_order, name)} every ${period(plan.interval_seconds)}`,
      plan.order_count === undefined
        ? ''
        : `, ${plan.order_count} ${plan.order_count === 1 ? 'time' : 'times'}`,
      lasting(plan),
      plan.order_count === undefined && plan.duration_days === undefined
        ? ' until stopped or out of funds'
        : '',
      bounds.length > 0 ? `, only while the price is ${bounds.join(' and ')}` : '',
    ].join('')
  },
}
