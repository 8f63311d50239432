/** A value below the highest that the strategy had. */
import { Percent } from '../values.ts'
import type { Limit, LimitWords } from './limit.ts'

export const maxDrawdown = {
  schema: Percent,
  label: 'Max drawdown',
  does: 'ends',
  exit: 'drawdown',
} as const satisfies Limit

export const maxDrawdownWords: LimitWords<typeof maxDrawdown> = {
  sentence: (percent) => `a max drawdown of ${percent}%`,
  explanation: (percent) => `it is worth ${percent}% less than at its peak`,
  ofBuys: 'a drawdown',
}
