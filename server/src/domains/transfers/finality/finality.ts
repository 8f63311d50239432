/**
 * Rechecks ended operations: landed transactions until their block is finalized, dead ones for an hour. A transaction
 * that a fork dropped, that landed late, or on which endpoints disagree, reopens its operation, and the engine resolves it
 * again.
 */
import type { Signature } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Endpoints, Ledger } from '../../../ports/chain.ts'
import type { SignatureState } from '../../../ports/chain-data.ts'
import type { Certainty } from '../certainty/certainty.ts'
import type { FirstSeen } from '../certainty/first-seen.ts'
import type { IncidentReporter } from '../incidents.ts'
import type { TransactionRow } from '../records/transactions.store.ts'
import type { Publisher } from '../runs/publisher.ts'
import type { FinalityDue } from './finality-due.ts'
import type { FinalityVerdicts } from './finality-verdicts.ts'
import type { FinalityView } from './finality-view.ts'
import type { Cursor } from './finality.store.ts'

export type FinalityParts = {
  db: Db
  chain: Endpoints & Pick<Ledger, 'execution'>
  clock: Clock
  log: Log
  certainty: Certainty
  publisher: Pick<Publisher, 'publishChange' | 'publishFinal'>
  incidents: IncidentReporter
  apartMs?: number | undefined
  disputedMs?: number | undefined
  /** Returns an owner name of this process. */
  claim(): string
}

/** The state that the verbs share. Times are by the monotonic clock, in milliseconds. */
export type FinalityState = FinalityParts & {
  due: FinalityDue
  view: FinalityView
  verdicts: FinalityVerdicts
  landedCursor: Cursor
  deadCursor: Cursor
  rounds: number
  /** Milliseconds between two rounds. */
  everyMs: number
  /** When endpoints were last asked. */
  askedAt: number
  /** When somebody who waits for a landing last asked for these as well. */
  polledAt: number
  /** Transactions that are not final, from the last listing; with a single endpoint. */
  listed: TransactionRow[]
  /** States of them that others' polls have shown since, by signature; with a single endpoint. */
  shown: Map<string, SignatureState>
  /** Booked transactions whose operations are open again for a dispute; by signature. */
  disputed: Map<string, TransactionRow>
  /** Late landings on whose report an operation was reopened. */
  suspected: FirstSeen
}

/** Lets the polls of those who wait for a landing include transactions that can be final by now. */
export type FinalityBeside = {
  signatures(room: number): Signature[]
  noteStates(signatures: Signature[], states: (SignatureState | null)[]): void
}

export type Finality = {
  /**
   * Comes before a retry: checks these operations' transactions that were called dead within the hour, and reopens those of
   * which one has landed. Throws chain_away.
   */
  recheck(...operationIds: string[]): Promise<void>
  /** While it is disputed, its landing ends nothing: the endpoints have to agree on it first. */
  isDisputed(signature: string): boolean
  beside: FinalityBeside
  /** Notes that an endpoint has just reported a landing without an error: that counts as its first report of two. */
  noteLanding(signature: string, slot: bigint, isFinal: boolean): void
  /** Sweeps until the signal aborts, skipping rounds while `may` is false. */
  run(roundMs: number, signal: AbortSignal, may: () => boolean): Promise<void>
}
