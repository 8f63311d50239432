/** Subscriptions to the node's notifications of signatures that somebody waits for. */
import type { Signature } from '@solana/kit'
import { WOKEN } from '../../../../kernel/clock.ts'
import type { SignatureState } from '../../../../ports/chain-data.ts'
import { toLanding } from '../landing.ts'
import type { Subscription, WatchState } from './watch.ts'

/**
 * Nothing is subscribed while more signatures than this are waited for. One call polls 256 at once, so for many a poll
 * is as good as all their subscriptions, which cost two messages each.
 */
const MOST_SUBSCRIPTIONS = 32
/** Notifications this close together cause one poll. */
export const DEBOUNCE_MS = 10
/** A subscription is kept this long after the last wait: the caller may wait again. */
const LINGER_MS = 2_000
/** After this many polls in a row that were ahead of the notification, the node's notifications are not relied on. */
export const UNRELIABLE_AFTER = 3

export function subscribeWaiting(state: WatchState): void {
  const { signatureNotifications, waiting, subscriptions, clock } = state
  if (!signatureNotifications || waiting.size > MOST_SUBSCRIPTIONS) return
  for (const signature of waiting.keys()) {
    if (subscriptions.has(signature)) continue
    const sub: Subscription = { state: 'pending', notifiedAt: 0, wantedAt: 0, stop: () => undefined }
    subscriptions.set(signature, sub)
    sub.stop = signatureNotifications.subscribe(signature, (notice) => {
      sub.state = notice
      if (notice === 'notified') sub.notifiedAt = clock.monotonic()
      if (notice !== 'subscribed') state.overtaken = 0
      if (waiting.has(signature)) state.awake.abort(WOKEN)
    })
  }
}

/** Ends the subscriptions of signatures that are now certain or no longer waited for. */
export function settleSubscriptions(
  state: WatchState,
  polled: Signature[],
  states: (SignatureState | null)[] | null,
): void {
  const { subscriptions, clock } = state
  const mine = polled.flatMap((signature, i) => {
    const sub = subscriptions.get(signature)
    return sub ? [{ signature, sub, certain: toLanding(states?.[i] ?? null) !== null }] : []
  })
  const notified = mine.some(({ sub }) => sub.state === 'notified')
  if (!notified && mine.some(({ sub, certain }) => certain && sub.state === 'subscribed')) state.overtaken++
  for (const { signature, sub, certain } of mine) {
    sub.wantedAt = clock.monotonic()
    if (sub.state === 'notified' && sub.notifiedAt < state.polledAt && states) sub.state = 'spent'
    if (!certain) continue
    sub.stop()
    subscriptions.delete(signature)
  }
  releaseSubscriptions(state)
}

/** Ends subscriptions that nobody has waited for in a while. */
export function releaseSubscriptions(state: WatchState): void {
  const { subscriptions, waiting, clock } = state
  const now = clock.monotonic()
  for (const [signature, sub] of subscriptions) {
    if (waiting.has(signature) || now - sub.wantedAt < LINGER_MS) continue
    sub.stop()
    subscriptions.delete(signature)
  }
  // Repeats until none is left: a timer may end a little early.
  if (!state.isPolling && subscriptions.size > 0 && !state.ending.signal.aborted) {
    state.lingering.abort(WOKEN)
    const mine = (state.lingering = new AbortController())
    void clock.sleep(LINGER_MS, mine.signal).then(() => {
      if (!mine.signal.aborted) releaseSubscriptions(state)
    })
  }
}
