/**
 * One status poll for all signatures that anybody waits for, at most 256 a call (the chain adapter splits). A notification
 * of the node only brings the poll forward: the outcome is always polled.
 */
import type { Signature } from '@solana/kit'
import { type Clock, WOKEN } from '../../../kernel/clock.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type { Ledger } from '../../../ports/chain.ts'
import type { SignatureState } from '../../../ports/chain-data.ts'
import type { SignatureNotice, SignatureNotifications } from '../../../ports/signature-notifications.ts'
import { landing } from './landing.ts'

/** Signatures in one call. */
const MOST_AT_ONCE = 256
/** After a call for statuses without an answer. */
const UNAVAILABLE_MS = 1_000
/**
 * Nothing is subscribed while more than these are waited for. One call polls 256 at once, so for many a poll is as good as
 * all their subscriptions, which cost two messages each.
 */
const MOST_SUBSCRIPTIONS = 32
/** Notifications this close together cause one poll. */
const DEBOUNCE_MS = 10
/** A subscription is kept this long after the last wait: the caller may wait again. */
const LINGER_MS = 2_000
/** After so many polls in a row that were ahead of the notification, the node's notifications are not relied on. */
const UNRELIABLE_AFTER = 3

export type Pace = {
  /** Between two polls of what is in flight. */
  pollMs: number
  /** The same while all of it is subscribed. */
  restMs: number
}
export type WatchParts = {
  chain: Pick<Ledger, 'statuses'>
  clock: Clock
  log: Log
  pace: Pace
  signatureNotifications?: SignatureNotifications | undefined
  /** Asked for in the same call where there is room, and what it answered. */
  beside?: {
    signatures(room: number): Signature[]
    seen(signatures: Signature[], states: (SignatureState | null)[]): void
  }
  /** What a poll has shown to have landed without an error, in which slot, and whether that is final. */
  landed?: (signature: Signature, slot: bigint, isFinal: boolean) => void
}

/** null: unknown. 'unavailable': the chain did not answer. */
export type Polled = SignatureState | null | 'unavailable'

export type Watch = {
  /** What the next poll says of this signature. */
  next(signature: Signature): Promise<Polled>
  stop(): void
}

/** 'pending': not confirmed by the node. 'spent': notified, and polled since. */
type Subscription = {
  state: SignatureNotice | 'pending' | 'spent'
  notifiedAt: number
  wantedAt: number
  stop(): void
}

export function createWatch({
  chain,
  clock,
  log,
  pace: { pollMs, restMs },
  signatureNotifications,
  beside,
  landed = () => undefined,
}: WatchParts): Watch {
  const waiting = new Map<Signature, ((state: Polled) => void)[]>()
  const subscriptions = new Map<Signature, Subscription>()
  const ending = new AbortController()
  let awake = new AbortController()
  let lingering = new AbortController()
  let polling = false
  let polledAt = Number.NEGATIVE_INFINITY
  let overtaken = 0

  async function poll(): Promise<void> {
    lingering.abort(WOKEN)
    while (waiting.size > 0 && !ending.signal.aborted) {
      await untilDue()
      const polled = [...waiting]
      waiting.clear()
      polledAt = clock.monotonic()
      let states: (SignatureState | null)[] | null = null
      try {
        const signatures = polled.map(([signature]) => signature)
        const others = beside?.signatures(MOST_AT_ONCE - signatures.length) ?? []
        const all = await chain.statuses([...signatures, ...others])
        states = all.slice(0, signatures.length)
        if (others.length > 0) beside?.seen(others, all.slice(signatures.length))
      } catch (error) {
        log.debug(describe(error), 'no statuses from the chain')
        await clock.sleep(UNAVAILABLE_MS, ending.signal)
      }
      settle(
        polled.map(([signature]) => signature),
        states,
      )
      polled.forEach(([signature], i) => {
        const state = landing(states?.[i] ?? null)
        if (state?.error === null) landed(signature, state.slot, state.finalized)
      })
      polled.forEach(([, callbacks], i) => {
        for (const resolve of callbacks) resolve(states ? (states[i] ?? null) : 'unavailable')
      })
    }
    polling = false
    release()
  }

  async function untilDue(): Promise<void> {
    const began = clock.monotonic()
    // Lets all callers of this turn in.
    await new Promise(setImmediate)
    while (!ending.signal.aborted) {
      awake = new AbortController()
      subscribe()
      const left = dueAt(began) - clock.monotonic()
      if (left <= 0) return
      await clock.sleep(left, awake.signal)
    }
  }

  /** Never sooner after the last poll than without subscriptions: nodes limit calls. */
  function dueAt(began: number): number {
    const waited = [...waiting.keys()].map((signature) => subscriptions.get(signature))
    const notified = waited.flatMap((sub) =>
      sub?.state === 'notified' ? [sub.notifiedAt + DEBOUNCE_MS] : [],
    )
    const quiet = overtaken < UNRELIABLE_AFTER && waited.every((sub) => sub?.state === 'subscribed')
    return Math.min(began + (quiet ? restMs : pollMs), Math.max(Math.min(...notified), polledAt + pollMs))
  }

  function subscribe(): void {
    if (!signatureNotifications || waiting.size > MOST_SUBSCRIPTIONS) return
    for (const signature of waiting.keys()) {
      if (subscriptions.has(signature)) continue
      const sub: Subscription = { state: 'pending', notifiedAt: 0, wantedAt: 0, stop: () => undefined }
      subscriptions.set(signature, sub)
      sub.stop = signatureNotifications.subscribe(signature, (notice) => {
        sub.state = notice
        if (notice === 'notified') sub.notifiedAt = clock.monotonic()
        if (notice !== 'subscribed') overtaken = 0
        if (waiting.has(signature)) awake.abort(WOKEN)
      })
    }
  }

  /** Ends the subscriptions of what is now certain or no longer waited for. */
  function settle(polled: Signature[], states: (SignatureState | null)[] | null): void {
    const mine = polled.flatMap((signature, i) => {
      const sub = subscriptions.get(signature)
      return sub ? [{ signature, sub, certain: landing(states?.[i] ?? null) !== null }] : []
    })
    const notified = mine.some(({ sub }) => sub.state === 'notified')
    if (!notified && mine.some(({ sub, certain }) => certain && sub.state === 'subscribed')) overtaken++
    for (const { signature, sub, certain } of mine) {
      sub.wantedAt = clock.monotonic()
      if (sub.state === 'notified' && sub.notifiedAt < polledAt && states) sub.state = 'spent'
      if (!certain) continue
      sub.stop()
      subscriptions.delete(signature)
    }
    release()
  }

  function release(): void {
    const now = clock.monotonic()
    for (const [signature, sub] of subscriptions) {
      if (waiting.has(signature) || now - sub.wantedAt < LINGER_MS) continue
      sub.stop()
      subscriptions.delete(signature)
    }
    // Until none is left: a timer may end a little before its time.
    if (!polling && subscriptions.size > 0 && !ending.signal.aborted) {
      lingering.abort(WOKEN)
      const mine = (lingering = new AbortController())
      void clock.sleep(LINGER_MS, mine.signal).then(() => {
        if (!mine.signal.aborted) release()
      })
    }
  }

  return {
    next(signature) {
      return new Promise((resolve) => {
        if (ending.signal.aborted) return resolve('unavailable')
        waiting.set(signature, [...(waiting.get(signature) ?? []), resolve])
        if (polling) return awake.abort(WOKEN)
        polling = true
        void poll()
      })
    },
    stop() {
      ending.abort()
      awake.abort(WOKEN)
      lingering.abort(WOKEN)
      for (const sub of subscriptions.values()) sub.stop()
      subscriptions.clear()
      for (const callbacks of waiting.values()) for (const resolve of callbacks) resolve('unavailable')
      waiting.clear()
    },
  }
}
