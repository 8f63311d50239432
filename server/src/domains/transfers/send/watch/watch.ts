/**
 * One status poll for all signatures that anybody waits for, at most 256 a call (the chain adapter splits). A notification
 * of the node only brings the poll forward: the outcome is always polled.
 */
import type { Signature } from '@solana/kit'
import type { Clock } from '../../../../kernel/clock.ts'
import type { Log } from '../../../../kernel/log.ts'
import type { Ledger } from '../../../../ports/chain.ts'
import type { SignatureState } from '../../../../ports/chain-data.ts'
import type { SignatureNotice, SignatureNotifications } from '../../../../ports/signature-notifications.ts'

export type Pace = {
  /** Milliseconds between two polls while transactions are in flight. */
  pollMs: number
  /** The same while all of them are subscribed. */
  restMs: number
}
export type WatchParts = {
  chain: Pick<Ledger, 'statuses'>
  clock: Clock
  log: Log
  pace: Pace
  signatureNotifications?: SignatureNotifications | undefined
  /** Signatures that are asked for in the same call if there is room, and the handler of its answer. */
  beside?: {
    signatures(room: number): Signature[]
    noteStates(signatures: Signature[], states: (SignatureState | null)[]): void
  }
  /** Is notified of landings without an error that a poll has shown, with their slot, and whether that is final. */
  noteLanding?: (signature: Signature, slot: bigint, isFinal: boolean) => void
}

/** null: unknown. 'unavailable': the chain did not answer. */
export type Polled = SignatureState | null | 'unavailable'

export type Watch = {
  /** Returns the next poll's answer for this signature. */
  next(signature: Signature): Promise<Polled>
  stop(): void
}

/** 'pending': not confirmed by the node. 'spent': notified, and polled since. Times are by the monotonic clock. */
export type Subscription = {
  state: SignatureNotice | 'pending' | 'spent'
  notifiedAt: number
  wantedAt: number
  stop(): void
}

/** The state that the verbs share. */
export type WatchState = WatchParts & {
  waiting: Map<Signature, ((state: Polled) => void)[]>
  subscriptions: Map<Signature, Subscription>
  /** Aborts when the engine stops. */
  ending: AbortController
  /** Ends the wait for the next poll. */
  awake: AbortController
  /** Ends the wait for subscriptions that nobody needs. */
  lingering: AbortController
  isPolling: boolean
  polledAt: number
  /** Polls in a row that were ahead of the notification. */
  overtaken: number
}
