/**
 * Carries one operation to its end: build, sign, journal, send the same bytes until the chain knows them or they have
 * expired, and only then, when they can never land any more, sign anew. May be broken off at any point and begun again.
 */
import type { Signature } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import { pause } from '../../kernel/clock.ts'
import { Fault, isFault } from '../../kernel/fault.ts'
import { describe } from '../../kernel/log.ts'
import type { Execution, SendResult } from '../../ports/chain.ts'
import { begin, type ExecuteParts, giveUp, RETRY_MS, STALE_BLOCKHASH, waitOut } from './attempt.ts'
import { expired, lateLanding, type Outcome, refused } from './certainty.ts'
import { errorText } from './error-text.ts'
import { journalLines } from './journal-line.ts'
import type { Kind, Operation } from './kinds.ts'
import * as store from './transfers.store.ts'

const REBROADCAST_MS = 2_000

export async function executeOperation(parts: ExecuteParts, kind: Kind, operation: Operation): Promise<void> {
  const { db, signal } = parts
  while (!signal.aborted) {
    const attempts = await store.listTransactions(db, operation.id)
    const last = attempts.at(-1)
    const open = last?.state === 'signed' ? last : undefined
    if (!open) {
      const late = await waitOut(parts, () => lateLanding(parts, attempts))
      if (late === 'stopped') return
      if (late) {
        await end(parts, kind, operation, late.signature, late)
        return
      }
    }
    const attempt = open ? { row: open, fresh: false } : await begin(parts, kind, operation, attempts)
    if (attempt === null || signal.aborted) return
    const outcome = await deliver(parts, operation, attempt.row, attempt.fresh)
    if (outcome === 'stopped') return
    const done = outcome.landed
      ? await end(parts, kind, operation, attempt.row.signature as Signature, outcome)
      : await endAttempt(parts, operation, attempt.row, outcome)
    if (done) return
  }
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
  for (const line of await journalLines(parts, operation, [{ ...row, slot: null, fee: null }]))
    await journal.append(line)
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
      if (sent.outcome === 'refused' && !mayBeOut) return refused(parts, row, sent.reason)
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
      const mine = await parts.db.transaction((tx) =>
        store.markResolving(tx as unknown as Db, operation.id, parts.owner),
      )
      if (!mine) return 'stopped'
      parts.changed(operation, 'resolving')
    }
  }
  return 'stopped'
}

/** Ends an attempt that can never land. True when the operation ended with it or is not this run's any more. */
async function endAttempt(
  parts: ExecuteParts,
  operation: Operation,
  row: store.TransactionRow,
  outcome: { state: 'expired' | 'refused'; reason: string },
): Promise<boolean> {
  if (outcome.state === 'expired') {
    const over = {
      signature: row.signature,
      operationId: operation.id,
      state: outcome.state,
      error: outcome.reason,
    }
    if (!(await store.endTransaction(parts.db, over, parts.owner))) return true
  }
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
    const mine = await store.finish(handle, operation.id, {
      status,
      error,
      // What failed on the chain has cost its fee all the same.
      result: error === null ? (settled.result ?? null) : { fee: execution.fee.toString() },
      slot: execution.slot,
      amounts: settled.amounts ?? [],
      onlyIfOwnedBy: parts.owner,
    })
    if (!mine) return false
    await store.updateTransaction(handle, signature, {
      state: error === null ? 'confirmed' : 'failed',
      slot: execution.slot,
      fee: execution.fee,
      error,
    })
    return true
  })
  if (ended) parts.changed(operation, status)
}
