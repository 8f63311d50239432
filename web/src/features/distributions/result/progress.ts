/** Texts and figures of the progress panel. */
import { tokenTexts } from '@purser/contract/distributions/distribution-texts.ts'
import { liveTexts } from '@purser/contract/live-texts.ts'
import { PROGRESS_BATCH } from '@purser/contract/limits.ts'
import type { TransferStatus } from '@purser/contract/transfers/transfers.ts'
import { movesTokens } from '../kinds.ts'
import type { RunState } from '../run/run-state.ts'

export type StepStatus = 'pending' | 'loading' | 'completed' | 'error'
export type Step = {
  key: 'validation' | 'processing' | 'completion'
  text: string
  status: StepStatus
  error?: string
}

const n = (count: number) => count.toLocaleString('en')

export function stepsOf(state: RunState): Step[] {
  const begun = state.operationId !== undefined
  const settled = state.total > 0 && state.completed + state.failed === state.total
  const ended = state.phase === 'ended'
  const validation: StepStatus =
    begun || ended ? 'completed' : state.phase === 'refused' ? 'error' : 'loading'
  const processing: StepStatus = ended
    ? state.completed > 0
      ? 'completed'
      : 'error'
    : !begun
      ? 'pending'
      : state.phase === 'refused'
        ? 'error'
        : settled
          ? 'completed'
          : 'loading'
  const completion: StepStatus = ended
    ? state.completed > 0
      ? 'completed'
      : 'error'
    : begun && settled && state.phase === 'running'
      ? 'loading'
      : 'pending'
  return [
    { key: 'validation', text: 'Preparing Operation', status: validation },
    {
      key: 'processing',
      text: 'Blockchain Transactions',
      status: processing,
      ...(processing === 'error' ? { error: liveTexts.processingFailed } : {}),
    },
    { key: 'completion', text: 'Finalizing Results', status: completion },
  ]
}

/** Percent of settled transfers, rounded down so that 100 means all. */
export const percentOf = (state: RunState): number =>
  state.total === 0 ? 0 : Math.floor(((state.completed + state.failed) * 100) / state.total)

/** Confirmed transfers, counted in batches of five. */
export function progressText(state: RunState): string {
  if (state.phase === 'connecting' && state.posting) return 'Waiting for the answer of the server'
  if (state.phase === 'connecting') return 'Connecting'
  if (state.total === 0) return state.message ?? 'Preparing the transfers'
  if (movesTokens(state.kind)) return tokenTexts.processing(state.completed, state.total, state.failed)
  const batches = Math.ceil(state.total / PROGRESS_BATCH)
  const failed = state.failed > 0 ? `, ${n(state.failed)} failed` : ''
  return `Batch ${n(state.batch)} of ${n(batches)}: ${n(state.completed)} of ${n(state.total)} transfers confirmed${failed}`
}

/** Transfers by status as last reported; unreported ones are pending. */
export function liveCounts(state: RunState): Record<TransferStatus, number> {
  const counts = { pending: 0, sent: 0, resolving: 0, confirmed: state.completed, failed: state.failed }
  for (const transfer of state.transfers.values())
    if (transfer.status === 'sent' || transfer.status === 'resolving') counts[transfer.status]++
  const reported = counts.sent + counts.resolving + counts.confirmed + counts.failed
  counts.pending = Math.max(0, state.total - reported)
  return counts
}

export function liveText(state: RunState): string {
  const counts = liveCounts(state)
  const parts = [`${n(counts.confirmed)} confirmed`]
  if (counts.failed > 0) parts.push(`${n(counts.failed)} failed`)
  if (counts.sent > 0) parts.push(`${n(counts.sent)} sent`)
  if (counts.resolving > 0) parts.push(`${n(counts.resolving)} being resolved`)
  if (counts.pending > 0) parts.push(`${n(counts.pending)} waiting`)
  return parts.join(', ')
}
