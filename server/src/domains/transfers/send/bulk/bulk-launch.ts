/**
 * Signs and sends queued transfers; before anything is signed anew, its earlier transactions are checked for late
 * landings.
 */
import { type Offer, raiseOffer } from '../../../../kernel/solana/budget.ts'
import { bisect } from '../../../../kernel/chunks.ts'
import { Fault, isFault } from '../../../../kernel/fault.ts'
import {
  type BulkInFlight,
  type Chunk,
  signAll,
  type Send,
  type Simulated,
  simulateReady,
} from '../in-flight.ts'
import { type Bulk, toChange, type Outcomes, publishChanges } from './bulk-state.ts'
import * as store from './bulk.store.ts'
import type { Outcome } from '../../certainty/certainty.ts'
import type { WriteQueue } from './bulk-write-queue.ts'
import type { Packing } from '../../kinds.ts'
import { BATCH, isRefusal, MAX_IN_FLIGHT } from '../policy.ts'
import type { Lifetime } from '../../../../kernel/solana/compile.ts'

export type Launch = {
  packing: Packing
  writes: WriteQueue
  send: Send
  /** One blockhash for all that are launched together. */
  lifetime(): Promise<Lifetime>
}
/** It is taken off the queue, and simulated while the batch before it is being signed. */
type Batch = { chunks: Chunk[]; simulation: Promise<Simulation | 'unavailable'> }

/** Launches as many as may be in flight. False: the chain or the database is unavailable, and the queue has to wait. */
export async function launchSome(
  bulk: Bulk,
  { packing, writes, send }: Omit<Launch, 'lifetime'>,
): Promise<boolean> {
  const { parts, operation, state } = bulk
  let blockhash: Promise<Lifetime> | null = null
  const lifetime = () => (blockhash ??= parts.certainty.lifetime())
  const how = { packing, writes, send, lifetime }
  const take = (ahead: number): Batch | null => {
    const room = MAX_IN_FLIGHT - state.inFlight.size - ahead
    if (state.queue.length === 0 || room <= 0 || state.lost) return null
    const chunks = state.queue.splice(0, Math.min(BATCH, room))
    const simulation = guarded(() => simulateBatch(bulk, how, chunks))
    // If the batch before it ends the run, nobody waits for it.
    simulation.catch(() => undefined)
    return { chunks, simulation }
  }
  const putBack = (batch: Batch | null) =>
    state.queue.unshift(...(batch?.chunks ?? []).filter((chunk) => chunk.rows.length > 0))
  let batch = take(0)
  while (batch) {
    // An earlier transaction may hold transfers of several batches: those are then launched one by one.
    const next = state.dead.size === 0 ? take(batch.chunks.length) : null
    const launched = await launch(bulk, how, batch)
    if (launched === 'unavailable') {
      await next?.simulation
      putBack(next)
      putBack(batch)
      return false
    }
    for (const transaction of launched) {
      state.inFlight.add(transaction)
      void send(transaction)
    }
    if (launched.some((transaction) => transaction.attempt === 1)) parts.publishChange(operation, 'running')
    publishChanges(
      bulk,
      launched.flatMap((f) => f.chunk.rows.map((row) => toChange(row, 'sent', f.signature))),
    )
    batch = next ?? take(0)
  }
  return true
}

/** 'unavailable': the chain or the database cannot be reached, and nothing was done. */
async function guarded<T>(work: () => Promise<T>): Promise<T | 'unavailable' | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (!isFault(error)) throw error
    return isRefusal(error) ? { refusal: error.message } : 'unavailable'
  }
}
type Refusal = { refusal: string }

async function launch(bulk: Bulk, how: Launch, batch: Batch): Promise<BulkInFlight[] | 'unavailable'> {
  const { parts, operation, state } = bulk
  const simulation = await batch.simulation
  if (simulation === 'unavailable') return 'unavailable'
  // A deleted wallet, for instance: nothing of this batch has been signed.
  if ('refusal' in simulation) return launchApart(bulk, how, batch.chunks, simulation.refusal)
  const { good, bad } = simulation
  const transactions = await guarded(async () =>
    good.length === 0 ? [] : signAll(parts, operation, good, state.attempts + 1),
  )
  if (transactions === 'unavailable') return 'unavailable'
  if (transactions !== null && 'refusal' in transactions)
    return launchApart(bulk, how, batch.chunks, transactions.refusal)
  if (transactions === null) {
    state.lost = true
    return []
  }
  state.attempts += transactions.length
  // Only now: a batch that is put back whole must not be queued in halves as well.
  for (const { chunk, error } of bad) {
    const { rows, attempts } = chunk
    if (rows.length === 1) await giveUpRows(bulk, [chunk], error)
    else state.queue.push(...bisect(rows).map((half) => ({ rows: half, attempts })))
  }
  return transactions
}

type Simulation = { good: Simulated<Chunk>[]; bad: { chunk: Chunk; error: string }[] } | Refusal

/** Builds and simulates each chunk while nothing is signed: one that fails is bisected until the transfer at fault is alone. */
async function simulateBatch(
  bulk: Bulk,
  { packing, writes, lifetime }: Launch,
  batch: Chunk[],
): Promise<Simulation> {
  const { parts, operation } = bulk
  const landed = await landedBefore(bulk, batch)
  if (landed.size > 0) writes.conclude(landed)
  const chunks = batch.filter((chunk) => chunk.rows.length > 0)
  if (chunks.length > 0) await parts.certainty.requireHistory()
  const all = await whereTaken(bulk, packing, () =>
    Promise.all(
      chunks.map(async (chunk) => {
        const ready = await packing.build(chunk.rows)
        const first = { budget: packing.budget(chunk.rows), fee: packing.fee(chunk.rows) }
        const more = raiseOffer(first, packing.most ?? first.budget.price, chunk.attempts + 1)
        const simulateAt = async ({ budget, fee }: Offer) => {
          const wrapping = { operationId: operation.id, format: packing.format, budget }
          return { ...(await simulateReady(parts, ready, wrapping, lifetime)), fee }
        }
        const raised = await simulateAt(more)
        // The rent may have risen, or others have spent: there may still be enough for the offer of the first attempt.
        const least = raised.error !== null && more.fee > first.fee ? await simulateAt(first) : raised
        const { compiled, fee, error } = least.error === null ? least : raised
        return { chunk, compiled, amounts: ready.amounts ?? [], fee, error }
      }),
    ),
  )
  return {
    good: all.filter(({ error }) => error === null),
    bad: all.flatMap(({ chunk, error }) => (error === null ? [] : [{ chunk, error }])),
  }
}

/** Puts chunks back to be packed anew that a cluster refuses because it does not take the format any more. */
async function whereTaken<T>(
  { parts, state }: Bulk,
  { format }: Packing,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (format === 0 || !isFault(error, 'chain_away')) throw error
    // This is known by now: an endpoint that refuses a simulation is asked at once whether it still takes the format.
    if ((await parts.chain.takesVersion1()) !== false) throw error
    state.formatRefused = true
    throw new Fault('chain_away')
  }
}

/** Chunks that cannot be built together are built one by one, then bisected, so that only the transfer at fault fails. */
async function launchApart(bulk: Bulk, how: Launch, batch: Chunk[], error: string): Promise<BulkInFlight[]> {
  const [chunk] = batch
  if (batch.length === 1 && chunk && chunk.rows.length === 1) {
    await giveUpRows(bulk, [chunk], error)
    return []
  }
  const parted =
    batch.length > 1
      ? batch
      : batch.flatMap(({ rows, attempts }) => bisect(rows).map((half) => ({ rows: half, attempts })))
  const launched: BulkInFlight[] = []
  for (const part of parted.filter(({ rows }) => rows.length > 0)) {
    const some = await launch(bulk, how, {
      chunks: [part],
      simulation: guarded(() => simulateBatch(bulk, how, [part])),
    })
    if (some === 'unavailable') bulk.state.queue.push(part)
    else launched.push(...some)
  }
  return launched
}

/**
 * Lists dead transactions of these transfers that the chain has executed after all. Their transfers are taken off the
 * queue: they must not be sent again. Throws chain_away.
 */
async function landedBefore({ parts, state }: Bulk, batch: Chunk[]): Promise<Outcomes> {
  const outcomes = new Map<BulkInFlight, Outcome>()
  if (state.dead.size === 0) return outcomes
  // Queued ones are included: they may have been in the same transaction.
  const all = [...batch, ...state.queue]
  const waiting = new Set(all.flatMap(({ rows }) => rows.map((row) => row.position)))
  const former = [...state.dead].filter((f) => f.chunk.rows.some((row) => waiting.has(row.position)))
  for (const [transaction, landing] of await parts.certainty.findLateLandings(former)) {
    parts.log.warn({ signature: transaction.signature }, 'a transaction landed after it had expired')
    state.dead.delete(transaction)
    state.overlaps = true
    const rows = transaction.chunk.rows.filter((row) => landing.error === null && waiting.has(row.position))
    const paid = new Set(rows.map((row) => row.position))
    for (const chunk of all) chunk.rows = chunk.rows.filter((row) => !paid.has(row.position))
    // It contradicts a certain outcome: without a fee, its execution is read from the chain before it is believed.
    outcomes.set({ ...transaction, fee: null, chunk: { rows, attempts: 0 } }, landing)
  }
  return outcomes
}

/** Fails transfers that can never be sent. */
export async function giveUpRows(bulk: Bulk, chunks: Chunk[], error: string): Promise<void> {
  const { parts, operation, state } = bulk
  const rows = chunks.flatMap((chunk) => chunk.rows)
  if (rows.length === 0) return
  const positions = rows.map((row) => row.position)
  const mine = await parts.db.transaction((tx) =>
    store.failTransfers(tx, operation.id, parts.owner, { positions, error }),
  )
  if (!mine) {
    state.lost = true
    return
  }
  state.failed += rows.length
  publishChanges(
    bulk,
    rows.map((row) => toChange(row, 'failed', null, error)),
  )
}
