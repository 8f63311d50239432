/** What is known of an operation of many transfers while it runs, and how that changes. */
import type { TransferChange } from '@purser/contract/distributions.ts'
import type { Signature } from '@solana/kit'
import { Fault, isFault } from '../../kernel/fault.ts'
import type { Chunk, InFlight } from './in-flight.ts'
import * as store from './bulk.store.ts'
import { type ExecuteParts, MAX_ATTEMPTS } from './attempt.ts'
import type { Outcome } from './certainty.ts'
import type { Operation } from './kinds.ts'
import { isFinalError, type Landing } from './landing.ts'
import { bisect } from './plan-sol.ts'
import { listTransactions, listTransfers, type TransactionRow, type TransferRow } from './transfers.store.ts'

const RETRY_MS = 500

export type State = {
  /** Loaded and not yet packed; what has expired as often as one another may travel together. */
  pending: { rows: TransferRow[]; attempts: number }[]
  queue: Chunk[]
  inFlight: Set<InFlight>
  /** Transactions that are over without having landed: looked for once more before their transfers are signed anew. */
  over: Set<InFlight>
  /** The operation is another process's by now: nothing more may be done or written. */
  lost: boolean
  attempts: number
  resolving: boolean
  completed: number
  failed: number
  total: number
  /** Lamports paid so far, and the last slot in which anything landed. */
  fees: bigint
  slot: bigint | null
}

/** One run of one operation. */
export type Bulk = { parts: ExecuteParts; operation: Operation; state: State }
export type Outcomes = Map<InFlight, Outcome>

/** What the database knows of the operation. */
export async function load({ db }: ExecuteParts, operation: Operation): Promise<State> {
  const [all, totals, rows] = [
    await listTransactions(db, operation.id),
    await store.readTotals(db, operation.id),
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
  const expiriesOf = ({ position }: TransferRow) => expiries.get(position) ?? 0
  // The newest first: what it holds is no older one's business.
  const inFlight = all
    .filter((t) => t.state === 'signed')
    .reverse()
    .map((t) => {
      const mine = (t.positions ?? [...waiting.keys()]).flatMap((position) => waiting.get(position) ?? [])
      for (const { position } of mine) waiting.delete(position)
      return toInFlight(t, mine, Math.max(0, ...mine.map(expiriesOf)))
    })
  const pending = [...waiting.values()]
  const groups = Map.groupBy(pending, expiriesOf)
  const over = all
    .filter((t) => t.state === 'dead' || t.state === 'released')
    .map((t) =>
      toInFlight(
        t,
        pending.filter((row) => t.positions?.includes(row.position)),
      ),
    )
  return {
    pending: [...groups].map(([attempts, of]) => ({ rows: of, attempts })),
    queue: [],
    inFlight: new Set(inFlight),
    over: new Set(over),
    lost: false,
    attempts: totals.attempts,
    resolving: operation.status === 'resolving',
    completed: totals.confirmed,
    failed: totals.failed,
    total: totals.total,
    fees: totals.fees,
    slot: totals.slot,
  }
}

const toInFlight = (t: TransactionRow, rows: TransferRow[], attempts = 0): InFlight => ({
  chunk: { rows, attempts },
  operationId: t.operationId,
  signature: t.signature as Signature,
  bytes: t.bytes,
  lastValidBlockHeight: t.lastValidBlockHeight,
  signedSlot: t.signedSlot,
  attempt: t.attempt,
  fee: t.fee,
  sent: true,
  sending: false,
  sentAt: Number.NEGATIVE_INFINITY,
  failingAt: null,
  late: false,
})

/** Waits out a chain that is away. null: the engine stops. */
export async function patiently<T>(
  { signal, clock, log }: ExecuteParts,
  ask: () => Promise<T>,
): Promise<T | null> {
  while (!signal.aborted) {
    try {
      return await ask()
    } catch (error) {
      if (!isFault(error) || error.status < 500) throw error
      log.debug({ reason: error.message }, 'waiting for the chain')
      await clock.sleep(RETRY_MS, signal)
    }
  }
  return null
}

/** Writes down what has become of transactions, and queues what is to be done again. */
export async function conclude(bulk: Bulk, outcomes: Outcomes): Promise<void> {
  const { parts, operation, state } = bulk
  const settled: store.Settled[] = []
  const again: Chunk[] = []
  const changes: TransferChange[] = []
  let [spent, last, completed, failed] = [0n, state.slot, 0, 0]
  for (const [transaction, outcome] of outcomes) {
    const { rows, attempts } = transaction.chunk
    const next = nextOf(outcome, transaction.chunk)
    // What landed did not expire: its halves may again, as often as anything.
    if (next === 'bisect') again.push(...bisect(rows).map((half) => ({ rows: half, attempts: 0 })))
    if (next === 'again') again.push({ rows, attempts: attempts + 1 })
    const error = outcome.landed ? outcome.error : outcome.reason
    const transfers = next === 'confirmed' || next === 'failed' ? next : 'pending'
    const fee = outcome.landed ? await feeOf(parts, transaction, outcome) : null
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
      changes.push(change(row, transfers, transaction.signature, transfers === 'failed' ? error : null))
    spent += fee ?? 0n
    if (outcome.landed && (last === null || outcome.slot > last)) last = outcome.slot
    if (transfers === 'confirmed') completed += rows.length
    if (transfers === 'failed') failed += rows.length
  }
  const mine = await parts.db.transaction((tx) => store.settle(tx, operation.id, parts.owner, settled))
  if (!mine) {
    state.lost = true
    return
  }
  state.completed += completed
  state.failed += failed
  state.fees += spent
  state.slot = last
  if (last !== null) parts.floor.raise(last)
  for (const [transaction, outcome] of outcomes) if (!outcome.landed) state.over.add(transaction)
  state.queue.push(...again.filter((chunk) => chunk.rows.length > 0))
  report(bulk, changes)
}

function nextOf(outcome: Outcome, { rows, attempts }: Chunk) {
  if (outcome.landed && outcome.error === null) return 'confirmed'
  if (!outcome.landed) return attempts + 1 >= MAX_ATTEMPTS ? 'failed' : 'again'
  return rows.length > 1 ? 'bisect' : 'failed'
}

/**
 * Of what succeeded it is known since it was signed, but for what only the journal file remembered without it. Of what
 * failed the chain may have taken another one than was planned. null: the engine stops.
 */
async function feeOf(parts: ExecuteParts, transaction: InFlight, { error }: Landing): Promise<bigint | null> {
  if (transaction.fee !== null && error === null) return transaction.fee
  const execution = await patiently(parts, async () => {
    const found = await parts.chain.execution(transaction.signature)
    // Another ending than what is certain: this endpoint is wrong.
    if (!found || (found.err === null) !== (error === null)) throw new Fault('chain_away')
    return found
  })
  return execution?.fee ?? null
}

export const change = (
  row: TransferRow,
  status: TransferChange['status'],
  signature: string | null,
  error: string | null = null,
): TransferChange => ({ walletId: row.walletId, walletName: row.walletName, status, signature, error })

export function report({ parts, operation, state }: Bulk, changes: TransferChange[]): void {
  if (changes.length === 0) return
  const { completed, failed, total } = state
  parts.progressed(operation, { completed, failed, total, changes })
}
