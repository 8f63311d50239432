/** Trades on crosses of the relative strength index. */
import type { RsiPlan, Timeframe } from '@purser/contract/strategies/plan.ts'
import type { Bag } from '../../clauses/bag.ts'
import { readAmount } from '../../clauses/amount-of.ts'
import { readTrade } from '../../clauses/trade.ts'
import { readWords } from '../../text/word-table.ts'
import { buildDraft, planAmount } from '../envelope.ts'
import type { Intent } from '../intent.ts'
import { isAsked } from '../outcome.ts'
import { amountWords } from '../sentence-amounts.ts'
import { lasting } from '../sentence-parts.ts'
import { readTimeframe } from '../timeframe.ts'
import { timeframeRules } from '../timeframe-rules.ts'
import { defaults } from './defaults.ts'
import { readLevels } from './levels.ts'
import { missing } from './missing.ts'
import { rsiRules } from './rules.ts'
import { model } from './model.ts'

export const rsi: Intent = {
  type: 'rsi',
  name: 'RSI',
  vocabulary: {
    words: readWords(new URL('./words.txt', import.meta.url)),
    rules: [...rsiRules, ...timeframeRules],
    charts: true,
    where: 'RSI / OVERSOLD / OVERBOUGHT',
  },
  claim: (bag) => (bag.inPlay('rsi') && !isRemarked(bag) ? 100 : 0),
  read(bag, settings) {
    const trade = readTrade(bag, settings, { both: true })
    if (isAsked(trade)) return trade
    bag.takeAnnouncements('rsi')
    const length = (bag.take('rsi_length', 'length') ?? bag.take('length', 'length')) as
      | { n: string }
      | undefined
    const levels = readLevels(bag)
    if (isAsked(levels)) return levels
    const frame = readTimeframe(bag)
    if (isAsked(frame)) return frame
    const amount = readAmount(trade, `${trade.quote} should each trade spend`, settings)
    if (isAsked(amount)) return amount
    if (trade.amount) bag.mark(trade.amount, 'amount_per_trade')
    bag.take('each', 'amount_per_trade')
    if (frame === undefined) return missing.timeframe()
    const buyBelow = levels.buy ?? defaults.buyBelow
    const sellAbove = levels.sell ?? defaults.sellAbove
    if (buyBelow >= sellAbove) return missing.levels()
    return buildDraft(bag, trade, {
      fields: {
        strategy_type: 'rsi',
        trade_direction: 'both',
        timeframe: frame satisfies Timeframe,
        length: length ? Number(length.n) : defaults.length,
        buy_below: buyBelow,
        sell_above: sellAbove,
        amount_per_trade: planAmount(amount),
      },
      assumptions: defaults.said({
        length: length !== undefined,
        buy: levels.buy !== undefined,
        sell: levels.sell !== undefined,
      }),
      runs: true,
    })
  },
  model,
  sentence: (plan: RsiPlan, name) =>
    `Trade ${name} against ${plan.quote} on RSI(${plan.length}) of ${plan.timeframe} candles: buy below ${plan.buy_below} and sell above ${plan.sell_above}, with ${amountWords(plan.amount_per_trade, plan.quote, name)} per trade${lasting(plan)}`,
}

/** 'I heard about the RSI, buy 0.1 SOL every hour': a type named in a remark is no plan if there is another one. */
function isRemarked(bag: Bag): boolean {
  const remarks = bag.roles.filter(({ kind }) => kind === 'aside')
  const isSaid = bag.text.words.some(
    ({ text }, at) => NAMES.test(text) && !remarks.some(({ from, to }) => from <= at && at < to),
  )
  return !isSaid && !bag.has('timeframe') && bag.has('verb') && bag.has('amount')
}
const NAMES = /^(?:rsi|r$|ob$|os$|over(?:sold|bought)?$|relative|strength)/
