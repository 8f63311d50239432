import { type ForModel, need, needAmount } from '../for-model.ts'
import { readInterval, sliceEach } from './defaults.ts'
import { missing } from './missing.ts'

export const model: ForModel = {
  tells: 'twap is a total divided over a time ("spread 10 SOL over 4 hours").',
  sided: true,
  needs: [
    needAmount('total_amount', {
      buys: (quote, name) => `${quote} should I spend on ${name} in total`,
      sells: (name) => `${name} should I sell in total`,
    }),
    need(['total_duration_seconds'], missing.duration()),
  ],
  defaults: [
    {
      field: 'order_interval_seconds',
      value: ({ total_duration_seconds: seconds }) => readInterval(Number(seconds), undefined, 0).seconds,
      says: (seconds) => sliceEach(Number(seconds)),
    },
  ],
}
