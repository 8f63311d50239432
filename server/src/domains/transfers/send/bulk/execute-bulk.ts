/**
 * Executes an operation of many transfers: packs those that are not sent yet, journals, sends, and polls every
 * transaction until its outcome is certain. A transaction that fails is bisected, so that one bad recipient fails
 * alone. May be interrupted at any point and run again: the database and the chain alone tell what is left.
 */
import { createWriteQueue } from './bulk-write-queue.ts'
import type { RunParts } from '../run-parts.ts'
import { type Chunk, createSender, journalAll, poll } from '../in-flight.ts'
import { giveUpRows, launchSome } from './bulk-launch.ts'
import { settleLate } from './bulk-late.ts'
import { type Bulk, toChange, loadState, type BulkState, publishChanges } from './bulk-state.ts'
import { listDoublePayments } from '../double-payments.store.ts'
import type { BulkKind, Operation, Packing } from '../../kinds.ts'
import { RETRY_MS, untilAnswered } from '../policy.ts'
import { type Ending, finish, setResolving } from '../../records/transactions.store.ts'
import { finishDoublePaid } from '../finish-double-paid.ts'

export async function executeBulk(parts: RunParts, kind: BulkKind, operation: Operation): Promise<void> {
  const { signal } = parts
  let packing = await preparePacking(parts, kind, operation)
  if (packing === null) return
  const state = await loadState(parts, operation)
  const bulk: Bulk = { parts, operation, state }
  for (const { rows, attempts } of state.pending.splice(0)) {
    state.queue.push(...split(packing, { rows, attempts }))
  }
  await journalAll(parts, operation, [...state.inFlight])
  const send = createSender(parts, 'debug')
  const writes = createWriteQueue(bulk)
  try {
    while (
      !signal.aborted &&
      !state.lost &&
      (state.queue.length > 0 || state.inFlight.size > 0 || writes.pending)
    ) {
      let waits = false
      if (state.formatRefused) {
        packing = await preparePacking(parts, kind, operation)
        if (packing === null) return
        const repacked = packing
        state.queue = state.queue.flatMap((chunk) => split(repacked, chunk))
        state.formatRefused = false
      }
      if ('refused' in packing) await giveUpRows(bulk, state.queue.splice(0), packing.refused)
      else waits = !(await launchSome(bulk, { packing, writes, send }))
      if (state.inFlight.size === 0) {
        await writes.drained()
        if (waits) await parts.clock.sleep(RETRY_MS, signal)
        continue
      }
      const { outcomes, doubtful } = await poll(parts, [...state.inFlight], send)
      if (signal.aborted) return
      if (doubtful !== state.resolving) {
        state.resolving = doubtful
        writes.add(() => showResolving(bulk, doubtful))
      }
      if (outcomes.size > 0) writes.conclude(outcomes)
      writes.check()
    }
    await writes.drained()
  } finally {
    // Nothing may be written once the engine has stopped.
    await writes.drained().catch(() => undefined)
  }
  if (!signal.aborted && !state.lost) await end(bulk, kind)
}

/** Packs in version 0 if the cluster does not take version 1, whatever it was planned in. null: the engine stops. */
async function preparePacking(parts: RunParts, kind: BulkKind, operation: Operation) {
  const packing = await untilAnswered(parts, () => kind.prepare(operation))
  if (packing === null || 'refused' in packing || packing.format === 0) return packing
  // If no endpoint answers, the plan stands: chunks that are refused then are packed anew.
  if ((await parts.chain.takesVersion1()) !== false) return packing
  parts.log.warn(
    { operation: operation.id },
    'the cluster does not take version 1: the rest goes as version 0',
  )
  const request = { ...(operation.request as object), format: 0 }
  return untilAnswered(parts, () => kind.prepare({ ...operation, request }))
}

const split = (packing: Packing | { refused: string }, { rows, attempts }: Chunk): Chunk[] =>
  ('refused' in packing ? [rows] : packing.split(rows)).map((some) => ({ rows: some, attempts }))

async function showResolving({ parts, operation, state }: Bulk, doubtful: boolean): Promise<void> {
  const mine = await parts.db.transaction((tx) => setResolving(tx, operation.id, parts.owner, doubtful))
  if (!mine) {
    state.lost = true
    return
  }
  parts.publishChange(operation, doubtful ? 'resolving' : 'running')
  const status = doubtful ? 'resolving' : 'sent'
  publishChanges(
    { parts, operation, state },
    [...state.inFlight].flatMap((f) => f.chunk.rows.map((row) => toChange(row, status, f.signature))),
  )
}

async function end(bulk: Bulk, kind: BulkKind): Promise<void> {
  const { parts, operation, state } = bulk
  await settleLate(bulk)
  if (parts.signal.aborted || state.lost) return
  const { slot, fees } = state
  const result = await untilAnswered(parts, () => kind.close(operation, { slot, fees }))
  if (parts.signal.aborted) return
  const status = toStatus(state)
  const ending: Ending = { status, error: null, result, slot, onlyIfOwnedBy: parts.owner }
  const twice = state.overlaps && (await listDoublePayments(parts.db, operation.id)).length > 0
  const ended = await (twice
    ? finishDoublePaid(parts, operation, ending)
    : finish(parts.db, operation.id, ending))
  if (ended) parts.publishEnd(operation, { ...ending, ...ended })
}

function toStatus({ completed, failed, total }: BulkState): Ending['status'] {
  if (failed === 0 && completed === total) return 'completed'
  return completed > 0 ? 'partial' : 'failed'
}
