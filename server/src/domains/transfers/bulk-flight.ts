/** Transactions on their way: signed, written down, sent by a bounded number of calls at once, and heard of again. */
import type { Signature } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import { insertSigned, type SignedRow } from './bulk.store.ts'
import type { ExecuteParts } from './attempt.ts'
import { landing, type Outcome as Certain, pastTheirTime } from './certainty.ts'
import { journalLines } from './journal-line.ts'
import type { Operation, Packing } from './kinds.ts'
import { type Lifetime, sign } from './sign.ts'
import type { TransferRow } from './transfers.store.ts'

/** Transfers that travel together; `attempts` counts how often they have expired, over all runs. `behindSince`: the node does not know the blockhash. */
export type Chunk = { rows: TransferRow[]; attempts: number; behindSince?: number }
export type Flight = {
  chunk: Chunk
  signature: Signature
  bytes: Uint8Array
  lastValidBlockHeight: bigint
  attempt: number
  fee: bigint | null
  /** Signed by this run and not sent before: a refusal in simulation is then certain, for nobody else has the bytes. */
  fresh: boolean
  sending: boolean
  sentAt: number
  refused: string | null
}
export type Outcome = Exclude<Certain, 'stopped'>

const CALLS_AT_ONCE = 32
export const REBROADCAST_MS = 2_000

/** Sends the same bytes, at most so many at once. */
export function createSender({ chain, log, watch }: ExecuteParts) {
  let free = CALLS_AT_ONCE
  const waiting: (() => void)[] = []
  return async function send(flight: Flight): Promise<void> {
    flight.sending = true
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free--
    const first = flight.fresh
    try {
      const sent = await chain.send(flight.bytes, { skipPreflight: !first })
      if (sent.outcome === 'refused' && first) {
        flight.refused = sent.reason
        // It will never be heard of, and its halves should not wait for that.
        watch.hurry()
      } else flight.fresh = false
      if (sent.outcome === 'unknown')
        log.debug({ signature: flight.signature, reason: sent.reason }, 'a send got no answer')
    } finally {
      flight.sentAt = Date.now()
      flight.sending = false
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

/** Signs and writes down, in the database and then in the fsynced file, before anybody may send. null: the operation is another process's. */
export async function signAll(
  parts: ExecuteParts,
  operation: Operation,
  packing: Packing,
  chunks: Chunk[],
  { lifetime, firstAttempt }: { lifetime: Lifetime; firstAttempt: number },
): Promise<Flight[] | null> {
  const { db, owner } = parts
  const built = await Promise.all(
    chunks.map(async (chunk, i) => {
      const ready = await packing.build(chunk.rows)
      await parts.payers.ready(ready.feePayer.address)
      const count = chunk.rows.length
      const wrapping = { operationId: operation.id, format: packing.format, budget: packing.budget(count) }
      const signed = await sign(ready, wrapping, lifetime)
      const flight: Flight = {
        ...signed,
        chunk,
        attempt: firstAttempt + i,
        fee: packing.fee(count),
        fresh: true,
        sending: false,
        sentAt: 0,
        refused: null,
      }
      return { flight, amounts: ready.amounts ?? [] }
    }),
  )
  const flights = built.map((b) => b.flight)
  const rows = flights.map(
    (f): SignedRow => ({
      signature: f.signature,
      operationId: operation.id,
      attempt: f.attempt,
      bytes: f.bytes,
      lastValidBlockHeight: f.lastValidBlockHeight,
      positions: f.chunk.rows.map((row) => row.position),
      state: 'signed',
      fee: f.fee,
    }),
  )
  const owned = await db.transaction((tx) =>
    insertSigned(
      tx as unknown as Db,
      operation.id,
      owner,
      rows,
      built.flatMap((b) => b.amounts),
    ),
  )
  if (!owned) return null
  for (const { amounts, flight } of built)
    for (const { position, amount } of amounts) {
      const row = flight.chunk.rows.find((r) => r.position === position)
      if (row) row.amount = amount
    }
  await journalAll(parts, operation, flights)
  return flights
}

export async function journalAll(
  parts: ExecuteParts,
  operation: Operation,
  flights: Flight[],
): Promise<void> {
  if (flights.length === 0) return
  const signed = flights.map((f) => ({ ...f, rows: f.chunk.rows }))
  const lines = await journalLines(parts, operation, signed)
  await Promise.all(lines.map((line) => parts.journal.append(line)))
}

export type Look = { outcomes: Map<Flight, Outcome>; away: boolean }

/** One poll for all; what is unknown for long is sent again, or found to be past its time. */
export async function look(
  parts: ExecuteParts,
  flights: Flight[],
  send: (flight: Flight) => Promise<void>,
): Promise<Look> {
  const { watch } = parts
  const outcomes = new Map<Flight, Outcome>()
  for (const f of flights)
    if (f.refused !== null) outcomes.set(f, { landed: false, state: 'refused', reason: f.refused })
  const asked = flights.filter((f) => !outcomes.has(f))
  const states = await Promise.all(asked.map((f) => watch.next(f.signature)))
  let away = false
  const unknown = asked.filter((f, i) => {
    const state = states[i] ?? null
    if (state === 'away') {
      away = true
      return true
    }
    const outcome = landing(state)
    if (outcome) outcomes.set(f, outcome)
    return state === null
  })
  const stale = unknown.filter((f) => !f.sending && Date.now() - f.sentAt >= REBROADCAST_MS)
  if (stale.length > 0) {
    const late = await pastTheirTime(parts, stale)
    for (const [flight, outcome] of late) if (outcome) outcomes.set(flight, outcome)
    // Past its time it cannot land any more: only whether it has is still open. Sending the same again harms never.
    for (const f of stale) if (!late.has(f) && f.refused === null) void send(f)
  }
  return { outcomes, away }
}
