import { fallback, type ForModel, needAmount } from '../for-model.ts'
import { defaults } from './defaults.ts'

const unsaid = { length: true, buy: true, sell: true }
const [length] = defaults.said({ ...unsaid, length: false })
const [buy] = defaults.said({ ...unsaid, buy: false })
const [sell] = defaults.said({ ...unsaid, sell: false })

export const model: ForModel = {
  tells: 'rsi trades on the relative strength index.',
  sided: false,
  needs: [needAmount('amount_per_trade', { buys: (quote) => `${quote} should each trade use` })],
  defaults: [
    fallback('timeframe', '1h', 'The RSI is taken of candles of 1 hour.'),
    fallback('length', defaults.length, length),
    fallback('buy_below', defaults.buyBelow, buy),
    fallback('sell_above', defaults.sellAbove, sell),
  ],
}
