/** One connection of a run on the distribution channel, from opening to its end. */
import { isFinalStatus } from '@purser/contract/transfers.ts'
import { HEARTBEAT_SECONDS } from '@purser/contract/limits.ts'
import { channels, DistributionMessage, type DistributionRequest } from '@purser/contract/live.ts'
import { getOperation } from '@purser/contract/activity.ts'
import { call } from '#wire/api.ts'
import { never } from '#wire/retry.ts'
import { CLOSE_NORMAL, type LiveSocket, openSocket, SocketError } from '#wire/socket.ts'
import { nothingBegan } from './certainty.ts'
import type { ConfirmedRequest } from './funds-request.ts'
import { failedText, unreadableText, type Kind, type RunEvent } from './run-state.ts'
import { completeStream, onSilence } from './run-stream.ts'

export type Run = {
  kind: Kind
  /** Undefined when the operation was begun elsewhere and is only followed. */
  confirmed?: ConfirmedRequest
  operationId?: string
  /** It may have been sent before: an unreachable channel then does not prove that nothing happened. */
  maybeSent: boolean
  emit: (event: RunEvent) => void
  signal: AbortSignal
}

/** After so long without a message about the operation its state is polled: a completion is sent only once. */
const POLL_AFTER_MS = 20_000
const INACTIVITY_MS = 3 * HEARTBEAT_SECONDS * 1000

/** 'done': the outcome is certain or unknown for good. 'closed': not worth reconnecting. 'lost': it is. */
export type ConnectionEnd =
  | { reason: 'done' | 'closed' | 'lost' }
  | { reason: 'unreachable'; error: SocketError }

/** Stores the operation's id in `run` as soon as it is known; `onComplete` when everything missed has arrived. */
export async function connectOnce(run: Run, onComplete: () => void): Promise<ConnectionEnd> {
  const { promise: ended, resolve: end } = Promise.withResolvers<ConnectionEnd>()
  const silence = onSilence(POLL_AFTER_MS, async () => {
    if (run.operationId === undefined) return
    const params = { id: run.operationId }
    const detail = await call(getOperation, { params, retry: never, signal: run.signal })
    run.emit({ type: 'polled', detail })
    if (isFinalStatus(detail.status)) end({ reason: 'done' })
  })
  const isComplete = completeStream()
  const onMessage = (body: unknown) => {
    const parsed = DistributionMessage.safeParse(body)
    if (!parsed.success) return onUnreadable(run, body, end)
    if (parsed.data.type !== 'heartbeat') silence.reset()
    if (isComplete(parsed.data.type)) onComplete()
    take(run, parsed.data, end)
  }
  let socket: LiveSocket
  try {
    socket = await openSocket(channels.solanaDistribution, {
      inactivityMs: INACTIVITY_MS,
      onMessage,
      onClose: (code) => end({ reason: code === CLOSE_NORMAL ? 'closed' : 'lost' }),
      signal: run.signal,
    })
    const request = requestOf(run)
    if (request) socket.send(request)
    run.maybeSent = true
    silence.reset()
  } catch (error) {
    silence.stop()
    return {
      reason: 'unreachable',
      error: error instanceof SocketError ? error : new SocketError('connect_failed'),
    }
  }
  run.signal.addEventListener('abort', () => end({ reason: 'done' }), { once: true })
  const reason = await ended
  silence.stop()
  socket.close()
  return reason
}

function requestOf({ operationId, confirmed }: Run): DistributionRequest | undefined {
  if (operationId !== undefined) return { type: 'resume', operationId }
  if (!confirmed) return undefined
  const { request, key } = confirmed
  return request.kind === 'distribute'
    ? { type: 'distribute', ...request.body, idempotencyKey: key }
    : { type: 'gather', ...request.body, idempotencyKey: key }
}

type End = (end: ConnectionEnd) => void

function take(run: Run, message: DistributionMessage, end: End): void {
  if ('operationId' in message && message.operationId !== undefined) run.operationId = message.operationId
  run.emit({ type: 'message', message })
  if (message.type === 'distribute_complete' || message.type === 'gather_complete') end({ reason: 'done' })
  if (message.type !== 'distribute_error' && message.type !== 'gather_error' && message.type !== 'error')
    return
  // An error of an operation that began does not say how it ended: it is polled.
  if (run.operationId !== undefined) return end({ reason: 'closed' })
  const text = message.error || failedText(run.kind)
  // The operation may have been stored before the error, or sent before.
  run.emit(nothingBegan(message.code) ? { type: 'refused', error: text } : { type: 'unknown', text })
  end({ reason: 'done' })
}

function onUnreadable(run: Run, body: unknown, end: End): void {
  if (typeof body === 'object' && body !== null && 'type' in body && body.type === 'pong') return
  if (run.operationId !== undefined) return end({ reason: 'closed' })
  run.emit({ type: 'unknown', text: unreadableText(run.kind) })
  end({ reason: 'done' })
}
