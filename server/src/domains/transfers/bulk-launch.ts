/** What waits is signed, written down and sent; before anything is signed anew, what went before it is looked for. */
import { isFault } from '../../kernel/fault.ts'
import { type Chunk, type InFlight, signAll, type Simulated } from './in-flight.ts'
import { type Bulk, change, type Outcomes, report } from './bulk-state.ts'
import * as store from './bulk.store.ts'
import type { Outcome } from './certainty.ts'
import type { WriteQueue } from './bulk-write-queue.ts'
import type { Packing } from './kinds.ts'
import { bisect } from './plan-sol.ts'
import { compile, type Lifetime } from './sign.ts'

/** Transactions on their way at once: what one status call can ask about. */
const IN_FLIGHT = 256
/** Signed and written down together. */
const BATCH = 32

export type Launch = {
  packing: Packing
  writes: WriteQueue
  send: (transaction: InFlight) => Promise<void>
  /** One for all that is launched at once. */
  lifetime(): Promise<Lifetime>
}
/** Taken out of the queue, and tried out while the batch before it is signed. */
type Batch = { chunks: Chunk[]; simulation: Promise<Simulation | 'later'> }

/** As many as may be on their way. False: chain or database are away, and what waits must go on waiting. */
export async function launchSome(
  bulk: Bulk,
  { packing, writes, send }: Omit<Launch, 'lifetime'>,
): Promise<boolean> {
  const { parts, operation, state } = bulk
  let asked: Promise<Lifetime> | null = null
  const lifetime = () => (asked ??= parts.certainty.lifetime())
  const how = { packing, writes, send, lifetime }
  const take = (ahead: number): Batch | null => {
    const room = IN_FLIGHT - state.inFlight.size - ahead
    if (state.queue.length === 0 || room <= 0 || state.lost) return null
    const chunks = state.queue.splice(0, Math.min(BATCH, room))
    return { chunks, simulation: guarded(() => simulateBatch(bulk, how, chunks)) }
  }
  const putBack = (batch: Batch | null) =>
    state.queue.unshift(...(batch?.chunks ?? []).filter((chunk) => chunk.rows.length > 0))
  let batch = take(0)
  while (batch) {
    // What was signed before and is over may concern several waves: then they are looked at one after another.
    const next = state.over.size === 0 ? take(batch.chunks.length) : null
    const launched = await launch(bulk, how, batch)
    if (launched === 'later') {
      await next?.simulation
      putBack(next)
      putBack(batch)
      return false
    }
    for (const transaction of launched) {
      state.inFlight.add(transaction)
      void send(transaction)
    }
    if (launched.length > 0) writes.add(() => showSent(bulk, launched))
    if (launched.some((transaction) => transaction.attempt === 1)) parts.changed(operation, 'running')
    batch = next ?? take(0)
  }
  return true
}

async function showSent(bulk: Bulk, transactions: InFlight[]): Promise<void> {
  const { parts, operation } = bulk
  const sent = transactions.map(({ signature, chunk }) => ({
    signature,
    positions: chunk.rows.map((row) => row.position),
  }))
  await store.markSent(parts.db, operation.id, parts.owner, sent)
  report(
    bulk,
    transactions.flatMap((f) => f.chunk.rows.map((row) => change(row, 'sent', f.signature))),
  )
}

/** 'later': the chain or the database is away, and nothing was done. */
async function guarded<T>(work: () => Promise<T>): Promise<T | 'later' | Refusal> {
  try {
    return await work()
  } catch (error) {
    if (!isFault(error)) throw error
    return error.status >= 500 ? 'later' : { refusal: error.message }
  }
}
type Refusal = { refusal: string }

async function launch(bulk: Bulk, how: Launch, batch: Batch): Promise<InFlight[] | 'later'> {
  const { parts, operation, state } = bulk
  const simulation = await batch.simulation
  if (simulation === 'later') return 'later'
  // A wallet that is gone, say: nothing of this batch was signed for sending.
  if ('refusal' in simulation) return apart(bulk, how, batch.chunks, simulation.refusal)
  const { good, bad } = simulation
  const transactions = await guarded(async () =>
    good.length === 0 ? [] : signAll(parts, operation, how.packing, good, state.attempts + 1),
  )
  if (transactions === 'later') return 'later'
  if (transactions !== null && 'refusal' in transactions)
    return apart(bulk, how, batch.chunks, transactions.refusal)
  if (transactions === null) {
    state.lost = true
    return []
  }
  state.attempts += transactions.length
  // Only now: what is to be tried again whole must not be tried again in halves as well.
  for (const { chunk, error } of bad) {
    const { rows, attempts } = chunk
    if (rows.length === 1) await giveUpRows(bulk, [chunk], error)
    else state.queue.push(...bisect(rows).map((half) => ({ rows: half, attempts })))
  }
  return transactions
}

type Simulation = { good: Simulated[]; bad: { chunk: Chunk; error: string }[] } | Refusal

/**
 * Builds and simulates each while nothing of it is signed: what fails is to be split in halves, until the transfer at
 * fault stands alone and is given up.
 */
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
  const minContextSlot = parts.floor.slot()
  const all = await Promise.all(
    chunks.map(async (chunk) => {
      const ready = await packing.build(chunk.rows)
      await parts.payers.ready(ready.feePayer.address)
      const budget = packing.budget(chunk.rows.length)
      const wrapping = { operationId: operation.id, format: packing.format, budget }
      const compiled = compile(ready, wrapping, await lifetime())
      const { error } = await parts.chain.simulate(compiled.unsigned, { minContextSlot })
      return { chunk, compiled, amounts: ready.amounts ?? [], error }
    }),
  )
  return {
    good: all.filter(({ error }) => error === null),
    bad: all.flatMap(({ chunk, error }) => (error === null ? [] : [{ chunk, error }])),
  }
}

/** What cannot be built together is built alone, so that only the one at fault fails. */
async function apart(bulk: Bulk, how: Launch, batch: Chunk[], error: string): Promise<InFlight[]> {
  const [chunk] = batch
  if (batch.length === 1 && chunk && chunk.rows.length === 1) {
    await giveUpRows(bulk, [chunk], error)
    return []
  }
  const parted =
    batch.length > 1
      ? batch
      : batch.flatMap(({ rows, attempts }) => bisect(rows).map((half) => ({ rows: half, attempts })))
  const launched: InFlight[] = []
  for (const part of parted.filter(({ rows }) => rows.length > 0)) {
    const some = await launch(bulk, how, {
      chunks: [part],
      simulation: guarded(() => simulateBatch(bulk, how, [part])),
    })
    if (some === 'later') bulk.state.queue.push(part)
    else launched.push(...some)
  }
  return launched
}

/**
 * Of the transactions that these transfers were signed in before and that were over, any that the chain has executed
 * after all. Its transfers are taken out of all that waits: they must not be sent again. Throws chain_away.
 */
async function landedBefore({ parts, state }: Bulk, batch: Chunk[]): Promise<Outcomes> {
  const outcomes = new Map<InFlight, Outcome>()
  if (state.over.size === 0) return outcomes
  // Also what waits for a later batch: it may hold others of the same transaction.
  const all = [...batch, ...state.queue]
  const waiting = new Set(all.flatMap(({ rows }) => rows.map((row) => row.position)))
  const former = [...state.over].filter((f) => f.chunk.rows.some((row) => waiting.has(row.position)))
  for (const [transaction, landing] of await parts.certainty.lateLandings(former)) {
    parts.log.warn({ signature: transaction.signature }, 'a transaction landed after its time was over')
    state.over.delete(transaction)
    const rows = transaction.chunk.rows.filter((row) => landing.error === null && waiting.has(row.position))
    const paid = new Set(rows.map((row) => row.position))
    for (const chunk of all) chunk.rows = chunk.rows.filter((row) => !paid.has(row.position))
    outcomes.set({ ...transaction, chunk: { rows, attempts: 0 } }, landing)
  }
  return outcomes
}

/** Transfers that can never be sent. */
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
  report(
    bulk,
    rows.map((row) => change(row, 'failed', null, error)),
  )
}
