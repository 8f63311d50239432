/** A total in equal slices over a time. */
import type { TwapPlan } from '@purser/contract/strategies/plan.ts'
import type { Bag } from '../../clauses/bag.ts'
import { isTimesOver, readPace } from '../../clauses/pace.ts'
import { readWords } from '../../text/word-table.ts'
import { rule } from '../../clauses/roles.ts'
import { readAmount } from '../../clauses/amount-of.ts'
import { readTrade } from '../../clauses/trade.ts'
import { getName } from '../../text/names.ts'
import { buildDraft, planAmount } from '../envelope.ts'
import type { Intent } from '../intent.ts'
import { isAsked } from '../outcome.ts'
import { buyOrSell, formatAmount, totalOrEach } from '../questions.ts'
import { length, period } from '../sentence-amounts.ts'
import { lasting, trade as traded } from '../sentence-parts.ts'
import { readInterval } from './defaults.ts'
import { missing } from './missing.ts'
import { model } from './model.ts'

/** 'When it falls to $1, within the next 2 days': one order that waits, unless it has to be split. */
const waits = (bag: Bag): boolean =>
  bag.all('price').some(({ value }) => value.condition === true) &&
  !bag.has('slices', 'divided', 'rate', 'total')

export const twap: Intent = {
  type: 'twap',
  name: 'TWAP',
  vocabulary: {
    words: readWords(new URL('./words.txt', import.meta.url)),
    rules: [
      rule(
        'announces',
        '(a|an)? TWAP (order / strategy / it / this / trade / execution)?',
        () => ({ type: 'twap' }),
        2,
      ),
      rule('announces', 'TWAP_OUT', () => ({ type: 'twap' }), 3),
    ],
  },
  claim: (bag) =>
    bag.announces('twap') ? 80 : (readPace(bag) === 'divided' || isTimesOver(bag)) && !waits(bag) ? 70 : 0,
  read(bag, settings) {
    const pace = readPace(bag)
    const out = bag.roles.some((role) => role.kind === 'announces' && / out\b/.test(role.said.toLowerCase()))
    const trade = readTrade(bag, settings, out ? { side: 'sell' } : {})
    if (isAsked(trade)) return trade
    if (isOpen(bag) && !out) return buyOrSell()
    if (pace === 'unclear' && trade.amount) return totalOrEach(formatAmount(trade.amount.value))
    if (pace === 'each' && trade.amount) return totalOrEach(formatAmount(trade.amount.value))
    const whole = bag.says('exit') && !trade.amount
    const what = `${trade.side === 'sell' ? getName(trade.base) : trade.quote} should be ${trade.side === 'sell' ? 'sold' : 'spent'} in all`
    const amount = whole ? { value: '100', unit: 'percent' as const } : readAmount(trade, what, settings)
    if (isAsked(amount)) return amount
    if (trade.amount) bag.mark(trade.amount, 'total_amount')
    bag.take('unmoved', 'strategy_type')
    bag.takeAnnouncements('twap')
    bag.take('total', 'total_amount')
    for (const role of bag.all('divided')) bag.mark(role, 'strategy_type')
    twoTimes(bag)
    const rate = bag.take('rate', 'order_interval_seconds')
    const n = Number(
      bag.take('slices', 'order_interval_seconds')?.n ?? bag.take('count', 'order_interval_seconds')?.n ?? 0,
    )
    const lasts = bag.take('duration', 'total_duration_seconds')
    const seconds = lasts?.seconds ?? (rate && n > 0 ? rate.seconds * n : undefined)
    if (seconds === undefined) return missing.duration()
    const interval = readInterval(seconds, rate?.seconds, n)
    if (interval.seconds < 1 || !Number.isInteger(seconds)) return missing.interval()
    if (interval.seconds > seconds) return missing.longer()
    // The orders placed are those that fit into the time: an explicit number must be the same, or it would be lost.
    if (n > 0 && Math.floor(seconds / interval.seconds) !== n) return missing.disagree()
    return buildDraft(bag, trade, {
      fields: {
        strategy_type: 'twap',
        trade_direction: trade.side,
        total_amount: planAmount(amount),
        total_duration_seconds: seconds,
        order_interval_seconds: interval.seconds,
      },
      unsaid: interval.assumptions.length > 0 ? ['order_interval_seconds'] : [],
      assumptions: [...(whole ? ['All of it.'] : []), ...interval.assumptions],
    })
  },
  model,
  sentence: (plan: TwapPlan, name) =>
    `${traded(plan, plan.total_amount, name, ' in total')}, in equal slices over ${length(plan.total_duration_seconds)}, one every ${period(plan.order_interval_seconds)}${lasting(plan)}`,
}

/** 'TWAP 6 SOL of BONK' may buy or sell. */
const isOpen = (bag: Bag): boolean =>
  !bag.roles.some(({ kind }) => kind === 'verb') &&
  bag.announces('twap') &&
  /\d\s*sol\s+of\s+(?!my\b)/i.test(bag.text.source)

/** 'TWAP 500 USDC into WIF, 5h, 5m': of two bare times the shorter is the pace. */
function twoTimes(bag: Bag): void {
  const [one, two, ...more] = bag.all('duration').filter(({ value }) => value.style === 'bare')
  if (!one || !two || more.length > 0 || bag.has('rate') || one.value.seconds === two.value.seconds) return
  const pace = one.value.seconds < two.value.seconds ? one : two
  Object.assign(pace, { kind: 'rate', value: { seconds: pace.value.seconds } })
}
