/**
 * Sends one confirmed request and follows it until its outcome is certain. It uses the live channel; if that is
 * unreachable, HTTP, except for distributions to many. Every way carries the same key, so it executes once.
 */
import { isFinalStatus } from '@purser/contract/transfers/transfers.ts'
import { liveTexts } from '@purser/contract/live-texts.ts'
import { LIVE_RECONNECTS } from '@purser/contract/limits.ts'
import { getOperation } from '@purser/contract/activity.ts'
import { call } from '#wire/api.ts'
import { hasCode, isDown, sentence, WireFault } from '#wire/fault.ts'
import { moneyReconnectDelay } from '#wire/live/live-retry.ts'
import { mayRetry, ordinary, pause, retryDelay } from '#wire/retry.ts'
import type { SocketError } from '#wire/live/socket.ts'
import { nothingBegan, nothingBeganAtFirst } from './certainty.ts'
import {
  type ConfirmedRequest,
  isToken,
  mayPost,
  ofSol,
  postRequest,
  postTask,
  type SolRequest,
} from '../funds-request.ts'
import { failedText, movesTokens, unreadableText } from '../kinds.ts'
import { connectOnce } from './run-connection.ts'
import type { Run } from './run-feeds.ts'
import type { RunEvent } from './run-state.ts'

const POLL_MS = 2_000

/** Resolves when the outcome is certain, when it cannot be known for now (an 'unknown' event), or on abort. */
export async function runOperation(initial: Run): Promise<void> {
  const run = { ...initial }
  const tokens = movesTokens(run.kind)
  // A task is begun by its POST, and then has a channel of its own.
  if (tokens && run.operationId === undefined && !(await begin(run))) return
  // Sent again: the POST answers with the outcome, whether the channel is back or not.
  const posted = mayBePosted(run)
  if (run.maybeSent && run.operationId === undefined && posted) return post(run, posted)
  let attempt = 0
  while (!run.signal.aborted) {
    const end = await connectOnce(run, () => {
      attempt = 0
    })
    if (run.signal.aborted) return
    // The channel of a task reports its end; the operation says what failed and why.
    if (end.reason === 'done' && tokens && run.operationId !== undefined) return poll(run, run.operationId)
    if (end.reason === 'done') return
    if (end.reason === 'unreachable' && !run.maybeSent && run.operationId === undefined)
      return sendElsewhere(run, end.error)
    attempt++
    if (end.reason === 'closed' || attempt > LIVE_RECONNECTS) return withoutChannel(run)
    run.emit({ type: 'reconnecting', attempt })
    await pause(moneyReconnectDelay(attempt), run.signal)
  }
}

/** The channel was never reached: nothing was sent yet. */
async function sendElsewhere(run: Run, error: SocketError): Promise<void> {
  const posted = mayBePosted(run)
  if (posted) return post(run, posted)
  if (error.code === 'no_session') return run.emit({ type: 'refused', error: error.message })
  run.emit({ type: 'refused', error: liveTexts.connectFailed, detail: error.message })
}

/** The channel is gone, and something may have happened. */
async function withoutChannel(run: Run): Promise<void> {
  run.emit({ type: 'reconnection_failed' })
  if (run.operationId !== undefined) return poll(run, run.operationId)
  const posted = mayBePosted(run)
  if (posted) return post(run, posted)
  run.emit({ type: 'unknown', text: liveTexts.reconnectFailed })
}

/** Polls until the outcome is certain. */
async function poll(run: Run, id: string): Promise<void> {
  while (!run.signal.aborted) {
    try {
      const detail = await call(getOperation, { params: { id }, signal: run.signal })
      run.emit({ type: 'polled', detail })
      if (isFinalStatus(detail.status)) return
    } catch (error) {
      if (run.signal.aborted) return
      if (error instanceof WireFault && nothingBeganAtFirst(error.code, error.status)) {
        // If it was begun here, an operation that cannot be read does not prove that nothing was sent.
        const text = sentence(error, failedText(run.kind))
        return run.emit(run.confirmed ? { type: 'unknown', text } : { type: 'refused', error: text })
      }
    }
    await pause(POLL_MS, run.signal)
  }
}

/** A request for SOL that may go over HTTP. */
const mayBePosted = ({ confirmed }: Run): ConfirmedRequest<SolRequest> | undefined =>
  confirmed && mayPost(confirmed.request) ? ofSol(confirmed) : undefined

/** Posts the request under the same key as on the channel. */
const post = (run: Run, confirmed: ConfirmedRequest<SolRequest>): Promise<void> =>
  insist(run, async () => ({ type: 'answer', answer: await postRequest(confirmed, run.signal) }))

/** Posts a request for tokens; returns whether it is known to have begun. */
async function begin(run: Run): Promise<boolean> {
  const { confirmed } = run
  if (!confirmed) return false
  const { request, key } = confirmed
  if (!isToken(request)) return false
  await insist(run, async () => {
    const { task_id } = await postTask({ request, key }, run.signal)
    if (task_id === undefined) return { type: 'unknown', text: unreadableText(run.kind) }
    run.operationId = task_id
    run.maybeSent = true
    return { type: 'started', operationId: task_id }
  })
  return run.operationId !== undefined && !run.signal.aborted
}

/** Repeats a POST until it is answered, or repeating is pointless. */
async function insist(run: Run, send: () => Promise<RunEvent>): Promise<void> {
  run.emit({ type: 'posting' })
  for (let attempt = 0; !run.signal.aborted; attempt++) {
    try {
      return run.emit(await send())
    } catch (error) {
      if (run.signal.aborted) return
      const status = error instanceof WireFault ? error.status : 0
      if (!mayRetry(ordinary, attempt, status)) return run.emit(postFailure(run, error))
      run.maybeSent = true
      await pause(retryDelay(ordinary, attempt, Math.random()), run.signal)
    }
  }
}

/** 'refused' frees the form: only if it is certain that nothing was sent. */
function postFailure(run: Run, error: unknown): RunEvent {
  if (!(error instanceof WireFault) || isDown(error))
    return { type: 'unknown', text: liveTexts.serverTimeout }
  if (hasCode(error, 'bad_answer')) return { type: 'unknown', text: unreadableText(run.kind) }
  const text = sentence(error, failedText(run.kind))
  const certain = run.maybeSent ? nothingBegan(error.code) : nothingBeganAtFirst(error.code, error.status)
  return certain ? { type: 'refused', error: text } : { type: 'unknown', text }
}
