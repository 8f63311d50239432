/** A take profit is read with the exits of a position; these are the parts for a model and a question. */
import type { LimitReading } from './limit.ts'

export const takeProfit: LimitReading = {
  field: 'take_profit_percent',
  name: 'take profit',
  named: {
    name: 'take profit',
    words: /\btake[\s-]*profits?|\btp\b(?=\s*(?:of|at|:)?\s*\d)/gi,
    fields: ['take_profit_percent', 'risk.take_profit_percent', 'limit_price_usd'],
  },
}
