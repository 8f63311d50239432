/** An operation is followed beyond its end: finality may open it again. */
import { isFinalStatus, type OperationDetail } from '@purser/contract/transfers.ts'
import { advance, type RunState } from './run-state.ts'

/** A detail is asked again the more seldom the larger it is. */
const DETAIL_MS = 1_000
const PER_TRANSFER_MS = 1
/** What waits is a matter of many seconds, and the network is asked each time. */
const RESOLVING_MS = 2_000
/** It has ended, and a fork or a late landing may open it again: told live, and asked for in case that is away. */
const ENDED_MS = 15_000

/** Until it is asked again; false: never. */
export function askAfter(detail: OperationDetail | undefined): number | false {
  if (!detail || detail.finalized) return false
  if (isFinalStatus(detail.status)) return ENDED_MS
  const least = detail.status === 'resolving' ? RESOLVING_MS : DETAIL_MS
  return least + PER_TRANSFER_MS * detail.transfers.length
}

/** What is shown of a run that is over, once the server says more. */
export type AfterEnd = {
  state: RunState
  /** It is open again: neither a retry nor an undo may be offered. */
  open: OperationDetail | undefined
}

/** `detail`: as it was told after the end. */
export function afterEnd(state: RunState, detail: OperationDetail | undefined): AfterEnd {
  if (state.phase !== 'over' || !detail || detail.id !== state.operationId) return { state, open: undefined }
  if (!isFinalStatus(detail.status)) return { state, open: detail }
  const { confirmed, failed } = detail.summary
  // What was told at the end knows the balances too: it stays while it is true.
  if (confirmed === state.completed && failed === state.failed) return { state, open: undefined }
  return { state: advance(state, [{ type: 'polled', detail }]), open: undefined }
}
