import { fallback, type ForModel } from '../for-model.ts'
import { defaults } from './defaults.ts'

const [threshold] = defaults.said({ threshold: false, interval: true })
const [interval] = defaults.said({ threshold: true, interval: false })

export const model: ForModel = {
  tells: 'rebalance keeps the token at target_percent.',
  sided: false,
  needs: [
    {
      oneOf: ['target_percent'],
      code: 'percent',
      question: (_, name) => `How much of the total should ${name} be, in percent?`,
    },
  ],
  defaults: [
    fallback('threshold_percent', defaults.threshold, threshold),
    fallback('interval_seconds', defaults.interval, interval),
  ],
}
