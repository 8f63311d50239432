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
import { ordinary, pause } from '#wire/retry.ts'
import { failedText, unreadableText, type Kind, type RunEvent } from './run-state.ts'

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

/** Resolves when the outcome is certain, when nobody can know it for now (told as 'unknown'), or when the signal ends it. */
export async function runOperation(run: Run): Promise<void> {
  const following = { ...run }
  // Asked again: the plain call answers with what came of it, whether the channel is back or not.
  if (run.maybeSent && run.request && mayPost(run.request.wish)) return post(run, run.request)
  let attempt = 0
  while (!run.signal.aborted) {
    const heard = () => {
      attempt = 0
    }
    const end = await converse(following, heard)
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
async function converse(run: Run, heard: () => void): Promise<End> {
  let settle: (end: End) => void = () => {}
  const ended = new Promise<End>((resolve) => {
    settle = resolve
  })
  const onMessage = (message: DistributionMessage) => {
    heard()
    if ('operationId' in message && message.operationId !== undefined) run.operationId = message.operationId
    run.tell({ type: 'message', message })
    if (message.type === 'distribute_complete' || message.type === 'gather_complete') settle({ how: 'over' })
    if (message.type === 'distribute_error' || message.type === 'gather_error' || message.type === 'error')
      if (run.operationId !== undefined)
        // An error of an operation that began says nothing final about it: it is asked for.
        settle({ how: 'clean' })
      else {
        run.tell({ type: 'refused', error: message.error || failedText(run.kind) })
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
  } catch (error) {
    return { how: 'unreached', why: error instanceof DialError ? error.message : liveTexts.connectFailed }
  }
  run.signal.addEventListener('abort', () => settle({ how: 'over' }), { once: true })
  const end = await ended
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
      if (error instanceof WireFault && error.status >= 400 && error.status < 500)
        return run.tell({ type: 'refused', error: sentence(error, failedText(run.kind)) })
    }
    await pause(POLL_MS, run.signal)
  }
}

/** The plain call, under the same key as the channel's request. */
async function post(run: Run, { wish, key }: { wish: Wish; key: string }): Promise<void> {
  run.tell({ type: 'posting' })
  const options = { key, timeoutMs: MONEY_TIMEOUT_MS, retry: ordinary, signal: run.signal }
  try {
    const answer =
      wish.kind === 'distribute'
        ? await call(distributeSol, { body: wish.body, ...options })
        : await call(gatherSol, { body: wish.body, ...options })
    run.tell({ type: 'answer', answer })
  } catch (error) {
    if (run.signal.aborted) return
    if (isDown(error)) run.tell({ type: 'unknown', text: liveTexts.serverTimeout })
    else if (hasCode(error, 'bad_answer')) run.tell({ type: 'unknown', text: unreadableText(run.kind) })
    else run.tell({ type: 'refused', error: sentence(error, failedText(run.kind)) })
  }
}
