/** Buys where a fast average crosses a slow one upward, sells where it crosses back. */
import type { MaCrossPlan } from '@purser/contract/strategies/plan.ts'
import { readAmount } from '../../clauses/amount-of.ts'
import { readTrade } from '../../clauses/trade.ts'
import { readWords } from '../../text/word-table.ts'
import { buildDraft, planAmount } from '../envelope.ts'
import type { Intent } from '../intent.ts'
import { isAsked } from '../outcome.ts'
import { missing as rsiMissing } from '../rsi/missing.ts'
import { amountWords } from '../sentence-amounts.ts'
import { lasting } from '../sentence-parts.ts'
import { readTimeframe } from '../timeframe.ts'
import { timeframeRules } from '../timeframe-rules.ts'
import { readLengths } from './lengths.ts'
import { missing } from './missing.ts'
import { crossRules } from './rules.ts'
import { model, SIMPLE } from './model.ts'

export const maCross: Intent = {
  type: 'ma_cross',
  name: 'moving average',
  vocabulary: {
    words: readWords(new URL('./words.txt', import.meta.url)),
    rules: [...crossRules, ...timeframeRules],
    charts: true,
    where:
      'EMA / SMA / GOLDEN / MA_WORD / ma CROSS / #fig SLASH #fig CROSS / #int (line / lines) (up / upward / upwards / down / through)* CROSS',
  },
  claim: (bag) =>
    bag.inPlay('ma_cross') && (bag.announces('ma_cross') || bag.has('averages', 'fast', 'slow')) ? 100 : 0,
  read(bag, settings) {
    const trade = readTrade(bag, settings, { both: true })
    if (isAsked(trade)) return trade
    const golden = bag.all('announces').some(({ said, value }) => 'golden' in value || /golden/i.test(said))
    bag.takeAnnouncements('ma_cross')
    const averages = readLengths(bag)
    if (isAsked(averages)) return averages
    const frame = readTimeframe(bag)
    if (isAsked(frame)) return frame
    const amount = readAmount(trade, `${trade.quote} should each trade spend`, settings)
    if (isAsked(amount)) return amount
    if (trade.amount) bag.mark(trade.amount, 'amount_per_trade')
    bag.take('each', 'amount_per_trade')
    const lengths = averages.lengths ?? (golden ? GOLDEN : undefined)
    if (!lengths) return missing.lengths()
    const candles = frame ?? (averages.days ? '1d' : averages.hours ? '1h' : undefined)
    if (candles === undefined) return rsiMissing.timeframe()
    const [fast, slow] = lengths
    if (fast >= slow) return missing.order()
    return buildDraft(bag, trade, {
      fields: {
        strategy_type: 'ma_cross',
        trade_direction: 'both',
        timeframe: candles,
        kind: averages.kind ?? 'sma',
        fast_length: fast,
        slow_length: slow,
        amount_per_trade: planAmount(amount),
      },
      assumptions: [
        ...(averages.kind ? [] : [SIMPLE]),
        ...(averages.lengths ? [] : ['Averages of 50 and 200 candles.']),
      ],
      runs: true,
    })
  },
  model,
  sentence: (plan: MaCrossPlan, name) =>
    `Trade ${name} against ${plan.quote} on the ${plan.kind.toUpperCase()} ${plan.fast_length}/${plan.slow_length} crossover of ${plan.timeframe} candles, with ${amountWords(plan.amount_per_trade, plan.quote, name)} per trade${lasting(plan)}`,
}
/** The lengths of a golden cross. */
const GOLDEN: [number, number] = [50, 200]
