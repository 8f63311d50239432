/**
 * Carries an operation of many transfers to its end: packs what is not sent yet, journals, sends, and follows every
 * transaction until its outcome is certain. What fails as a whole is tried again in halves, so that one bad recipient
 * stands alone. May be broken off at any point and begun again: the database and the chain alone say what is left.
 */
import type { Signature } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import { pause } from '../../kernel/clock.ts'
import { isFault } from '../../kernel/fault.ts'
import { type Chunk, createSender, type Flight, journalAll, look, signAll } from './bulk-flight.ts'
import { change, conclude, patiently, type State, tell } from './bulk-state.ts'
import * as store from './bulk.store.ts'
import type { ExecuteParts } from './execute.ts'
import type { BulkKind, Operation, Packing } from './kinds.ts'
import { chunksOf, halvesOf } from './plan-sol.ts'
import { listTransfers, type TransferRow } from './transfers.store.ts'

/** Transactions on their way at once: what one status call can ask about. */
const IN_FLIGHT = 256
/** Signed and written down together. */
const WAVE = 32
const RETRY_MS = 500

export async function executeBulk(parts: ExecuteParts, kind: BulkKind, operation: Operation): Promise<void> {
  const { signal } = parts
  const packing = await patiently(parts, () => kind.prepare(operation))
  if (packing === null) return
  const state = await load(parts, operation)
  if ('refused' in packing) await fail(parts, operation, state, state.pending.splice(0), packing.refused)
  else
    state.queue.push(
      ...chunksOf(state.pending.splice(0), packing.size).map((rows) => ({ rows, attempts: 0 })),
    )
  const send = createSender(parts)
  await journalAll(parts, operation, [...state.flights])

  while (!signal.aborted && (state.queue.length > 0 || state.flights.size > 0)) {
    while (state.queue.length > 0 && state.flights.size < IN_FLIGHT && !('refused' in packing)) {
      const wave = state.queue.splice(0, Math.min(WAVE, IN_FLIGHT - state.flights.size))
      const launched = await launch(parts, operation, packing, state, wave)
      if (launched === 'not ours') return
      if (launched === 'later') {
        state.queue.unshift(...wave)
        break
      }
      for (const flight of launched) {
        state.flights.add(flight)
        void send(flight)
      }
    }
    if (state.flights.size === 0) {
      if (state.queue.length > 0) await pause(RETRY_MS, signal)
      continue
    }
    const { outcomes, away } = await look(parts, [...state.flights], send)
    if (signal.aborted) return
    if (away !== state.resolving) await resolving(parts, operation, state, away)
    if (outcomes.size > 0) await conclude(parts, operation, state, outcomes)
  }
  if (!signal.aborted) await end(parts, kind, operation, state)
}

async function load({ db }: ExecuteParts, operation: Operation): Promise<State> {
  const [open, totals, rows] = [
    await store.listOpen(db, operation.id),
    await store.readTotals(db, operation.id),
    await listTransfers(db, operation.id),
  ]
  const flights = open.map((t): Flight => {
    // Only what no later transaction has taken over.
    const mine = rows.filter(
      (row) => row.signature === t.signature && ['sent', 'resolving'].includes(row.status),
    )
    return {
      chunk: { rows: mine, attempts: 0 },
      signature: t.signature as Signature,
      bytes: t.bytes,
      lastValidBlockHeight: t.lastValidBlockHeight,
      attempt: t.attempt,
      fee: t.fee,
      fresh: false,
      sending: false,
      sentAt: 0,
      refused: null,
    }
  })
  return {
    pending: rows.filter((row) => row.status === 'pending'),
    queue: [],
    flights: new Set(flights),
    attempts: totals.attempts,
    resolving: operation.status === 'resolving',
    completed: totals.confirmed,
    failed: totals.failed,
    total: totals.total,
    fees: totals.fees,
    slot: totals.slot,
  }
}

async function launch(
  parts: ExecuteParts,
  operation: Operation,
  packing: Packing,
  state: State,
  wave: Chunk[],
): Promise<Flight[] | 'not ours' | 'later'> {
  try {
    const flights = await signAll(parts, operation, packing, wave, state.attempts + 1)
    if (flights === null) return 'not ours'
    state.attempts += flights.length
    tell(
      parts,
      operation,
      state,
      flights.flatMap((f) => f.chunk.rows.map((row) => change(row, 'sent', f.signature))),
    )
    return flights
  } catch (error) {
    if (!isFault(error)) throw error
    if (error.status >= 500) return 'later'
    // A wallet that is gone, say: nothing of this wave was signed for sending.
    const [chunk] = wave
    if (wave.length === 1 && chunk && chunk.rows.length === 1) {
      await fail(parts, operation, state, chunk.rows, error.message)
      return []
    }
    const apart = wave.length > 1 ? wave.map((c) => [c]) : halve(wave)
    const launched: Flight[] = []
    for (const part of apart) {
      const some = await launch(parts, operation, packing, state, part)
      if (some === 'not ours') return some
      if (some === 'later') state.queue.push(...part)
      else launched.push(...some)
    }
    return launched
  }
}

const halve = (wave: Chunk[]): Chunk[][] =>
  wave.flatMap(({ rows, attempts }) => halvesOf(rows).map((half) => [{ rows: half, attempts }]))

async function resolving(
  parts: ExecuteParts,
  operation: Operation,
  state: State,
  away: boolean,
): Promise<void> {
  state.resolving = away
  await parts.db.transaction((tx) => store.setResolving(tx as unknown as Db, operation.id, away))
  parts.changed(operation, away ? 'resolving' : 'running')
  const status = away ? 'resolving' : 'sent'
  tell(
    parts,
    operation,
    state,
    [...state.flights].flatMap((f) => f.chunk.rows.map((row) => change(row, status, f.signature))),
  )
}

async function fail(
  parts: ExecuteParts,
  operation: Operation,
  state: State,
  rows: TransferRow[],
  error: string,
): Promise<void> {
  if (rows.length === 0) return
  await store.failTransfers(
    parts.db,
    operation.id,
    rows.map((row) => row.position),
    error,
  )
  state.failed += rows.length
  tell(
    parts,
    operation,
    state,
    rows.map((row) => change(row, 'failed', null, error)),
  )
}

/** An expired transaction that landed after all would be a payment too many: it is looked for once more, and said aloud. */
async function watchLate(parts: ExecuteParts, operation: Operation): Promise<string | null> {
  const expired = await store.listExpired(parts.db, operation.id)
  if (expired.length === 0) return null
  const states = await patiently(parts, () =>
    parts.chain.statuses(expired as Signature[], { searchHistory: true }),
  )
  const late = expired.filter((_, i) => {
    const state = states?.[i]
    return state != null && state.err === null
  })
  if (late.length === 0) return null
  parts.log.error({ operation: operation.id, signatures: late }, 'transactions landed after they had expired')
  return `The chain executed transactions after they had expired: ${late.join(', ')}`
}

async function end(parts: ExecuteParts, kind: BulkKind, operation: Operation, state: State): Promise<void> {
  const { db, presence } = parts
  const late = await watchLate(parts, operation)
  const { slot, fees, completed, failed, total } = state
  const result = await patiently(parts, () => kind.close(operation, { slot, fees }))
  if (result === null && parts.signal.aborted) return
  const status = failed === 0 && completed === total ? 'completed' : completed > 0 ? 'partial' : 'failed'
  const ending = { status, error: late, result, slot } as const
  const ended = await db.transaction((tx) =>
    store.finishBulk(tx as unknown as Db, operation.id, presence.id, ending),
  )
  if (ended) parts.changed(operation, status)
  state.resolving = false
}
