import { type ForModel, need, needAmount } from '../for-model.ts'
import { missing } from './missing.ts'

export const WAITS = 'The order waits until it is filled or stopped.'

export const model: ForModel = {
  tells: 'limit is one order at a price.',
  sided: true,
  needs: [
    needAmount('amount', {
      buys: (quote, name) => `${quote} should I spend on ${name}`,
      sells: (name) => `${name} should I sell`,
    }),
    need(['limit_price_usd'], missing.price()),
  ],
  defaults: [],
  notes: ({ expires_in_seconds: expires }) => (expires === undefined ? [WAITS] : []),
}
