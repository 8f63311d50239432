/**
 * One poll of the chain for all signatures that anybody waits for, at most 256 a call (the chain adapter cuts). Where the
 * node tells by itself of a signature, that only brings the poll forward: what became of it is always asked.
 */
import type { Signature } from '@solana/kit'
import { pause } from '../../kernel/clock.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Chain } from '../../ports/chain.ts'
import type { SignatureState } from '../../ports/chain-data.ts'
import type { SignatureNotice, SignatureNotifications } from '../../ports/signature-notifications.ts'
import { landing } from './landing.ts'

const AWAY_MS = 1_000
/**
 * While more than this are waited for nothing is subscribed. One call asks for 256 at once, so of many a poll brings as
 * much as all their subscriptions, which cost two messages each.
 */
const FEW = 32
/** Notifications that come together make one poll. */
const TOGETHER_MS = 10
/** Whoever waited may be busy with the answer before waiting on: so long its subscription is kept. */
const LINGER_MS = 2_000
/** So many times in a row that a poll knew what had not been told, and the node is no longer relied on to tell. */
const UNRELIABLE_AFTER = 3

export type Pace = {
  /** Between two looks at what is on its way. */
  pollMs: number
  /** The same while the node tells of all of it by itself. */
  restMs: number
}
export type WatchParts = {
  chain: Chain
  log: Log
  pace: Pace
  signatureNotifications?: SignatureNotifications | undefined
}

export type Watch = {
  /** The next answer of the chain about this signature: its state, null when unknown, 'unavailable' when the chain did not answer. */
  next(signature: Signature): Promise<SignatureState | null | 'unavailable'>
  stop(): void
}

/** 'spent': told, and asked about since. */
type Subscription = {
  state: SignatureNotice | 'asked' | 'spent'
  toldAt: number
  wantedAt: number
  stop(): void
}

export function createWatch({
  chain,
  log,
  pace: { pollMs, restMs },
  signatureNotifications,
}: WatchParts): Watch {
  const waiting = new Map<Signature, ((state: SignatureState | null | 'unavailable') => void)[]>()
  const subscriptions = new Map<Signature, Subscription>()
  const ending = new AbortController()
  let awake = new AbortController()
  let lingering: NodeJS.Timeout | undefined
  let polling = false
  let polledAt = Number.NEGATIVE_INFINITY
  let overtaken = 0

  async function poll(): Promise<void> {
    clearTimeout(lingering)
    while (waiting.size > 0 && !ending.signal.aborted) {
      await untilDue()
      const asked = [...waiting]
      waiting.clear()
      polledAt = performance.now()
      let states: (SignatureState | null)[] | null = null
      try {
        states = await chain.statuses(asked.map(([signature]) => signature))
      } catch (error) {
        log.debug(describe(error), 'no statuses from the chain')
        await pause(AWAY_MS, ending.signal)
      }
      settle(
        asked.map(([signature]) => signature),
        states,
      )
      asked.forEach(([, heard], i) => {
        for (const hear of heard) hear(states ? (states[i] ?? null) : 'unavailable')
      })
    }
    polling = false
    release()
  }

  async function untilDue(): Promise<void> {
    const began = performance.now()
    // All that is asked in this turn counts.
    await new Promise(setImmediate)
    while (!ending.signal.aborted) {
      awake = new AbortController()
      listen()
      const left = dueAt(began) - performance.now()
      if (left <= 0) return
      await pause(left, awake.signal)
    }
  }

  /** Never sooner after the last poll than without subscriptions: nodes count calls. */
  function dueAt(began: number): number {
    const heard = [...waiting.keys()].map((signature) => subscriptions.get(signature))
    const told = heard.flatMap((sub) => (sub?.state === 'notified' ? [sub.toldAt + TOGETHER_MS] : []))
    const quiet = overtaken < UNRELIABLE_AFTER && heard.every((sub) => sub?.state === 'subscribed')
    return Math.min(began + (quiet ? restMs : pollMs), Math.max(Math.min(...told), polledAt + pollMs))
  }

  function listen(): void {
    if (!signatureNotifications || waiting.size > FEW) return
    for (const signature of waiting.keys()) {
      if (subscriptions.has(signature)) continue
      const sub: Subscription = { state: 'asked', toldAt: 0, wantedAt: 0, stop: () => undefined }
      subscriptions.set(signature, sub)
      sub.stop = signatureNotifications.listen(signature, (notice) => {
        sub.state = notice
        if (notice === 'notified') sub.toldAt = performance.now()
        if (notice !== 'subscribed') overtaken = 0
        if (waiting.has(signature)) awake.abort()
      })
    }
  }

  /** Ends the subscriptions of what is now certain or no longer waited for. */
  function settle(asked: Signature[], states: (SignatureState | null)[] | null): void {
    const mine = asked.flatMap((signature, i) => {
      const sub = subscriptions.get(signature)
      return sub ? [{ signature, sub, certain: landing(states?.[i] ?? null) !== null }] : []
    })
    const told = mine.some(({ sub }) => sub.state === 'notified')
    if (!told && mine.some(({ sub, certain }) => certain && sub.state === 'subscribed')) overtaken++
    for (const { signature, sub, certain } of mine) {
      sub.wantedAt = performance.now()
      if (sub.state === 'notified' && sub.toldAt < polledAt && states) sub.state = 'spent'
      if (!certain) continue
      sub.stop()
      subscriptions.delete(signature)
    }
    release()
  }

  function release(): void {
    const now = performance.now()
    for (const [signature, sub] of subscriptions) {
      if (waiting.has(signature) || now - sub.wantedAt < LINGER_MS) continue
      sub.stop()
      subscriptions.delete(signature)
    }
    // Again until none is left: a timer may end a little before its time.
    if (!polling && subscriptions.size > 0 && !ending.signal.aborted)
      lingering = setTimeout(release, LINGER_MS).unref()
  }

  return {
    next(signature) {
      return new Promise((resolve) => {
        if (ending.signal.aborted) return resolve('unavailable')
        waiting.set(signature, [...(waiting.get(signature) ?? []), resolve])
        if (polling) return awake.abort()
        polling = true
        void poll()
      })
    },
    stop() {
      ending.abort()
      awake.abort()
      clearTimeout(lingering)
      for (const sub of subscriptions.values()) sub.stop()
      subscriptions.clear()
      for (const heard of waiting.values()) for (const hear of heard) hear('unavailable')
      waiting.clear()
    },
  }
}
