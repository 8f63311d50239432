/**
 * Carries one operation to its end: build, simulate, sign, journal, send the same bytes until it is certain what became
 * of them, and only then, when they can never land any more, sign anew. May be broken off at any point and begun again.
 */
import type { Signature } from '@solana/kit'
import { isFault } from '../../kernel/fault.ts'
import { describe } from '../../kernel/log.ts'
import type { Execution } from '../../ports/chain.ts'
import { begin, type ExecuteParts, giveUp, RETRY_MS, waitOut } from './attempt.ts'
import type { Outcome } from './certainty.ts'
import { journalLines } from './journal-line.ts'
import { isFinalError, type Landing, landing } from './landing.ts'
import type { Kind, Operation } from './kinds.ts'
import * as store from './transfers.store.ts'

const REBROADCAST_MS = 2_000
/** Between two looks at one that landed with an error, until it is finalized. */
const FINALITY_POLL_MS = 1_000

export async function executeOperation(given: ExecuteParts, kind: Kind, operation: Operation): Promise<void> {
  const parts = { ...given, unsettle: kind.unsettle }
  const { db, signal } = parts
  while (!signal.aborted) {
    const attempts = await store.listTransactions(db, operation.id)
    // More than one only where one that was dead has landed late: each has to come to its end.
    const open = attempts.find((row) => row.state === 'signed')
    const row = open ?? (await next(parts, kind, operation, attempts))
    if (row === null || signal.aborted) return
    const outcome = await deliver(parts, operation, row, { fresh: open === undefined })
    if (outcome === 'stopped') return
    if (!outcome.landed) {
      if (!(await endDead(parts, row, outcome.reason))) return
      continue
    }
    if (attempts.some((other) => other.state === 'signed' && other.signature !== row.signature)) {
      if (!(await markLanded(parts, row, outcome))) return
      continue
    }
    if (await end(parts, kind, operation, { row, landed: outcome, attempts })) return
    await parts.clock.sleep(RETRY_MS, signal)
  }
}

/** What is to be delivered next. null: the operation has ended, or this run. */
async function next(
  parts: ExecuteParts,
  kind: Kind,
  operation: Operation,
  attempts: store.TransactionRow[],
): Promise<store.TransactionRow | null> {
  const dead = attempts.filter(({ state }) => state === 'dead' || state === 'released')
  const late = await waitOut(parts, () => parts.certainty.lateLandings(dead))
  if (late === 'stopped') return null
  const found = [...late][0]
  const known = attempts.find(({ state }) => state === 'confirmed' || state === 'failed')
  if (found || known) {
    const [row, landed] = found ?? [
      known as store.TransactionRow,
      bookedLanding(known as store.TransactionRow),
    ]
    if (!(await end(parts, kind, operation, { row, landed, attempts })))
      parts.log.error({ operation: operation.id, signature: row.signature }, 'answers contradict each other')
    return null
  }
  if (attempts.some(({ state }) => state === 'released'))
    return giveUp(parts, operation, attempts.at(-1)?.error ?? '')
  return begin(parts, kind, operation, attempts)
}

const bookedLanding = ({ error, slot, finalized }: store.TransactionRow): Landing => ({
  landed: true,
  error,
  slot: slot ?? 0n,
  finalized,
})

/**
 * Sends the same bytes until the outcome is certain, from the second time on to every endpoint. `fresh`: they were signed
 * a moment ago, so nothing can have become of them yet.
 */
async function deliver(
  parts: ExecuteParts,
  operation: Operation,
  row: store.TransactionRow,
  { fresh }: { fresh: boolean },
): Promise<Outcome | 'stopped'> {
  const { chain, certainty, clock, signal, watch } = parts
  const signature = row.signature as Signature
  for (const line of await journalLines(parts, operation, [{ ...row, slot: row.signedSlot, fee: null }]))
    await parts.journal.append(line)
  let sentAt = Number.NEGATIVE_INFINITY
  let sent = !fresh
  let resolving = false
  while (!signal.aborted) {
    if (clock.monotonic() - sentAt >= REBROADCAST_MS) {
      sentAt = clock.monotonic()
      const found = sent ? (await certainty.examine([row])).get(row) : undefined
      if (found) return found
      // Its time may be over, and only open whether it landed: sending the same again harms never.
      const answer = await chain.send(row.bytes, { everywhere: sent })
      sent = true
      if (answer.outcome !== 'accepted')
        parts.log.warn(
          { operation: operation.id, answer: answer.outcome, reason: answer.reason },
          'a send was not accepted; what becomes of it is being resolved',
        )
      if (found === null) resolving ||= await doubt(parts, operation)
    }
    const state = await watch.next(signature)
    if (signal.aborted) break
    const landed = state === 'unavailable' ? null : landing(state)
    if (landed?.error === null) return landed
    const failed = landed && (await certainty.failures([row])).get(row)
    if (failed) return failed
    if (landed || state === 'unavailable') resolving ||= await doubt(parts, operation)
    // It is on the chain: there is nothing to send, only its block to wait for.
    if (landed) {
      sentAt = clock.monotonic()
      await clock.sleep(FINALITY_POLL_MS, signal)
    }
  }
  return 'stopped'
}

/** Shows that the outcome is open. Throws when the operation is another process's by now. */
async function doubt(parts: ExecuteParts, operation: Operation): Promise<true> {
  const mine = await parts.db.transaction((tx) => store.markResolving(tx, operation.id, parts.owner))
  if (mine) parts.changed(operation, 'resolving')
  return true
}

/** False when the operation is another process's by now. */
const endDead = (parts: ExecuteParts, row: store.TransactionRow, reason: string): Promise<boolean> =>
  store.endTransaction(parts.db, { ...row, error: reason }, parts.owner)

type Landed = { row: store.TransactionRow; landed: Landing; attempts: store.TransactionRow[] }

/** What one did of several that landed: the others are still open. False when the engine stops. */
async function markLanded(parts: ExecuteParts, row: store.TransactionRow, landed: Landing): Promise<boolean> {
  const { error, slot } = landed
  const execution = await readExecution(parts, row.signature as Signature)
  if (execution === null) return false
  await store.updateTransaction(parts.db, row.signature, {
    state: error === null ? 'confirmed' : 'failed',
    slot,
    fee: execution.fee,
    error,
    finalized: isFinalError(landed),
    endedAt: new Date(),
  })
  return true
}

/** What it did, as soon as a node tells. null: the engine stops. */
async function readExecution(parts: ExecuteParts, signature: Signature): Promise<Execution | null> {
  const { chain, clock, signal } = parts
  while (!signal.aborted) {
    try {
      const execution = await chain.execution(signature)
      if (execution) return execution
    } catch (error) {
      if (!isFault(error)) throw error
      parts.log.debug({ signature, ...describe(error) }, 'an executed transaction cannot be read yet')
    }
    await clock.sleep(RETRY_MS / 4, signal)
  }
  return null
}

/**
 * The transaction is on the chain: reads what it did and ends the operation with it, success or not. False when what is
 * read is another ending than what was found: one of the two answers is wrong, and both are to be asked for again.
 */
async function end(parts: ExecuteParts, kind: Kind, operation: Operation, landing: Landed): Promise<boolean> {
  const { signal, clock } = parts
  while (!signal.aborted) {
    try {
      const execution = await readExecution(parts, landing.row.signature as Signature)
      if (execution && (execution.err === null) !== (landing.landed.error === null)) return false
      if (execution) await close(parts, kind, operation, landing, execution)
      return true
    } catch (error) {
      // What is settled elsewhere may have to wait for the market, say.
      if (!isFault(error)) throw error
      await clock.sleep(RETRY_MS / 4, signal)
    }
  }
  return true
}

async function close(
  parts: ExecuteParts,
  kind: Kind,
  operation: Operation,
  { row, landed, attempts }: Landed,
  execution: Execution,
): Promise<void> {
  const { db } = parts
  const movements = await store.listTransfers(db, operation.id)
  const settled =
    landed.error === null && kind.settle ? await kind.settle(operation, execution, movements) : {}
  if (landed.error !== null) await kind.unsettle?.(operation)
  const status = landed.error === null ? ('completed' as const) : ('failed' as const)
  const doubled = attempts.filter((a) => a.state === 'confirmed' && a.signature !== row.signature)
  if (doubled.length > 0)
    parts.log.error({ operation: operation.id, signature: row.signature }, 'an operation was executed twice')
  const ended = await db.transaction(async (tx) => {
    const mine = await store.finish(tx, operation.id, {
      status,
      error: doubled.length > 0 ? executedTwice([row, ...doubled]) : landed.error,
      // What failed on the chain has cost its fee all the same.
      result: landed.error === null ? (settled.result ?? null) : { fee: execution.fee.toString() },
      slot: execution.slot,
      amounts: settled.amounts ?? [],
      onlyIfOwnedBy: parts.owner,
      signature: row.signature,
    })
    if (!mine) return false
    await store.updateTransaction(tx, row.signature, {
      state: landed.error === null ? 'confirmed' : 'failed',
      slot: execution.slot,
      fee: execution.fee,
      error: landed.error,
      finalized: isFinalError(landed),
      endedAt: new Date(),
    })
    return true
  })
  if (!ended) return
  parts.floor.raise(execution.slot)
  parts.changed(operation, status)
}

const executedTwice = (rows: store.TransactionRow[]): string =>
  `The chain executed transactions after they had expired: ${rows.map(({ signature }) => signature).join(', ')}`
