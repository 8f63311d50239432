/** The state of a bulk operation while it runs, and how outcomes change it. */
import type { TransferChange } from '@purser/contract/distributions/distributions.ts'
import pLimit from 'p-limit'
import { bisect } from '../../../../kernel/chunks.ts'
import { type BulkInFlight, type Chunk, toInFlight } from '../in-flight.ts'
import { readTotals } from '../../records/totals.store.ts'
import type { Outcome } from '../../certainty/certainty.ts'
import type { RunParts } from '../run-parts.ts'
import type { Operation } from '../../kinds.ts'
import { isFinalError } from '../landing.ts'
import { agrees, isExhausted, MAX_CONCURRENT_READS, readExecution } from '../policy.ts'
import { listTransactions, type TransactionOutcome, settle } from '../../records/transactions.store.ts'
import { listTransfers, type TransferRow } from '../../records/transfers.store.ts'

export type BulkState = {
  /** Loaded and not yet packed, by how often they have expired: those with the same count may share a transaction. */
  pending: { rows: TransferRow[]; attempts: number }[]
  queue: Chunk[]
  inFlight: Set<BulkInFlight>
  /** Dead transactions: checked for late landings before their transfers are signed anew. */
  dead: Set<BulkInFlight>
  /** Several transactions without a certain end may hold the same transfer: a lost one was found again. */
  overlaps: boolean
  /** Another run owns the operation: nothing more may be done or written. */
  lost: boolean
  attempts: number
  /** The cluster does not take the format any more: queued transfers have to be packed anew, none of them is signed. */
  formatRefused: boolean
  resolving: boolean
  completed: number
  failed: number
  total: number
  /** Fees in lamports so far, and the last slot in which anything landed. */
  fees: bigint
  slot: bigint | null
}

/** One run of one operation. */
export type Bulk = { parts: RunParts; operation: Operation; state: BulkState }
export type Outcomes = Map<BulkInFlight, Outcome>

/** Loads the stored state of the operation. */
export async function loadState({ db }: RunParts, operation: Operation): Promise<BulkState> {
  const [all, totals, rows] = [
    await listTransactions(db, operation.id),
    await readTotals(db, operation.id),
    await listTransfers(db, operation.id),
  ]
  const waiting = new Map(
    rows
      .filter((row) => row.status !== 'confirmed' && row.status !== 'failed')
      .map((row) => [row.position, row]),
  )
  const expired = all.filter((t) => t.state === 'dead')
  const expiries = new Map<number, number>()
  for (const position of expired.flatMap((t) => t.positions ?? rows.map((row) => row.position)))
    expiries.set(position, (expiries.get(position) ?? 0) + 1)
  const countExpiries = ({ position }: TransferRow) => expiries.get(position) ?? 0
  let overlaps = false
  // Newest first: a transfer counts for the newest transaction that holds it.
  const inFlight = all
    .filter((t) => t.state === 'signed')
    .reverse()
    .map((t) => {
      const mine = (t.positions ?? [...waiting.keys()]).flatMap((position) => waiting.get(position) ?? [])
      for (const { position } of mine) waiting.delete(position)
      overlaps ||= t.positions !== null && mine.length < t.positions.length
      return toInFlight(t, { rows: mine, attempts: Math.max(0, ...mine.map(countExpiries)) })
    })
  const pending = [...waiting.values()]
  const groups = Map.groupBy(pending, countExpiries)
  const dead = all
    .filter((t) => t.state === 'dead' || t.state === 'released')
    .map((t) =>
      toInFlight(t, {
        rows: pending.filter((row) => t.positions?.includes(row.position)),
        attempts: 0,
      }),
    )
  return {
    pending: [...groups].map(([attempts, group]) => ({ rows: group, attempts })),
    queue: [],
    inFlight: new Set(inFlight),
    dead: new Set(dead),
    overlaps,
    lost: false,
    attempts: totals.attempts,
    formatRefused: false,
    resolving: operation.status === 'resolving',
    completed: totals.confirmed,
    failed: totals.failed,
    total: totals.total,
    fees: totals.fees,
    slot: totals.slot,
  }
}

/** Writes outcomes, and queues the transfers that are to be sent again. */
export async function writeOutcomes(bulk: Bulk, outcomes: Outcomes): Promise<void> {
  const { parts, operation, state } = bulk
  const fees = await readFees(parts, outcomes)
  const settled: TransactionOutcome[] = []
  const again: Chunk[] = []
  const changes: TransferChange[] = []
  let [spent, last, completed, failed] = [0n, state.slot, 0, 0]
  for (const [transaction, outcome] of outcomes) {
    if (outcome.landed && !fees.has(transaction)) {
      // No endpoint has its execution: the report of the landing may have been wrong.
      state.inFlight.add(transaction)
      continue
    }
    const { rows, attempts } = transaction.chunk
    const next = nextStep(outcome, transaction.chunk)
    // It landed, so it did not expire: its halves start counting anew.
    if (next === 'bisect') again.push(...bisect(rows).map((half) => ({ rows: half, attempts: 0 })))
    if (next === 'again') again.push({ rows, attempts: attempts + 1 })
    const error = outcome.landed ? outcome.error : outcome.reason
    const transfers = next === 'confirmed' || next === 'failed' ? next : 'pending'
    const fee = fees.get(transaction) ?? null
    settled.push({
      signature: transaction.signature,
      state: outcome.landed ? (error === null ? 'confirmed' : 'failed') : 'dead',
      finalized: outcome.landed && isFinalError(outcome),
      slot: outcome.landed ? outcome.slot : null,
      fee,
      error,
      transfers,
      positions: rows.map((row) => row.position),
    })
    for (const row of rows)
      changes.push(toChange(row, transfers, transaction.signature, transfers === 'failed' ? error : null))
    spent += fee ?? 0n
    if (outcome.landed && (last === null || outcome.slot > last)) last = outcome.slot
    if (transfers === 'confirmed') completed += rows.length
    if (transfers === 'failed') failed += rows.length
  }
  const mine = await parts.db.transaction((tx) => settle(tx, operation.id, parts.owner, settled))
  if (!mine) {
    state.lost = true
    return
  }
  state.completed += completed
  state.failed += failed
  state.fees += spent
  state.slot = last
  if (last !== null) parts.floor.raise(last)
  for (const [transaction, outcome] of outcomes) if (!outcome.landed) state.dead.add(transaction)
  state.queue.push(...again.filter((chunk) => chunk.rows.length > 0))
  publishChanges(bulk, changes)
}

function nextStep(outcome: Outcome, { rows, attempts }: Chunk) {
  if (outcome.landed && outcome.error === null) return 'confirmed'
  if (!outcome.landed) return isExhausted(attempts + 1) ? 'failed' : 'again'
  return rows.length > 1 ? 'bisect' : 'failed'
}

/**
 * A success costs the fee known at signing (unknown if only a line of the journal file is left); the fee of a failure
 * is read from the chain. Without an entry the fee is unknown and has to be read later; booked without it, it would be
 * missing for good.
 */
async function readFees(parts: RunParts, outcomes: Outcomes): Promise<Map<BulkInFlight, bigint>> {
  const fees = new Map<BulkInFlight, bigint>()
  const limit = pLimit(MAX_CONCURRENT_READS)
  await Promise.all(
    [...outcomes].map(async ([transaction, outcome]) => {
      if (!outcome.landed) return
      if (outcome.error === null && transaction.fee !== null) return fees.set(transaction, transaction.fee)
      const execution = await limit(() => readExecution(parts, transaction.signature))
      if (execution && agrees(execution, outcome)) fees.set(transaction, execution.fee)
    }),
  )
  return fees
}

export const toChange = (
  row: TransferRow,
  status: TransferChange['status'],
  signature: string | null,
  error: string | null = null,
): TransferChange => ({ walletId: row.walletId, walletName: row.walletName, status, signature, error })

export function publishChanges({ parts, operation, state }: Bulk, changes: TransferChange[]): void {
  if (changes.length === 0) return
  const { completed, failed, total } = state
  parts.publishProgress(operation, { completed, failed, total, changes })
}
