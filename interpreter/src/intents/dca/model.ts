import { type ForModel, need, needAmount } from '../for-model.ts'
import { missing } from './missing.ts'

export const RUNS_ON = 'Runs until stopped or out of funds.'

export const model: ForModel = {
  tells:
    'dca is an amount per order at an interval (order_count for "10 times", duration_days for "for 3 days").',
  sided: true,
  needs: [
    needAmount('amount_per_order', {
      buys: (quote, name) => `${quote} should each order spend on ${name}`,
      sells: (name) => `${name} should each order sell`,
    }),
    need(['interval_seconds'], missing.interval()),
  ],
  defaults: [],
  notes: ({ order_count: count, duration_days: days }) =>
    count === undefined && days === undefined ? [RUNS_ON] : [],
}
