/** Transactions in flight: built, simulated, signed, written, sent, and polled until their outcome is certain. */
import type { Signature } from '@solana/kit'
import pLimit from 'p-limit'
import type { Outcome } from '../certainty/certainty.ts'
import type { RunParts } from './run-parts.ts'
import { transactionFee } from '../funds/format.ts'
import { toJournalLines } from '../journal/journal-line.ts'
import { judgeSimulation } from './judge-simulation.ts'
import type { Operation, ReadyTransaction } from '../kinds.ts'
import { toLanding } from './landing.ts'
import { FINALITY_POLL_MS, MAX_CONCURRENT_SENDS, RESEND_MS } from './policy.ts'
import { compile, type Compiled, type Lifetime, type Wrapping } from '../../../kernel/solana/compile.ts'
import type { NewAmount } from '../records/amounts.store.ts'
import { type JournalContext, insertSigned, readJournalContext, type SignedRow } from './signed.store.ts'
import type { TransactionRow } from '../records/transactions.store.ts'
import type { TransferRow } from '../records/transfers.store.ts'

/** Transfers in one transaction; `attempts` counts how often they have expired, over all runs. */
export type Chunk = { rows: TransferRow[]; attempts: number }
export type InFlight = {
  /** null for a single operation, whose transaction holds all of it. */
  chunk: Chunk | null
  operationId: string
  signature: Signature
  bytes: Uint8Array
  lastValidBlockHeight: bigint
  signedSlot: bigint | null
  attempt: number
  /** Lamports, if known at signing. */
  fee: bigint | null
  /** False: certainly never sent. */
  sent: boolean
  sending: boolean
  /** The time by the monotonic clock. */
  sentAt: number
  /** When it was last seen to have landed with an error, which is certain only once finalized. */
  failingAt: number | null
  /** Expired by some endpoint's height, and its outcome is unknown. */
  late: boolean
}
/** A transaction that holds a chunk of a bulk operation. */
export type BulkInFlight = InFlight & { chunk: Chunk }

/** Built, and simulated without an error. */
export type Simulated<C extends Chunk | null = Chunk | null> = {
  chunk: C
  compiled: Compiled
  amounts: NewAmount[]
  fee: bigint | null
}

/** Reads it from the row of the database: the process that wrote it may have sent it. */
export const toInFlight = <C extends Chunk | null>(row: TransactionRow, chunk: C) => ({
  chunk,
  operationId: row.operationId,
  signature: row.signature as Signature,
  bytes: row.bytes,
  lastValidBlockHeight: row.lastValidBlockHeight,
  signedSlot: row.signedSlot,
  attempt: row.attempt,
  fee: row.fee,
  sent: true,
  sending: false,
  sentAt: Number.NEGATIVE_INFINITY,
  failingAt: null,
  late: false,
})

/**
 * Compiles and simulates while nothing is signed. `error`: the chain would not execute it. Throws on_hold, wallet_on_hold and
 * chain_away.
 */
export async function simulateReady(
  { chain, floor, payers, untilCompared }: RunParts,
  ready: ReadyTransaction,
  wrapping: Wrapping,
  lifetime: () => Promise<Lifetime>,
): Promise<{ compiled: Compiled; error: string | null }> {
  const minContextSlot = floor.slot()
  await untilCompared()
  await payers.ready(ready.feePayer.address)
  const compiled = compile(ready, wrapping, await lifetime())
  const { unsigned, signatures } = compiled
  if (ready.judgement) {
    const fee = transactionFee(signatures, wrapping.budget)
    return {
      compiled,
      error: await judgeSimulation(chain, ready.judgement, { bytes: unsigned, fee, minContextSlot }),
    }
  }
  const { error } = await chain.simulate(unsigned, { minContextSlot })
  return { compiled, error }
}

export type Send = (transaction: InFlight) => Promise<void>

/** Sends the same bytes each time, with bounded concurrency; from the second time on to every endpoint. */
export function createSender({ chain, clock, log }: RunParts, level: 'debug' | 'warn'): Send {
  const limit = pLimit(MAX_CONCURRENT_SENDS)
  return async function send(transaction) {
    transaction.sending = true
    try {
      await limit(async () => {
        const answer = await chain.send(transaction.bytes, { everywhere: transaction.sent })
        transaction.sent = true
        const { operationId: operation, signature } = transaction
        if (answer.outcome !== 'accepted')
          log[level](
            { operation, signature, answer: answer.outcome, reason: answer.reason },
            'a send was not accepted; its outcome is being resolved',
          )
      })
    } finally {
      transaction.sentAt = clock.monotonic()
      transaction.sending = false
    }
  }
}

/**
 * Signs and writes, to the database and then to the fsynced journal, before anything is sent. null: another run owns
 * the operation, or the next run has to begin with what is written.
 */
export async function signAll<C extends Chunk | null>(
  parts: RunParts,
  operation: Operation,
  simulated: Simulated<C>[],
  firstAttempt: number,
): Promise<(InFlight & { chunk: C })[] | null> {
  const { db, owner } = parts
  const losses = await parts.untilCompared()
  const signed = await Promise.all(
    simulated.map(async ({ chunk, compiled, fee }, i) => ({
      ...(await compiled.sign()),
      operationId: operation.id,
      chunk,
      attempt: firstAttempt + i,
      fee,
      sent: false,
      sending: false,
      sentAt: Number.NEGATIVE_INFINITY,
      failingAt: null,
      late: false,
    })),
  )
  const rows = signed.map(
    (transaction): SignedRow => ({
      signature: transaction.signature,
      operationId: operation.id,
      attempt: transaction.attempt,
      bytes: transaction.bytes,
      lastValidBlockHeight: transaction.lastValidBlockHeight,
      signedSlot: transaction.signedSlot,
      positions: transaction.chunk?.rows.map((row) => row.position) ?? null,
      state: 'signed',
      fee: transaction.fee,
    }),
  )
  const amounts = simulated.flatMap((one) => one.amounts)
  const about = await insertSigned(db, operation.id, owner, rows, amounts)
  if (!about) return null
  for (const one of simulated)
    for (const { position, amount } of one.amounts) {
      const row = one.chunk?.rows.find((r) => r.position === position)
      if (row) row.amount = amount
    }
  await journalAll(parts, operation, signed, about)
  // The database may lack it again, and was compared before its line existed: the next run restores it.
  const now = await parts.untilCompared().catch(() => null)
  return now === losses ? signed : null
}

/** `about`: read if it is not known. */
export async function journalAll(
  parts: RunParts,
  operation: Operation,
  transactions: InFlight[],
  about?: JournalContext,
): Promise<void> {
  if (transactions.length === 0) return
  const signed = transactions.map(({ chunk, signedSlot: slot, ...transaction }) => ({
    ...transaction,
    slot,
    ...(chunk ? { rows: chunk.rows } : {}),
  }))
  const held = transactions.map(({ chunk }) => ({
    positions: chunk?.rows.map(({ position }) => position) ?? null,
  }))
  const known = about ?? (await readJournalContext(parts.db, operation.id, held))
  const lines = toJournalLines(known, operation, signed, parts.recalledRequest)
  await Promise.all(lines.map((line) => parts.journal.append(line)))
}

/** `doubtful`: the outcome of some is unknown although it should be known by now. */
export type Poll<T extends InFlight> = { outcomes: Map<T, Outcome>; doubtful: boolean }

/** One status poll for all of them. Those without an outcome after RESEND_MS are checked for expiry and sent again. */
export async function poll<T extends InFlight>(
  parts: RunParts,
  transactions: T[],
  send: Send,
): Promise<Poll<T>> {
  const { watch, clock, signal, certainty } = parts
  const outcomes = new Map<T, Outcome>()
  let doubtful = false
  // Those that only wait for their block to be finalized are polled less often.
  const due = ({ failingAt }: T) => failingAt === null || clock.monotonic() - failingAt >= FINALITY_POLL_MS
  const polled = transactions.filter(due)
  if (polled.length < transactions.length) doubtful = true
  if (polled.length === 0) {
    await clock.sleep(FINALITY_POLL_MS / 4, signal)
    return { outcomes, doubtful }
  }
  const states = await Promise.all(polled.map(({ signature }) => watch.next(signature)))
  const unknown = polled.filter((transaction, i) => {
    const state = states[i] ?? null
    const landed = state === 'unavailable' ? null : toLanding(state)
    if (landed?.error === null) outcomes.set(transaction, landed)
    transaction.failingAt = landed && landed.error !== null ? clock.monotonic() : null
    if (state === 'unavailable' || transaction.failingAt !== null) doubtful = true
    return landed === null
  })
  const failing = polled.filter(({ failingAt }) => failingAt !== null)
  for (const [transaction, landed] of await certainty.findFailures(failing)) outcomes.set(transaction, landed)
  const stale = unknown.filter(({ sending, sentAt }) => !sending && clock.monotonic() - sentAt >= RESEND_MS)
  if (stale.length > 0) {
    for (const [transaction, outcome] of await certainty.examine(stale)) {
      if (outcome) outcomes.set(transaction, outcome)
      transaction.late = outcome === null
    }
    // Those that are expired by one endpoint's height are included: sending the same bytes again is always safe.
    for (const transaction of stale) if (!outcomes.has(transaction)) void send(transaction)
  }
  for (const [transaction, { landed }] of outcomes)
    if (landed && parts.isDisputed(transaction.signature)) {
      outcomes.delete(transaction)
      // It is polled less often, like one that waits for its block.
      transaction.failingAt = clock.monotonic()
      doubtful = true
    }
  // They are written to a database that knows the transactions.
  if (outcomes.size > 0) await parts.untilCompared()
  return { outcomes, doubtful: doubtful || transactions.some((one) => one.late && !outcomes.has(one)) }
}
