import { type ForModel, need, needAmount } from '../for-model.ts'
import { missing } from './missing.ts'

export const AT_ONCE = 'Bought at once, at the market price.'

export const model: ForModel = {
  tells:
    'bracket is a buy with a stop loss, take profit, trailing stop or time limit, or (trade_direction sell) guards what is held, then amount may be null.',
  sided: true,
  needs: [
    needAmount('amount', {
      buys: (quote, name) => `${quote} should I spend on ${name}`,
      sells: (name) => `${name} should I sell`,
    }),
    need(
      ['stop_loss_percent', 'take_profit_percent', 'trailing_stop_percent', 'time_limit_seconds'],
      missing.barrier(),
    ),
  ],
  defaults: [],
  notes: ({ trade_direction: side, entry_price_usd: entry }) =>
    side === 'buy' && entry === undefined ? [AT_ONCE] : [],
}
