/**
 * Carries one operation to its end: build, sign, journal, send the same bytes until the chain knows them or they have
 * expired, and only then, when they can never land any more, sign anew. May be broken off at any point and begun again.
 */
import type { TransferChange } from '@purser/contract/distributions.ts'
import type { Signature } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import { pause } from '../../kernel/clock.ts'
import { Fault, isFault } from '../../kernel/fault.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Presence } from '../../kernel/presence.ts'
import type { Chain, Execution, SendResult } from '../../ports/chain.ts'
import { errorText } from './error-text.ts'
import type { Journal } from './journal.ts'
import type { Kind, Operation } from './kinds.ts'
import { DEFAULT_BUDGET, sign } from './sign.ts'
import * as store from './transfers.store.ts'
import type { Watch } from './watch.ts'

export type ExecuteParts = {
  db: Db
  chain: Chain
  journal: Journal
  presence: Presence
  watch: Watch
  log: Log
  signal: AbortSignal
  /** Tells who waits that a row of the operation has changed. */
  changed(operation: Operation, status: string): void
  /** Tells what became of transfers of an operation of many; the counts are those after it. */
  progressed(operation: Operation, progress: Progress): void
}

export type Progress = {
  completed: number
  failed: number
  total: number
  changes: TransferChange[]
}

const REBROADCAST_MS = 2_000
const RETRY_MS = 1_000
/** After this many expired transactions the operation fails: none of them was executed, which is certain. */
const MAX_ATTEMPTS = 5
/** The chain's own word for a blockhash its node does not know: another attempt may get a better one. */
const STALE_BLOCKHASH = /blockhash/i

type Outcome =
  | { landed: true; error: string | null; slot: bigint }
  | { landed: false; state: 'expired' | 'refused'; reason: string }
  | 'stopped'

export async function executeOperation(parts: ExecuteParts, kind: Kind, operation: Operation): Promise<void> {
  const { db, signal } = parts
  while (!signal.aborted) {
    const attempts = await store.listTransactions(db, operation.id)
    const last = attempts.at(-1)
    const open = last?.state === 'signed' ? last : undefined
    const attempt = open ? { row: open, fresh: false } : await begin(parts, kind, operation, last)
    if (attempt === null || signal.aborted) return
    const outcome = await deliver(parts, operation, attempt.row, attempt.fresh)
    if (outcome === 'stopped') return
    const done = outcome.landed
      ? await end(parts, kind, operation, attempt.row.signature as Signature, outcome)
      : await endAttempt(parts, operation, attempt.row, outcome)
    if (done) return
  }
}

/** Builds and signs the next attempt and writes it down. null: the operation has ended or is not ours any more. */
async function begin(
  parts: ExecuteParts,
  kind: Kind,
  operation: Operation,
  last: store.TransactionRow | undefined,
) {
  const { db, chain, presence, signal } = parts
  const number = (last?.attempt ?? 0) + 1
  if (number > MAX_ATTEMPTS)
    return giveUp(parts, operation, last?.error ?? 'The transaction expired: block height exceeded')
  for (;;) {
    if (signal.aborted) return null
    try {
      const ready = await kind.build(operation)
      if ('refused' in ready) return giveUp(parts, operation, ready.refused)
      const signed = await sign(ready, wrapping(operation), await chain.latestBlockhash())
      const row: store.TransactionRow = {
        signature: signed.signature,
        operationId: operation.id,
        attempt: number,
        bytes: signed.bytes,
        lastValidBlockHeight: signed.lastValidBlockHeight,
        positions: null,
        state: 'signed',
        slot: null,
        fee: null,
        error: null,
        createdAt: new Date(),
      }
      const owned = await db.transaction((tx) =>
        store.insertTransaction(tx as unknown as Db, row, presence.id, ready.amounts ?? []),
      )
      if (!owned) return null
      parts.changed(operation, 'running')
      return { row, fresh: true }
    } catch (error) {
      if (!isFault(error)) throw error
      if (error.status < 500) return giveUp(parts, operation, error.message)
      await pause(RETRY_MS, signal)
    }
  }
}

/** Single transactions go as version 0, which every cluster takes. */
const wrapping = ({ id }: Operation) => ({ operationId: id, format: 0 as const, budget: DEFAULT_BUDGET })

async function giveUp(parts: ExecuteParts, operation: Operation, error: string): Promise<null> {
  const ending = {
    status: 'failed' as const,
    error,
    result: null,
    slot: null,
    amounts: [],
    onlyIfOwnedBy: parts.presence.id,
  }
  if (await parts.db.transaction((tx) => store.finish(tx as unknown as Db, operation.id, ending)))
    parts.changed(operation, 'failed')
  return null
}

/** Sends until the outcome is certain. `fresh`: these bytes were signed by this call, so nobody can have sent them before. */
async function deliver(
  parts: ExecuteParts,
  operation: Operation,
  row: store.TransactionRow,
  fresh: boolean,
): Promise<Outcome> {
  const { chain, journal, signal, watch } = parts
  const signature = row.signature as Signature
  await journal.append({
    operationId: operation.id,
    userId: operation.userId,
    type: operation.type,
    originKey: operation.originKey,
    attempt: row.attempt,
    signature,
    bytes: Buffer.from(row.bytes).toString('base64'),
    lastValidBlockHeight: row.lastValidBlockHeight.toString(),
  })
  let mayBeOut = !fresh
  let sentAt = 0
  let resolving = false
  while (!signal.aborted) {
    if (Date.now() - sentAt >= REBROADCAST_MS) {
      sentAt = Date.now()
      const certain = mayBeOut ? await expired(parts, row) : null
      if (certain) return certain
      const sent: SendResult = await chain.send(row.bytes, { skipPreflight: mayBeOut })
      // The node that refused it in simulation never passed it on, and nobody else has the bytes.
      if (sent.outcome === 'refused' && !mayBeOut)
        return { landed: false, state: 'refused', reason: sent.reason }
      mayBeOut = true
      if (sent.outcome === 'unknown')
        parts.log.warn(
          { operation: operation.id, reason: sent.reason },
          'a send got no answer; its outcome is being resolved',
        )
    }
    const state = await watch.next(signature)
    if (signal.aborted) break
    if (state !== null && state !== 'away' && state.commitment !== 'processed')
      return { landed: true, error: state.err === null ? null : errorText(state.err), slot: state.slot }
    if (state === 'away' && !resolving) {
      resolving = true
      await store.markResolving(parts.db, operation.id)
      parts.changed(operation, 'resolving')
    }
  }
  return 'stopped'
}

/**
 * Past its last valid height at confirmed commitment, and then still unknown to the history of a node that is at least
 * that far: only then can it never land. null: not yet known.
 */
async function expired(parts: ExecuteParts, row: store.TransactionRow): Promise<Outcome | null> {
  try {
    const { height, slot } = await parts.chain.blockHeight('confirmed')
    if (height <= row.lastValidBlockHeight) return null
    const [state] = await parts.chain.statuses([row.signature as Signature], {
      searchHistory: true,
      minContextSlot: slot,
    })
    if (state)
      return state.commitment === 'processed'
        ? null
        : { landed: true, error: state.err === null ? null : errorText(state.err), slot: state.slot }
    return { landed: false, state: 'expired', reason: 'The transaction expired: block height exceeded' }
  } catch (error) {
    if (isFault(error)) return null
    throw error
  }
}

/** Ends an attempt that can never land. True when the operation ended with it. */
async function endAttempt(
  parts: ExecuteParts,
  operation: Operation,
  row: store.TransactionRow,
  outcome: { state: 'expired' | 'refused'; reason: string },
): Promise<boolean> {
  await store.updateTransaction(parts.db, row.signature, { state: outcome.state, error: outcome.reason })
  const again = outcome.state === 'expired' || STALE_BLOCKHASH.test(outcome.reason)
  if (again) return false
  await giveUp(parts, operation, outcome.reason)
  return true
}

/** The transaction is on the chain: reads what it did and ends the operation with it, success or not. */
async function end(
  parts: ExecuteParts,
  kind: Kind,
  operation: Operation,
  signature: Signature,
  outcome: { error: string | null; slot: bigint },
): Promise<boolean> {
  const { signal } = parts
  while (!signal.aborted) {
    try {
      const execution = await parts.chain.execution(signature)
      if (!execution) throw new Fault('chain_away')
      await close(parts, kind, operation, signature, outcome.error, execution)
      return true
    } catch (error) {
      if (!isFault(error)) throw error
      parts.log.debug(
        { operation: operation.id, ...describe(error) },
        'an executed transaction cannot be read yet',
      )
      await pause(RETRY_MS / 4, signal)
    }
  }
  return true
}

async function close(
  parts: ExecuteParts,
  kind: Kind,
  operation: Operation,
  signature: Signature,
  error: string | null,
  execution: Execution,
): Promise<void> {
  const { db } = parts
  const movements = await store.listTransfers(db, operation.id)
  const settled = error === null && kind.settle ? await kind.settle(operation, execution, movements) : {}
  const status = error === null ? ('completed' as const) : ('failed' as const)
  const ended = await db.transaction(async (tx) => {
    const handle = tx as unknown as Db
    await store.updateTransaction(handle, signature, {
      state: error === null ? 'confirmed' : 'failed',
      slot: execution.slot,
      fee: execution.fee,
      error,
    })
    return store.finish(handle, operation.id, {
      status,
      error,
      // What failed on the chain has cost its fee all the same.
      result: error === null ? (settled.result ?? null) : { fee: execution.fee.toString() },
      slot: execution.slot,
      amounts: settled.amounts ?? [],
    })
  })
  if (ended) parts.changed(operation, status)
}
