/**
 * Executes an operation of one transaction: build, simulate, sign, journal, send the same bytes until the outcome is
 * certain, and sign anew only when they can never land any more. May be interrupted at any point and run again.
 */
import { atOnce } from '../../../../db/at-once.ts'
import type { Db } from '../../../../db/client.ts'
import { isFault } from '../../../../kernel/fault.ts'
import type { Execution } from '../../../../ports/chain-data.ts'
import { beginAttempt, giveUp, type SingleParts } from './next-attempt.ts'
import type { Outcome } from '../../certainty/certainty.ts'
import type { RunParts } from '../run-parts.ts'
import { createSender, type InFlight, journalAll, poll, toInFlight } from '../in-flight.ts'
import type { Kind, Operation } from '../../kinds.ts'
import { isFinalError, type Landing } from '../landing.ts'
import { agrees, untilLateLandings, readExecution, RETRY_MS } from '../policy.ts'
import {
  type WrittenEnd,
  type Ending,
  finish,
  listTransactions,
  type TransactionOutcome,
  setResolving,
  settle,
  type TransactionRow,
} from '../../records/transactions.store.ts'
import { listTransfers } from '../../records/transfers.store.ts'
import { finishDoublePaid } from '../finish-double-paid.ts'

export async function executeOperation(given: RunParts, kind: Kind, operation: Operation): Promise<void> {
  const parts: SingleParts = { ...given, ...(kind.unsettle ? { unsettle: kind.unsettle } : {}) }
  const { db, signal } = parts
  for (let { isNew } = parts; !signal.aborted; isNew = false) {
    const attempts = isNew ? [] : await listTransactions(db, operation.id)
    // Several are open only after a dead one has landed late: each needs its own outcome.
    const open = attempts.find((row) => row.state === 'signed')
    const transaction = open
      ? await resume(parts, operation, open)
      : await (isNew ? beginAttempt : findNext)(parts, kind, operation, attempts)
    if (transaction === null || signal.aborted) return
    const outcome = await follow(parts, operation, transaction)
    if (outcome === null) return
    const { signature } = transaction
    if (!outcome.landed) {
      const dead = { state: 'dead', slot: null, fee: null, error: outcome.reason, finalized: false } as const
      if (!(await settleOne(parts, operation, { ...dead, signature }))) return
      continue
    }
    const others = attempts.filter((other) => other.signature !== signature)
    const isPaid = outcome.error !== null && others.some(({ state }) => state === 'confirmed')
    if (isPaid || others.some(({ state }) => state === 'signed')) {
      if (!(await markLanded(parts, operation, signature, outcome))) return
      continue
    }
    if (await end(parts, kind, operation, { signature, landed: outcome, attempts })) return
    await parts.clock.sleep(RETRY_MS, signal)
  }
}

/** The process that signed it may have been killed before it was journaled. */
async function resume(parts: RunParts, operation: Operation, row: TransactionRow): Promise<InFlight> {
  const transaction = { ...toInFlight(row, null), fee: null }
  await journalAll(parts, operation, [transaction])
  return transaction
}

/** Returns the next transaction to send. null: the operation has ended, or this run. */
async function findNext(
  parts: SingleParts,
  kind: Kind,
  operation: Operation,
  attempts: TransactionRow[],
): Promise<InFlight | null> {
  const dead = attempts.filter(({ state }) => state === 'dead' || state === 'released')
  const late = await untilLateLandings(parts, dead)
  if (late === null) return null
  const [found] = late
  const booked =
    attempts.find(({ state }) => state === 'confirmed') ?? attempts.find(({ state }) => state === 'failed')
  if (found || booked) {
    const [{ signature }, landed] = found ?? [
      booked as TransactionRow,
      bookedLanding(booked as TransactionRow),
    ]
    if (!(await end(parts, kind, operation, { signature, landed, attempts })))
      parts.log.error({ operation: operation.id, signature }, 'answers contradict each other')
    return null
  }
  // It had ended, and was reopened by a late landing that is not there: it is not sent again.
  const [ended] = (await listTransfers(parts.db, operation.id)).filter(({ status }) => status === 'failed')
  if (ended || attempts.some(({ state }) => state === 'released'))
    return giveUp(parts, operation, ended?.error ?? attempts.at(-1)?.error ?? '')
  return beginAttempt(parts, kind, operation, attempts)
}

const bookedLanding = ({ error, slot, finalized }: TransactionRow): Landing => ({
  landed: true,
  error,
  slot: slot ?? 0n,
  finalized,
})

/** Sends the same bytes until the outcome is certain. null: the engine stops. */
async function follow(parts: RunParts, operation: Operation, transaction: InFlight): Promise<Outcome | null> {
  const send = createSender(parts, 'warn')
  let resolving = false
  if (!transaction.sent) await send(transaction)
  while (!parts.signal.aborted) {
    const { outcomes, doubtful } = await poll(parts, [transaction], send)
    if (parts.signal.aborted) break
    const outcome = outcomes.get(transaction)
    if (outcome) return outcome
    if (doubtful) resolving ||= await showResolving(parts, operation)
  }
  return null
}

async function showResolving(parts: RunParts, operation: Operation): Promise<true> {
  const mine = await parts.db.transaction((tx) => setResolving(tx, operation.id, parts.owner, true))
  if (mine) parts.publishChange(operation, 'resolving')
  return true
}

type Settlement = Omit<TransactionOutcome, 'transfers' | 'positions'>
/** The transfers end with the operation. */
const endingTransfers = (settlement: Settlement): TransactionOutcome[] => [
  { ...settlement, transfers: settlement.state === 'confirmed' ? 'confirmed' : 'failed', positions: [] },
]

/** False if another run owns the operation. */
const settleOne = (parts: RunParts, operation: Operation, settlement: Settlement): Promise<boolean> =>
  parts.db.transaction((tx) => settle(tx, operation.id, parts.owner, endingTransfers(settlement)))

const toSettlement = (signature: string, landed: Landing, { slot, fee }: Execution): Settlement => ({
  signature,
  state: landed.error === null ? 'confirmed' : 'failed',
  slot,
  fee,
  error: landed.error,
  finalized: isFinalError(landed),
})

type LandedTransaction = { signature: string; landed: Landing; attempts: TransactionRow[] }

/**
 * Books one of several that landed: the others are still open. False if this run ends: the next one reads all again.
 */
async function markLanded(
  parts: RunParts,
  operation: Operation,
  signature: string,
  landed: Landing,
): Promise<boolean> {
  const execution = await readExecution(parts, signature)
  if (execution === null || !agrees(execution, landed)) return false
  const { slot } = landed
  return settleOne(parts, operation, toSettlement(signature, landed, { ...execution, slot }))
}

/**
 * The transaction is on the chain: reads its execution and ends the operation with that, success or not. False if the
 * execution contradicts the outcome, or no endpoint has it: one of the answers is wrong, so both are read again.
 */
async function end(
  parts: RunParts,
  kind: Kind,
  operation: Operation,
  landing: LandedTransaction,
): Promise<boolean> {
  const { signal, clock } = parts
  while (!signal.aborted) {
    try {
      const execution = await readExecution(parts, landing.signature)
      if (signal.aborted) return true
      if (!execution || !agrees(execution, landing.landed)) return false
      await close(parts, kind, operation, landing, execution)
      return true
    } catch (error) {
      // Settling elsewhere may have to wait, for the market for instance.
      if (!isFault(error)) throw error
      await clock.sleep(RETRY_MS / 2, signal)
    }
  }
  return true
}

async function close(
  parts: RunParts,
  kind: Kind,
  operation: Operation,
  { signature, landed, attempts }: LandedTransaction,
  execution: Execution,
): Promise<void> {
  const { db } = parts
  const settled = landed.error === null && kind.settle ? await kind.settle(operation, execution) : {}
  if (landed.error !== null) await kind.unsettle?.(operation)
  const words = landed.error === null ? null : ((await kind.failed?.(operation, execution)) ?? landed.error)
  const status = landed.error === null ? ('completed' as const) : ('failed' as const)
  const others = attempts.filter((other) => other.signature !== signature)
  const isTwice = landed.error === null && others.some(({ state }) => state === 'confirmed')
  const ending: Ending = {
    status,
    error: words,
    // A transaction that failed on the chain has cost its fee all the same.
    result: landed.error === null ? (settled.result ?? null) : { fee: execution.fee.toString() },
    slot: execution.slot,
    onlyIfOwnedBy: parts.owner,
    transfers: { signature, amounts: settled.amounts ?? [] },
    settled: endingTransfers(toSettlement(signature, landed, execution)),
  }
  const { within } = settled
  const ended = isTwice
    ? await finishDoublePaid(parts, operation, ending, within)
    : within
      ? await finishWith(db, operation.id, ending, within)
      : await finish(db, operation.id, ending)
  if (!ended) return
  settled.after?.()
  parts.floor.raise(execution.slot)
  parts.publishEnd(operation, { ...ending, ...ended })
}

/** Thrown to roll back writes beside an operation that another run has to end. */
const NOT_MINE = Symbol('another run owns the operation')

/** Writes both or neither. null: another run owns the operation, and nothing is written. */
async function finishWith(
  db: Db,
  id: string,
  ending: Ending,
  within: (tx: Db) => Promise<void>,
): Promise<WrittenEnd | null> {
  try {
    return await db.transaction(async (tx) => {
      const [mine] = await atOnce(
        () => finish(tx, id, ending),
        () => within(tx),
      )
      if (mine === null) throw NOT_MINE
      return mine
    })
  } catch (error) {
    if (error === NOT_MINE) return null
    throw error
  }
}
