/** The rules by which transactions are built, sent, followed and given up. Single and bulk operations share them all. */
import type { Signature } from '@solana/kit'
import { isDatabaseError } from '../../../db/client.ts'
import { LAST_ATTEMPT } from '../../../kernel/solana/budget.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Fault, isFault } from '../../../kernel/fault.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Ledger } from '../../../ports/chain.ts'
import type { Execution } from '../../../ports/chain-data.ts'
import type { Certainty } from '../certainty/certainty.ts'
import type { Landing, SentTransaction } from './landing.ts'

/** Transactions in flight at once: the signatures of one status call. */
export const MAX_IN_FLIGHT = 256
/** Transactions that are signed and written together. */
export const BATCH = 32
export const MAX_CONCURRENT_SENDS = 32
/** Concurrent reads of executions, for one operation. */
export const MAX_CONCURRENT_READS = 16
/** After this long without an outcome the expiry is checked, and the same bytes are sent again. */
export const RESEND_MS = 2_000
/**
 * The highest age of the blockhash of a first attempt: it serves two orders of a strategy that trades every five
 * seconds.
 */
export const BLOCKHASH_MS = 7_000
/** The pause between two polls of a transaction that landed with an error, until its block is finalized. */
export const FINALITY_POLL_MS = 1_000
/** The pause before the chain is called again, or the outer loop of an operation goes on waiting for it. */
export const RETRY_MS = 500
const EXECUTION_POLL_MS = 250
/** An endpoint that reported a landing has the execution within this time; one that does not may have lied. */
const EXECUTION_WITHIN_MS = 5_000
/** Builds that fail for a reason of neither chain nor database are tried this often. */
export const BUILD_TRIES = 15
export const BUILD_RETRY_MS = 1_000

/** Tells whether to give up after this many expired transactions: none of them was executed, which is certain. */
export const isExhausted = (expired: number): boolean => expired >= LAST_ATTEMPT

/** Waiting does not help: while nothing is signed it ends the request. */
export const isRefusal = (error: unknown): error is Fault => isFault(error) && error.status < 500

/** The chain, the market or the database cannot be reached: worth waiting for. */
export const isOutage = (error: unknown): boolean =>
  (isFault(error) && error.status === 503) || isDatabaseError(error)

export type WaitParts = { clock: Clock; log: Log; signal: AbortSignal }

/** Calls until there is an answer; refusals are thrown. null: the engine stops. */
export async function untilAnswered<T>(
  { signal, clock, log }: WaitParts,
  call: () => Promise<T>,
): Promise<T | null> {
  while (!signal.aborted) {
    try {
      return await call()
    } catch (error) {
      if (!isFault(error) || error.status < 500) throw error
      log.debug({ reason: error.message }, 'waiting for the chain')
      await clock.sleep(RETRY_MS, signal)
    }
  }
  return null
}

/** Tells whether this is the execution of a transaction that landed so; if not, one of the two answers is wrong. */
export const agrees = (execution: Execution, landed: Pick<Landing, 'error'>): boolean =>
  (execution.err === null) === (landed.error === null)

/**
 * Reads the execution of a landed transaction. null: the engine stops, or no endpoint has it in time although one
 * reported the landing: the outcome has to be read again, since that report may have been wrong.
 */
export async function readExecution(
  { chain, clock, signal }: WaitParts & { chain: Pick<Ledger, 'execution'> },
  signature: string,
): Promise<Execution | null> {
  const end = clock.monotonic() + EXECUTION_WITHIN_MS
  while (!signal.aborted) {
    const execution = await chain.execution(signature as Signature).catch((error: unknown) => {
      if (!isOutage(error)) throw error
      return null
    })
    if (execution) return execution
    if (clock.monotonic() >= end) return null
    await clock.sleep(EXECUTION_POLL_MS, signal)
  }
  return null
}

/**
 * Runs before anything is signed anew, or an operation ends: finds its dead transactions that have landed after all.
 * null: the engine stops.
 */
export const untilLateLandings = <T extends SentTransaction>(
  parts: WaitParts & { certainty: Pick<Certainty, 'findLateLandings'> },
  dead: T[],
): Promise<Map<T, Landing> | null> => untilAnswered(parts, () => parts.certainty.findLateLandings(dead))
