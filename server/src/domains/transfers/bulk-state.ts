/** What is known of an operation of many transfers while it runs, and how that changes. */
import type { TransferChange } from '@purser/contract/distributions.ts'
import type { Db } from '../../db/client.ts'
import { pause } from '../../kernel/clock.ts'
import { isFault } from '../../kernel/fault.ts'
import type { Chunk, Flight, Outcome } from './bulk-flight.ts'
import * as store from './bulk.store.ts'
import { errorText } from './error-text.ts'
import type { ExecuteParts } from './execute.ts'
import type { Operation } from './kinds.ts'
import { halvesOf } from './plan-sol.ts'
import type { TransferRow } from './transfers.store.ts'

const RETRY_MS = 500
/** After so many certain expiries the transfers fail: none of them was executed. */
const MAX_ATTEMPTS = 5
const STALE_BLOCKHASH = /blockhash/i

export type State = {
  /** Loaded and not yet packed. */
  pending: TransferRow[]
  queue: Chunk[]
  flights: Set<Flight>
  attempts: number
  resolving: boolean
  completed: number
  failed: number
  total: number
  /** Lamports paid so far, and the last slot in which anything landed. */
  fees: bigint
  slot: bigint | null
}

/** Waits out a chain that is away. null: the engine stops. */
export async function patiently<T>({ signal, log }: ExecuteParts, ask: () => Promise<T>): Promise<T | null> {
  while (!signal.aborted) {
    try {
      return await ask()
    } catch (error) {
      if (!isFault(error) || error.status < 500) throw error
      log.debug({ reason: error.message }, 'waiting for the chain')
      await pause(RETRY_MS, signal)
    }
  }
  return null
}

/** Writes down what has become of transactions, and what is to be done again. */
export async function conclude(
  parts: ExecuteParts,
  operation: Operation,
  state: State,
  outcomes: Map<Flight, Outcome>,
): Promise<void> {
  const settled: store.Settled[] = []
  const again: Chunk[] = []
  const changes: TransferChange[] = []
  let [spent, last] = [0n, state.slot]
  for (const [flight, outcome] of outcomes) {
    const { rows, attempts } = flight.chunk
    const next = nextOf(outcome, rows.length, attempts)
    if (next === 'halves') again.push(...halvesOf(rows).map((half) => ({ rows: half, attempts })))
    if (next === 'again') again.push({ rows, attempts: attempts + 1 })
    const error = outcome.landed ? (outcome.error === null ? null : errorText(outcome.error)) : outcome.reason
    const transfers = next === 'confirmed' ? next : next === 'failed' ? next : 'pending'
    settled.push({
      signature: flight.signature,
      state: outcome.landed ? (error === null ? 'confirmed' : 'failed') : outcome.state,
      slot: outcome.landed ? outcome.slot : null,
      fee: outcome.landed ? await feeOf(parts, flight) : null,
      error,
      transfers,
    })
    for (const row of rows)
      changes.push(change(row, transfers, flight.signature, transfers === 'failed' ? error : null))
    spent += settled.at(-1)?.fee ?? 0n
    if (outcome.landed && (last === null || outcome.slot > last)) last = outcome.slot
    if (transfers === 'confirmed') state.completed += rows.length
    if (transfers === 'failed') state.failed += rows.length
  }
  await parts.db.transaction((tx) => store.settle(tx as unknown as Db, operation.id, settled))
  state.fees += spent
  state.slot = last
  for (const flight of outcomes.keys()) state.flights.delete(flight)
  state.queue.push(...again.filter((chunk) => chunk.rows.length > 0))
  tell(parts, operation, state, changes)
}

function nextOf(outcome: Outcome, count: number, attempts: number) {
  if (outcome.landed && outcome.error === null) return 'confirmed'
  const transient = !outcome.landed && (outcome.state === 'expired' || STALE_BLOCKHASH.test(outcome.reason))
  if (transient) return attempts + 1 >= MAX_ATTEMPTS ? 'failed' : 'again'
  return count > 1 ? 'halves' : 'failed'
}

/** Known since it was signed, but for one that only the journal file remembered without it. */
async function feeOf(parts: ExecuteParts, flight: Flight): Promise<bigint | null> {
  if (flight.fee !== null) return flight.fee
  const execution = await patiently(parts, () => parts.chain.execution(flight.signature))
  return execution?.fee ?? null
}

export const change = (
  row: TransferRow,
  status: TransferChange['status'],
  signature: string | null,
  error: string | null = null,
): TransferChange => ({ walletId: row.walletId, walletName: row.walletName, status, signature, error })

export function tell(
  parts: ExecuteParts,
  operation: Operation,
  state: State,
  changes: TransferChange[],
): void {
  if (changes.length === 0) return
  const { completed, failed, total } = state
  parts.progressed(operation, { completed, failed, total, changes })
}
