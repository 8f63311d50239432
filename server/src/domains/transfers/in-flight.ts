/** Transactions on their way: signed, written down, sent by a bounded number of calls at once, and heard of again. */
import type { Signature } from '@solana/kit'
import { insertSigned, type NewAmount, type SignedRow } from './bulk.store.ts'
import type { ExecuteParts } from './attempt.ts'
import type { Outcome } from './certainty.ts'
import { journalLines } from './journal-line.ts'
import type { Operation, Packing } from './kinds.ts'
import { landing } from './landing.ts'
import type { Compiled } from './sign.ts'
import type { TransferRow } from './transfers.store.ts'

/** Transfers that travel together; `attempts` counts how often they have expired, over all runs. */
export type Chunk = { rows: TransferRow[]; attempts: number }
export type InFlight = {
  chunk: Chunk
  operationId: string
  signature: Signature
  bytes: Uint8Array
  lastValidBlockHeight: bigint
  signedSlot: bigint | null
  attempt: number
  fee: bigint | null
  /** Not by this run, if at all. */
  sent: boolean
  sending: boolean
  /** By the monotonic clock. */
  sentAt: number
  /** It landed with an error, and was asked about then: only once finalized is that certain. */
  failingAt: number | null
  /** Its time is over, and nobody could say yet what became of it. */
  late: boolean
}

/** Built, and simulated without an error. */
export type Simulated = { chunk: Chunk; compiled: Compiled; amounts: NewAmount[] }

const CALLS_AT_ONCE = 32
export const REBROADCAST_MS = 2_000
/** Between two looks at those that landed with an error. */
const FINALITY_POLL_MS = 1_000

/** Sends the same bytes, at most so many at once; from the second time on to every endpoint. */
export function createSender({ chain, clock, log }: ExecuteParts) {
  let free = CALLS_AT_ONCE
  const waiting: (() => void)[] = []
  return async function send(transaction: InFlight): Promise<void> {
    transaction.sending = true
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    else free--
    try {
      const answer = await chain.send(transaction.bytes, { everywhere: transaction.sent })
      transaction.sent = true
      if (answer.outcome !== 'accepted')
        log.debug(
          { signature: transaction.signature, answer: answer.outcome, reason: answer.reason },
          'a send was not accepted; what becomes of it is being resolved',
        )
    } finally {
      transaction.sentAt = clock.monotonic()
      transaction.sending = false
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
  chunks: Simulated[],
  firstAttempt: number,
): Promise<InFlight[] | null> {
  const { db, owner } = parts
  const built = await Promise.all(
    chunks.map(async ({ chunk, compiled, amounts }, i) => {
      const signed = await compiled.sign()
      const transaction: InFlight = {
        ...signed,
        operationId: operation.id,
        chunk,
        attempt: firstAttempt + i,
        fee: packing.fee(chunk.rows.length),
        sent: false,
        sending: false,
        sentAt: Number.NEGATIVE_INFINITY,
        failingAt: null,
        late: false,
      }
      return { transaction, amounts }
    }),
  )
  const transactions = built.map((b) => b.transaction)
  const rows = transactions.map(
    (f): SignedRow => ({
      signature: f.signature,
      operationId: operation.id,
      attempt: f.attempt,
      bytes: f.bytes,
      lastValidBlockHeight: f.lastValidBlockHeight,
      signedSlot: f.signedSlot,
      positions: f.chunk.rows.map((row) => row.position),
      state: 'signed',
      fee: f.fee,
    }),
  )
  const owned = await db.transaction((tx) =>
    insertSigned(
      tx,
      operation.id,
      owner,
      rows,
      built.flatMap((b) => b.amounts),
    ),
  )
  if (!owned) return null
  for (const { amounts, transaction } of built)
    for (const { position, amount } of amounts) {
      const row = transaction.chunk.rows.find((r) => r.position === position)
      if (row) row.amount = amount
    }
  await journalAll(parts, operation, transactions)
  return transactions
}

export async function journalAll(
  parts: ExecuteParts,
  operation: Operation,
  transactions: InFlight[],
): Promise<void> {
  if (transactions.length === 0) return
  const signed = transactions.map((f) => ({ ...f, slot: f.signedSlot, rows: f.chunk.rows }))
  const lines = await journalLines(parts, operation, signed)
  await Promise.all(lines.map((line) => parts.journal.append(line)))
}

/** `doubtful`: of some it is not known what became of them, although it could be. */
export type Poll = { outcomes: Map<InFlight, Outcome>; doubtful: boolean }

/** One poll for all; what is unknown for long is sent again, and looked for at all endpoints once its time is over. */
export async function poll(
  parts: ExecuteParts,
  transactions: InFlight[],
  send: (transaction: InFlight) => Promise<void>,
): Promise<Poll> {
  const { watch, clock, signal } = parts
  const outcomes = new Map<InFlight, Outcome>()
  let doubtful = false
  // What waits for its block to be finalized need not be asked about with every poll.
  const due = (f: InFlight) => f.failingAt === null || clock.monotonic() - f.failingAt >= FINALITY_POLL_MS
  const asked = transactions.filter(due)
  if (asked.length < transactions.length) doubtful = true
  if (asked.length === 0) {
    await clock.sleep(FINALITY_POLL_MS / 4, signal)
    return { outcomes, doubtful }
  }
  const states = await Promise.all(asked.map((f) => watch.next(f.signature)))
  const unknown = asked.filter((f, i) => {
    const state = states[i] ?? null
    const landed = state === 'unavailable' ? null : landing(state)
    if (landed?.error === null) outcomes.set(f, landed)
    f.failingAt = landed && landed.error !== null ? clock.monotonic() : null
    if (state === 'unavailable' || f.failingAt !== null) doubtful = true
    return state === 'unavailable' || landing(state) === null
  })
  const failing = asked.filter((f) => f.failingAt !== null)
  for (const [transaction, landed] of await parts.certainty.failures(failing))
    outcomes.set(transaction, landed)
  const stale = unknown.filter((f) => !f.sending && clock.monotonic() - f.sentAt >= REBROADCAST_MS)
  if (stale.length > 0) {
    for (const [transaction, outcome] of await parts.certainty.examine(stale)) {
      if (outcome) outcomes.set(transaction, outcome)
      transaction.late = outcome === null
    }
    // Also what is past its time as far as one endpoint says: sending the same again harms never.
    for (const f of stale) if (!outcomes.has(f)) void send(f)
  }
  return { outcomes, doubtful: doubtful || transactions.some((f) => f.late && !outcomes.has(f)) }
}
