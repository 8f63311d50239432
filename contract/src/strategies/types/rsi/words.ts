/** How plans of this type are explained. */
import { TIMEFRAME_SECONDS, timeframeLabels, timeframeWords } from '../timeframe.ts'
import { type Rows, endless, onePosition, orderWords, SIGNAL_DANGER, type TypeWords } from '../type-words.ts'
import type { RsiPlan } from './plan.ts'

export const rsiWords: TypeWords<RsiPlan> = {
  orders: (plan, figures) => [
    `When a candle closes, every ${figures.say.time(TIMEFRAME_SECONDS[plan.timeframe])}, it checks the RSI, a figure from 0 to 100 that is low after falls and high after rises, here over the last ${plan.length} candles. When the RSI falls through ${plan.buy_below}, it spends ${orderWords(figures)} at the current price (${figures.rate}); when it rises through ${plan.sell_above}, it sells everything it bought.`,
    onePosition(figures),
  ],
  end: endless,
  danger: () => SIGNAL_DANGER,
  condition: (plan, side) =>
    side === 'buy'
      ? `when the RSI falls through ${plan.buy_below}`
      : `when the RSI rises through ${plan.sell_above}`,
}

/** Names of its fields in the console, and of values from a fixed set. */
export const rsiRows: Rows = {
  labels: {
    ...timeframeLabels,
    length: 'RSI length',
    buy_below: 'Buys below',
    sell_above: 'Sells above',
  },
  values: timeframeWords,
}
