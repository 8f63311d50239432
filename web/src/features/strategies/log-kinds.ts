import type { TerminalLog } from '@purser/contract/agents/agents.ts'
import type { LineKind } from '@purser/contract/strategies/lines.ts'

/** Kinds of lines after which fills, positions or balances may differ; 'engine' lines are older than kinds. */
const CHANGES: ReadonlySet<LineKind> = new Set([
  'engine',
  'bought',
  'sold',
  'skipped',
  'held-back',
  'any-price',
  'unsold',
  'error',
  'failed',
  'corrected',
])

/** Tells whether the record of a strategy, or a balance, may have changed with this line. */
export const changesRecord = (line: Pick<TerminalLog, 'kind'>): boolean => CHANGES.has(line.kind)
