/**
 * Decides the outcome of transactions that may have been sent. One has landed when a node reports it confirmed. It is
 * dead only when two endpoints observe that it is absent and can never land; with a single endpoint that keeps a
 * ledger, when that observes it twice, at least ten seconds apart. The same rule holds for one that landed with an
 * error, since its transfers are sent again. Nothing else ends a transaction: no refusal, no timeout, no empty answer.
 * A single endpoint that lies for longer than a transaction lives is not detected.
 */
import type { Clock } from '../../../kernel/clock.ts'
import type { Lifetime } from '../../../kernel/solana/compile.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Blockhashes, Endpoints } from '../../../ports/chain.ts'
import type { Landing, SentTransaction } from '../send/landing.ts'
import type { FirstSeen } from './first-seen.ts'
import type { SightedTransaction } from './observation.ts'

export type Dead = { landed: false; reason: string }
export type Outcome = Landing | Dead

export const EXPIRED = 'The transaction expired: block height exceeded'

export type CertaintyParts = {
  chain: Endpoints & Pick<Blockhashes, 'latestBlockhash'>
  clock: Clock
  log: Log
  /** Returns those of these signatures that the database knows. */
  known(signatures: string[]): Promise<Set<string>>
  /** Two observations of one endpoint count as two if they are this many milliseconds apart. */
  apartMs?: number | undefined
}

/** The state that the verbs share. */
export type CertaintyState = CertaintyParts & {
  apartMs: number
  /** When a single endpoint first observed a transaction as absent. */
  absentSince: FirstSeen
  /** The same for landings with an error. */
  failedSince: FirstSeen
}

export type Certainty = {
  /**
   * Returns a blockhash to sign with. All endpoints are called: a single one could make up a last valid height far beyond the
   * others', and the transaction would never expire. Throws chain_away.
   */
  lifetime(options?: { maxAgeMs?: number }): Promise<Lifetime>
  /** Throws no_history while no endpoint keeps a ledger, which is needed to find the outcome later. */
  requireHistory(): Promise<void>
  /**
   * Returns the outcomes of expired transactions (by the finalized height of any endpoint); null: not known yet. Others are
   * left out. Calls every endpoint that keeps a ledger.
   */
  examine<T extends SentTransaction>(rows: T[]): Promise<Map<T, Outcome | null>>
  /**
   * Checks transactions of others that were seen: 'gone', which takes the same two endpoints as a dead one; 'unseen',
   * if the only endpoint that keeps a ledger says so, which is not yet believed. Others are left out.
   */
  listAbsent<T extends SightedTransaction>(rows: T[]): Promise<Map<T, 'gone' | 'unseen'>>
  /**
   * Checks transactions that were seen to have landed with an error, and returns those for which that is certain, expired or
   * not. Calls every endpoint that keeps a ledger.
   */
  findFailures<T extends SentTransaction>(rows: T[]): Promise<Map<T, Landing>>
  /** Returns the dead transactions that some endpoint's ledger holds all the same. Throws chain_away. */
  findLateLandings<T extends SentTransaction>(rows: T[]): Promise<Map<T, Landing>>
}
