/** How plans of this type are explained. */
import { TIMEFRAME_SECONDS, timeframeLabels, timeframeWords } from '../timeframe.ts'
import { type Rows, endless, onePosition, orderWords, SIGNAL_DANGER, type TypeWords } from '../type-words.ts'
import type { MaCrossPlan } from './plan.ts'

export const maCrossWords: TypeWords<MaCrossPlan> = {
  orders(plan, figures) {
    const { say, rate } = figures
    const length = TIMEFRAME_SECONDS[plan.timeframe]
    return [
      `When a candle closes, every ${say.time(length)}, it compares two average prices, one over the last ${say.time(plan.fast_length * length)} and one over the last ${say.time(plan.slow_length * length)}${plan.kind === 'ema' ? '; newer prices weigh more' : ''}. When the shorter average rises above the longer one, it spends ${orderWords(figures)} at the current price (${rate}); when it falls below, it sells everything it bought.`,
      onePosition(figures),
    ]
  },
  end: endless,
  danger: () => SIGNAL_DANGER,
  condition: (_, side) =>
    `when the fast average crosses the slow one ${side === 'buy' ? 'upward' : 'downward'}`,
}

/** Names of its fields in the console, and of values from a fixed set. */
export const maCrossRows: Rows = {
  labels: {
    ...timeframeLabels,
    kind: 'Average',
    fast_length: 'Fast average',
    slow_length: 'Slow average',
  },
  values: { ...timeframeWords, sma: 'simple', ema: 'exponential' },
}
