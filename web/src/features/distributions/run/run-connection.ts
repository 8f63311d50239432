/** One connection of a run on its live channel, from opening to its end. */
import { isFinalStatus } from '@purser/contract/transfers/transfers.ts'
import { HEARTBEAT_SECONDS } from '@purser/contract/limits.ts'
import { getOperation } from '@purser/contract/activity.ts'
import { call } from '#wire/api.ts'
import { never } from '#wire/retry.ts'
import { CLOSE_NORMAL, type LiveSocket, openSocket, SocketError } from '#wire/live/socket.ts'
import { type ConnectionEnd, feedOf, type Run } from './run-feeds.ts'
import { completeStream, onSilence } from './run-stream.ts'

/** After this time without a message about the operation its state is polled: a completion is sent only once. */
const POLL_AFTER_MS = 20_000
const INACTIVITY_MS = 3 * HEARTBEAT_SECONDS * 1000

/** Stores the operation's id in `run` as soon as it is known; `onComplete` once all missed messages have arrived. */
export async function connectOnce(run: Run, onComplete: () => void): Promise<ConnectionEnd> {
  const { promise: ended, resolve: end } = Promise.withResolvers<ConnectionEnd>()
  const silence = onSilence(POLL_AFTER_MS, async () => {
    if (run.operationId === undefined) return
    const params = { id: run.operationId }
    const detail = await call(getOperation, { params, retry: never, signal: run.signal })
    run.emit({ type: 'polled', detail })
    if (isFinalStatus(detail.status)) end({ reason: 'done' })
  })
  const feed = feedOf(run)
  const isComplete = completeStream(feed.stream)
  const onMessage = (body: unknown) => {
    const type = feed.take(body, end)
    if (type === undefined) return
    if (type !== 'heartbeat') silence.reset()
    if (isComplete(type)) onComplete()
  }
  let socket: LiveSocket
  try {
    socket = await openSocket(feed.path, {
      inactivityMs: INACTIVITY_MS,
      onMessage,
      onClose: (code) => end({ reason: code === CLOSE_NORMAL ? 'closed' : 'lost' }),
      signal: run.signal,
    })
    if (feed.request) socket.send(feed.request)
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
