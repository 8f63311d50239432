/** Polls until nobody waits any more. */
import type { Signature } from '@solana/kit'
import { WOKEN } from '../../../../kernel/clock.ts'
import { describe } from '../../../../kernel/log.ts'
import type { SignatureState } from '../../../../ports/chain-data.ts'
import { toLanding } from '../landing.ts'
import {
  DEBOUNCE_MS,
  releaseSubscriptions,
  settleSubscriptions,
  subscribeWaiting,
  UNRELIABLE_AFTER,
} from './subscriptions.ts'
import type { WatchState } from './watch.ts'

/** Signatures in one call. */
const MOST_AT_ONCE = 256
/** The pause after a call for statuses without an answer. */
const UNAVAILABLE_MS = 1_000

export async function pollStatuses(state: WatchState): Promise<void> {
  const { clock, waiting, ending, noteLanding = () => undefined } = state
  state.lingering.abort(WOKEN)
  while (waiting.size > 0 && !ending.signal.aborted) {
    await untilDue(state)
    const polled = [...waiting]
    waiting.clear()
    state.polledAt = clock.monotonic()
    const signatures = polled.map(([signature]) => signature)
    const states = await readStates(state, signatures)
    settleSubscriptions(state, signatures, states)
    signatures.forEach((signature, i) => {
      const landed = toLanding(states?.[i] ?? null)
      if (landed?.error === null) noteLanding(signature, landed.slot, landed.finalized)
    })
    polled.forEach(([, callbacks], i) => {
      for (const resolve of callbacks) resolve(states ? (states[i] ?? null) : 'unavailable')
    })
  }
  state.isPolling = false
  releaseSubscriptions(state)
}

/** null: the chain did not answer. */
async function readStates(
  { chain, clock, log, beside, ending }: WatchState,
  signatures: Signature[],
): Promise<(SignatureState | null)[] | null> {
  let states: (SignatureState | null)[] | null = null
  try {
    const others = beside?.signatures(MOST_AT_ONCE - signatures.length) ?? []
    const all = await chain.statuses([...signatures, ...others])
    states = all.slice(0, signatures.length)
    if (others.length > 0) beside?.noteStates(others, all.slice(signatures.length))
  } catch (error) {
    log.debug(describe(error), 'no statuses from the chain')
    await clock.sleep(UNAVAILABLE_MS, ending.signal)
  }
  return states
}

async function untilDue(state: WatchState): Promise<void> {
  const { clock, ending } = state
  const began = clock.monotonic()
  // Lets all callers of this turn in.
  await new Promise(setImmediate)
  while (!ending.signal.aborted) {
    state.awake = new AbortController()
    subscribeWaiting(state)
    const left = dueAt(state, began) - clock.monotonic()
    if (left <= 0) return
    await clock.sleep(left, state.awake.signal)
  }
}

/** Never sooner after the last poll than without subscriptions: nodes limit calls. */
function dueAt({ waiting, subscriptions, overtaken, polledAt, pace }: WatchState, began: number): number {
  const { pollMs, restMs } = pace
  const waited = [...waiting.keys()].map((signature) => subscriptions.get(signature))
  const notified = waited.flatMap((sub) => (sub?.state === 'notified' ? [sub.notifiedAt + DEBOUNCE_MS] : []))
  const quiet = overtaken < UNRELIABLE_AFTER && waited.every((sub) => sub?.state === 'subscribed')
  return Math.min(began + (quiet ? restMs : pollMs), Math.max(Math.min(...notified), polledAt + pollMs))
}
