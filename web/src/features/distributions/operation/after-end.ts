/** An operation is followed beyond its end: until it is final it may be reopened. */
import { isFinalStatus, type OperationDetail } from '@purser/contract/transfers/transfers.ts'
import { advance, type RunState } from '../run/run-state.ts'

/** Polling intervals; large operations are polled less often. */
const DETAIL_MS = 1_000
const PER_TRANSFER_MS = 1
/** Resolving takes many seconds, and each poll asks the network. */
const RESOLVING_MS = 2_000
/** After its end a fork or a late landing may reopen it: updated live, and polled in case the channel is closed. */
const ENDED_MS = 15_000

/** Milliseconds until the next poll; false: never. */
export function pollInterval(detail: OperationDetail | undefined): number | false {
  if (!detail || detail.finalized) return false
  if (isFinalStatus(detail.status)) return ENDED_MS
  const least = detail.status === 'resolving' ? RESOLVING_MS : DETAIL_MS
  return least + PER_TRANSFER_MS * detail.transfers.length
}

/** The shown state of a run that ended. */
export type AfterEnd = {
  state: RunState
  /** Set while it is reopened: neither a retry nor an undo may be offered. */
  open: OperationDetail | undefined
  /** Its state since then. */
  since?: Pick<OperationDetail, 'standing' | 'undone'> | undefined
}

/** `detail`: read after the end. */
export function afterEnd(state: RunState, detail: OperationDetail | undefined): AfterEnd {
  if (state.phase !== 'ended' || !detail || detail.id !== state.operationId) return { state, open: undefined }
  if (!isFinalStatus(detail.status)) return { state, open: detail }
  const { confirmed, failed } = detail.summary
  // The final message has the balances too: it stays while its counts are right.
  if (confirmed === state.completed && failed === state.failed) return { state, open: undefined }
  return { state: advance(state, [{ type: 'polled', detail }]), open: undefined }
}
