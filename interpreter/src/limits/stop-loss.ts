/** A stop loss is read with the exits of a position; these are the parts for a model and a question. */
import type { LimitReading } from './limit.ts'

export const stopLoss: LimitReading = {
  field: 'stop_loss_percent',
  name: 'stop loss',
  named: {
    name: 'stop loss',
    words: /(?<!trailing[\s-])\bstop[\s-]*loss|\bsl\b(?=\s*(?:of|at|:)?\s*\d)/gi,
    fields: ['stop_loss_percent', 'risk.stop_loss_percent', 'trailing_stop_percent'],
  },
}
