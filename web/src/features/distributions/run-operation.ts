/**
 * Sends one confirmed request and follows it until its outcome is certain. It goes over the live channel; where that cannot
 * be reached, by the plain call, but for distributions to many. Every way carries the same key, so that it happens once.
 */
import { isFinalStatus } from '@purser/contract/transfers.ts'
import {
  distributeSol,
  gatherSol,
  type DistributeBody,
  type GatherBody,
} from '@purser/contract/distributions.ts'
import { liveTexts } from '@purser/contract/distribution-texts.ts'
import { LIVE_ONLY_DESTINATIONS, LIVE_RECONNECTS, MONEY_TIMEOUT_MS } from '@purser/contract/limits.ts'
import { channels, DistributionMessage, type DistributionRequest } from '@purser/contract/live.ts'
import { getOperation } from '@purser/contract/activity.ts'
import { call } from '#wire/api.ts'
import { dial, DialError, type Line } from '#wire/dial.ts'
import { hasCode, isDown, sentence, WireFault } from '#wire/fault.ts'
import { moneyReconnectDelay } from '#wire/live-retry.ts'
import { mayRetry, never, ordinary, pause, retryDelay } from '#wire/retry.ts'
import { nothingBegan, nothingBeganAtFirst } from './certainty.ts'
import { failedText, unreadableText, type Kind, type RunEvent } from './run-state.ts'
import { stillness, wholeness } from './stillness.ts'

export type Wish = { kind: 'distribute'; body: DistributeBody } | { kind: 'gather'; body: GatherBody }

export type Run = {
  kind: Kind
  /** Undefined when an operation is followed that began before. */
  request?: { wish: Wish; key: string }
  operationId?: string
  /** It may have been sent before: a channel that cannot be reached is then no proof that nothing happened. */
  maybeSent: boolean
  tell: (event: RunEvent) => void
  signal: AbortSignal
}

export const countOf = (wish: Wish) =>
  wish.kind === 'distribute' ? wish.body.destinations.length : wish.body.sources.length
/** Whether the plain call may stand in for the channel: not for distributions to many. */
const mayPost = (wish: Wish) => wish.kind === 'gather' || countOf(wish) <= LIVE_ONLY_DESTINATIONS
const POLL_MS = 2_000
/** A channel that tells nothing of its operation for so long is not waited for any longer. */
const ASK_AFTER_MS = 20_000

/** Resolves when the outcome is certain, when nobody can know it for now (told as 'unknown'), or when the signal ends it. */
export async function runOperation(run: Run): Promise<void> {
  const following = { ...run }
  // Asked again: the plain call answers with what came of it, whether the channel is back or not.
  if (run.maybeSent && run.operationId === undefined && run.request && mayPost(run.request.wish))
    return post(run, run.request)
  let attempt = 0
  while (!run.signal.aborted) {
    const whole = () => {
      attempt = 0
    }
    const end = await converse(following, whole)
    if (end.how === 'over' || run.signal.aborted) return
    if (end.how === 'unreached' && !following.maybeSent && following.operationId === undefined)
      return neverReached(following, end.why)
    attempt++
    if (end.how === 'clean' || attempt > LIVE_RECONNECTS) return withoutChannel(following)
    run.tell({ type: 'reconnecting', attempt })
    await pause(moneyReconnectDelay(attempt), run.signal)
  }
}

type End = { how: 'over' } | { how: 'clean' } | { how: 'lost' } | { how: 'unreached'; why: string }

function requestOf(run: Run): DistributionRequest | undefined {
  if (run.operationId !== undefined) return { type: 'resume', operationId: run.operationId }
  if (!run.request) return undefined
  const { wish, key } = run.request
  return wish.kind === 'distribute'
    ? { type: 'distribute', ...wish.body, idempotencyKey: key }
    : { type: 'gather', ...wish.body, idempotencyKey: key }
}

/** One connection, from dialling to its end. Notes the operation's id in `run` as soon as it is known. */
async function converse(run: Run, whole: () => void): Promise<End> {
  let settle: (end: End) => void = () => {}
  const ended = new Promise<End>((resolve) => {
    settle = resolve
  })
  // A completion is told once; one that was missed is asked for.
  const silence = stillness(ASK_AFTER_MS, async () => {
    if (run.operationId === undefined) return
    const detail = await call(getOperation, {
      params: { id: run.operationId },
      retry: never,
      signal: run.signal,
    })
    run.tell({ type: 'asked', detail })
    if (isFinalStatus(detail.status)) settle({ how: 'over' })
  })
  const isWhole = wholeness()
  const onMessage = (message: DistributionMessage) => {
    if (message.type !== 'heartbeat') silence.heard()
    if (isWhole(message.type)) whole()
    if ('operationId' in message && message.operationId !== undefined) run.operationId = message.operationId
    run.tell({ type: 'message', message })
    if (message.type === 'distribute_complete' || message.type === 'gather_complete') settle({ how: 'over' })
    if (message.type === 'distribute_error' || message.type === 'gather_error' || message.type === 'error')
      if (run.operationId !== undefined)
        // An error of an operation that began says nothing final about it: it is asked for.
        settle({ how: 'clean' })
      else {
        const text = message.error || failedText(run.kind)
        // It may have been written down before the error, or by a sending before this one.
        run.tell(nothingBegan(message.code) ? { type: 'refused', error: text } : { type: 'unknown', text })
        settle({ how: 'over' })
      }
  }
  const onUnreadable = (body: unknown) => {
    const type = typeof body === 'object' && body !== null && 'type' in body ? String(body.type) : ''
    if (type === 'pong') return
    if (run.operationId !== undefined) return settle({ how: 'clean' })
    run.tell({ type: 'unknown', text: unreadableText(run.kind) })
    settle({ how: 'over' })
  }
  let line: Line
  try {
    line = await dial({
      path: channels.solanaDistribution,
      schema: DistributionMessage,
      onMessage,
      onUnreadable,
      onClose: (clean) => settle({ how: clean ? 'clean' : 'lost' }),
      signal: run.signal,
    })
    const request = requestOf(run)
    if (request) line.send(request)
    run.maybeSent = true
    silence.heard()
  } catch (error) {
    silence.stop()
    return { how: 'unreached', why: error instanceof DialError ? error.message : liveTexts.connectFailed }
  }
  run.signal.addEventListener('abort', () => settle({ how: 'over' }), { once: true })
  const end = await ended
  silence.stop()
  line.close()
  return end
}

/** Nothing was sent yet. */
async function neverReached(run: Run, why: string): Promise<void> {
  if (run.request && mayPost(run.request.wish)) return post(run, run.request)
  if (why === liveTexts.noToken) return run.tell({ type: 'refused', error: why })
  run.tell({ type: 'refused', error: liveTexts.connectFailed, detail: why })
}

/** The channel is gone, and something may have happened. */
async function withoutChannel(run: Run): Promise<void> {
  run.tell({ type: 'reconnection_failed' })
  if (run.operationId !== undefined) return follow(run, run.operationId)
  if (run.request && mayPost(run.request.wish)) return post(run, run.request)
  run.tell({ type: 'unknown', text: liveTexts.reconnectFailed })
}

/** Asks until the outcome is certain. */
async function follow(run: Run, id: string): Promise<void> {
  while (!run.signal.aborted) {
    try {
      const detail = await call(getOperation, { params: { id }, signal: run.signal })
      run.tell({ type: 'asked', detail })
      if (isFinalStatus(detail.status)) return
    } catch (error) {
      if (run.signal.aborted) return
      if (error instanceof WireFault && nothingBeganAtFirst(error.code, error.status)) {
        // Where it was begun here, an operation that cannot be asked for is no proof that nothing was sent.
        const text = sentence(error, failedText(run.kind))
        return run.tell(run.request ? { type: 'unknown', text } : { type: 'refused', error: text })
      }
    }
    await pause(POLL_MS, run.signal)
  }
}

/** The plain call, under the same key as the channel's request. */
async function post(run: Run, request: { wish: Wish; key: string }): Promise<void> {
  run.tell({ type: 'posting' })
  for (let attempt = 0; !run.signal.aborted; attempt++) {
    try {
      return run.tell({ type: 'answer', answer: await plainCall(request, run.signal) })
    } catch (error) {
      if (run.signal.aborted) return
      const status = error instanceof WireFault ? error.status : 0
      if (!mayRetry(ordinary, attempt, status)) return run.tell(toldOf(run, error))
      run.maybeSent = true
      await pause(retryDelay(ordinary, attempt, Math.random()), run.signal)
    }
  }
}

function plainCall({ wish, key }: { wish: Wish; key: string }, signal: AbortSignal) {
  const options = { key, timeoutMs: MONEY_TIMEOUT_MS, retry: never, signal }
  return wish.kind === 'distribute'
    ? call(distributeSol, { body: wish.body, ...options })
    : call(gatherSol, { body: wish.body, ...options })
}

/** What a failed plain call says: only where it is certain that nothing was sent the form is free again. */
function toldOf(run: Run, error: unknown): RunEvent {
  if (!(error instanceof WireFault) || isDown(error))
    return { type: 'unknown', text: liveTexts.serverTimeout }
  if (hasCode(error, 'bad_answer')) return { type: 'unknown', text: unreadableText(run.kind) }
  const text = sentence(error, failedText(run.kind))
  const certain = run.maybeSent ? nothingBegan(error.code) : nothingBeganAtFirst(error.code, error.status)
  return certain ? { type: 'refused', error: text } : { type: 'unknown', text }
}
