/**
 * The messages that a run sends and takes on its live channel: the distribution center's for SOL, a task's own for
 * tokens.
 */
import { buildPath } from '@purser/contract/endpoint.ts'
import { channels, HeartbeatMessage } from '@purser/contract/live.ts'
import {
  DistributionMessage,
  type DistributionRequest,
  type ResumeRequest,
  TokenTransferMessage,
} from '@purser/contract/distributions/distribution-live.ts'
import type { SocketError } from '#wire/live/socket.ts'
import { nothingBegan } from './certainty.ts'
import { type ConfirmedRequest, ofSol } from '../funds-request.ts'
import { failedText, type Kind, movesTokens, unreadableText } from '../kinds.ts'
import type { RunEvent } from './run-state.ts'
import { centreStream, type Stream } from './run-stream.ts'

export type Run = {
  kind: Kind
  /** Undefined if the operation was begun elsewhere and is only followed. */
  confirmed?: ConfirmedRequest
  operationId?: string
  /** It may have been sent before: an unreachable channel then does not prove that nothing happened. */
  maybeSent: boolean
  emit: (event: RunEvent) => void
  signal: AbortSignal
}

/** 'done': the outcome is certain or unknown for good. 'closed': not worth reconnecting. 'lost': worth reconnecting. */
export type ConnectionEnd =
  | { reason: 'done' | 'closed' | 'lost' }
  | { reason: 'unreachable'; error: SocketError }
type End = (end: ConnectionEnd) => void

export type Feed = {
  path: string
  /** Sent on opening. */
  request: object | undefined
  stream: Stream
  /** Takes a message; returns its type if it belongs to this channel. */
  take: (body: unknown, end: End) => string | undefined
}

/** A task has its own feed only once its id is known. */
export const feedOf = (run: Run): Feed =>
  movesTokens(run.kind) && run.operationId !== undefined ? taskFeed(run, run.operationId) : centreFeed(run)

const centreFeed = (run: Run): Feed => ({
  path: channels.solanaDistribution,
  request: requestOf(run),
  stream: centreStream,
  take(body, end) {
    const parsed = DistributionMessage.safeParse(body)
    if (parsed.success) take(run, parsed.data, end)
    else onUnreadable(run, body, end)
    return parsed.data?.type
  },
})

function requestOf({ operationId, confirmed }: Run): DistributionRequest | undefined {
  if (operationId !== undefined) return { type: 'resume', operationId }
  const sol = confirmed && ofSol(confirmed)
  if (!sol) return undefined
  const { request, key } = sol
  return request.kind === 'distribute'
    ? { type: 'distribute', ...request.body, idempotencyKey: key }
    : { type: 'gather', ...request.body, idempotencyKey: key }
}

function take(run: Run, message: DistributionMessage, end: End): void {
  if ('operationId' in message && message.operationId !== undefined) run.operationId = message.operationId
  run.emit({ type: 'message', message })
  if (message.type === 'distribute_complete' || message.type === 'gather_complete') end({ reason: 'done' })
  if (message.type !== 'distribute_error' && message.type !== 'gather_error' && message.type !== 'error')
    return
  // An error of an operation that began does not tell how it ended: it is polled.
  if (run.operationId !== undefined) return end({ reason: 'closed' })
  const text = message.error || failedText(run.kind)
  // The operation may have been stored before the error, or sent before.
  run.emit(nothingBegan(message.code) ? { type: 'refused', error: text } : { type: 'unknown', text })
  end({ reason: 'done' })
}

const isPong = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'type' in body && body.type === 'pong'

function onUnreadable(run: Run, body: unknown, end: End): void {
  if (isPong(body)) return
  if (run.operationId !== undefined) return end({ reason: 'closed' })
  run.emit({ type: 'unknown', text: unreadableText(run.kind) })
  end({ reason: 'done' })
}

/** The present state comes transfer by transfer, and then the changes. */
const taskFeed = (run: Run, operationId: string): Feed => ({
  path: buildPath(channels.tokenTransfer, { taskId: operationId }),
  request: { type: 'resume', operationId } satisfies ResumeRequest,
  stream: { statuses: ['token_transfer'], completions: [] },
  take(body, end) {
    const parsed = TokenTransferMessage.safeParse(body)
    if (parsed.success) {
      run.emit({ type: 'task', message: parsed.data })
      if (parsed.data.finished) end({ reason: 'done' })
      return parsed.data.type
    }
    if (HeartbeatMessage.safeParse(body).success) return 'heartbeat'
    // For an unreadable message or an error the operation itself is read.
    if (!isPong(body)) end({ reason: 'closed' })
    return undefined
  },
})
