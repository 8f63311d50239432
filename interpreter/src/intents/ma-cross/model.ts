import { fallback, type ForModel, needAmount, needBoth } from '../for-model.ts'
import { missing } from './missing.ts'

export const SIMPLE = 'Simple moving averages.'

export const model: ForModel = {
  tells: 'ma_cross trades where a fast moving average crosses a slow one.',
  sided: false,
  needs: [
    ...needBoth(['fast_length', 'slow_length'], missing.lengths()),
    needAmount('amount_per_trade', { buys: (quote) => `${quote} should each trade use` }),
  ],
  defaults: [
    fallback('timeframe', '1h', 'The averages are taken of candles of 1 hour.'),
    fallback('kind', 'sma', SIMPLE),
  ],
}
