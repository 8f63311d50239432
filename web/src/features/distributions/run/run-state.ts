/** The state of a run, derived from channel messages, HTTP answers and polls. */
import { partlyCompleted } from '@purser/contract/distributions/distribution-texts.ts'
import { liveTexts } from '@purser/contract/live-texts.ts'
import type {
  DistributionAnswer,
  DistributionResult,
  TransferChange,
} from '@purser/contract/distributions/distributions.ts'
import { PROGRESS_BATCH } from '@purser/contract/limits.ts'
import type {
  DistributionMessage,
  TokenTransferMessage,
} from '@purser/contract/distributions/distribution-live.ts'
import type { TokenTransferResult } from '@purser/contract/distributions/token-distributions.ts'
import {
  isFinalStatus,
  type OperationDetail,
  type OperationStatus,
} from '@purser/contract/transfers/transfers.ts'
import { type Kind, textsOf } from '../kinds.ts'
import { resultOfDetail, withTask } from './result.ts'

export type RunEvent =
  | { type: 'message'; message: DistributionMessage }
  /** A task of tokens: it is written; it has changed. */
  | { type: 'started'; operationId: string }
  | { type: 'task'; message: TokenTransferMessage }
  | { type: 'reconnecting'; attempt: number }
  /** The live channel is not reconnected any more. */
  | { type: 'reconnection_failed' }
  /** The request is posted over HTTP instead of the channel. */
  | { type: 'posting' }
  | { type: 'answer'; answer: DistributionAnswer }
  | { type: 'polled'; detail: OperationDetail }
  /** It is unknown whether it began: only the same request under the same key may be sent. */
  | { type: 'unknown'; text: string }
  /** Nothing was sent. */
  | { type: 'refused'; error: string; detail?: string }

export type Phase = 'connecting' | 'running' | 'unknown' | 'ended' | 'refused'
export type RunState = {
  kind: Kind
  /** The token that is moved; undefined: SOL, or not known yet. */
  mint: string | undefined
  phase: Phase
  operationId: string | undefined
  status: OperationStatus | undefined
  completed: number
  failed: number
  total: number
  batch: number
  transfers: ReadonlyMap<number, TransferChange>
  message: string | undefined
  /** Sends the user to an explorer: only while the outcome is not certain. */
  warning: string | undefined
  attempt: number
  posting: boolean
  error: string | undefined
  detail: string | undefined
  result: DistributionResult | undefined
  /** The result of a task of tokens, from its channel. */
  task: TokenTransferResult | undefined
}

export const beginRun = (
  kind: Kind,
  total: number,
  { operationId, mint }: { operationId?: string | undefined; mint?: string | undefined } = {},
): RunState => ({
  kind,
  mint,
  phase: 'connecting',
  operationId,
  status: undefined,
  completed: 0,
  failed: 0,
  total,
  batch: 0,
  transfers: new Map(),
  message: undefined,
  warning: undefined,
  attempt: 0,
  posting: false,
  error: undefined,
  detail: undefined,
  result: undefined,
  task: undefined,
})

/** Applies many events at once, so that the map of transfers is copied once. */
export function advance(before: RunState, events: RunEvent[]): RunState {
  const state = { ...before, transfers: new Map(before.transfers) }
  for (const event of events) take(state, event)
  return state
}

type Draft = Omit<RunState, 'transfers'> & { transfers: Map<number, TransferChange> }

function take(state: Draft, event: RunEvent): void {
  if (event.type === 'message') return takeMessage(state, event.message)
  if (event.type === 'answer') return takeAnswer(state, event.answer)
  if (event.type === 'polled') return takeDetail(state, event.detail)
  if (event.type === 'task') return takeTask(state, event.message)
  if (event.type === 'started') {
    state.phase = 'running'
    state.operationId = event.operationId
    state.posting = false
  } else if (event.type === 'reconnecting') {
    state.attempt = event.attempt
    state.warning = liveTexts.lost
  } else if (event.type === 'reconnection_failed') {
    state.warning = liveTexts.reconnectFailed
    state.attempt = 0
  } else if (event.type === 'posting') state.posting = true
  else if (event.type === 'unknown') {
    state.phase = 'unknown'
    state.warning = event.text
    state.posting = false
  } else {
    state.phase = 'refused'
    state.error = event.error
    state.detail = event.detail
    state.warning = undefined
  }
}

function takeMessage(state: Draft, message: DistributionMessage): void {
  state.warning = undefined
  state.attempt = 0
  switch (message.type) {
    case 'distribute_status':
    case 'gather_status':
      state.phase = 'running'
      state.operationId = message.operationId
      state.status = message.status
      state.message = message.message
      return
    case 'distribute_progress':
    case 'gather_progress':
      state.phase = 'running'
      state.operationId = message.operationId
      state.completed = message.completed
      state.failed = message.failed
      state.total = message.total
      state.batch = message.batch
      if (message.transfer.walletId !== null) state.transfers.set(message.transfer.walletId, message.transfer)
      return
    case 'distribute_complete':
    case 'gather_complete':
      state.operationId = message.operationId
      return finish(state, message.status, message.data, message.error)
    default:
  }
}

/** It ends only with the operation itself, which is polled then and names the failures. */
function takeTask(state: Draft, message: TokenTransferMessage): void {
  state.warning = undefined
  state.attempt = 0
  state.phase = 'running'
  state.operationId = message.task_id
  state.status = message.status
  state.completed = message.success
  state.failed = message.failed
  state.total = message.total
  state.task = message.result ?? state.task
  const { transfer } = message
  if (transfer && transfer.walletId !== null) state.transfers.set(transfer.walletId, transfer)
}

function finish(state: Draft, status: OperationStatus, result: DistributionResult, error?: string): void {
  state.phase = 'ended'
  state.status = status
  state.warning = undefined
  state.posting = false
  state.result = result
  state.completed = result.summary.successfulTransfers
  state.failed = result.summary.failedTransfers
  state.total = state.completed + state.failed
  state.error = state.completed === 0 ? (error ?? textsOf(state.kind).allFailed) : undefined
}

function takeAnswer(state: Draft, answer: DistributionAnswer): void {
  state.operationId = answer.operationId ?? state.operationId
  if (answer.data) return finish(state, answer.status ?? 'completed', answer.data, answer.error)
  state.phase = 'refused'
  state.warning = undefined
  state.error = answer.error ?? textsOf(state.kind).failed
}

function takeDetail(state: Draft, detail: OperationDetail): void {
  state.operationId = detail.id
  state.status = detail.status
  state.mint ??= detail.transfers[0]?.mint
  if (isFinalStatus(detail.status)) {
    const result = withTask(resultOfDetail(detail), state.task)
    return finish(state, detail.status, result, detail.error ?? undefined)
  }
  state.phase = 'running'
  state.completed = detail.summary.confirmed
  state.failed = detail.summary.failed
  state.total = detail.summary.total
  state.batch = Math.ceil(state.completed / PROGRESS_BATCH)
  for (const transfer of detail.transfers)
    if (transfer.walletId !== null) state.transfers.set(transfer.walletId, transfer)
}

/** The message of an operation that ended. */
export function outcomeText(state: RunState): string | undefined {
  if (state.phase !== 'ended') return undefined
  if (state.completed === 0) return state.error
  if (state.failed > 0) return partlyCompleted(state.completed, state.completed + state.failed)
  return textsOf(state.kind).completed
}
