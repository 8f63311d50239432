/** Writes an operation with its funds reserved, and starts it. */
import { Fault } from '../../../kernel/fault.ts'
import type { Engine } from '../engine.ts'
import type { Operation } from '../kinds.ts'
import { findRequested } from '../records/operations.store.ts'
import { runOwned } from '../runs/run-owned.ts'
import { publishSubmitted } from './publish-submitted.ts'
import { type Reserved, reserveAndInsert, type Submission } from './reserve.ts'

/** See `Submit`. */
export async function submitOperation(engine: Engine, submission: Submission): Promise<Operation> {
  const { db, operationIds, payers, certainty, check, publisher } = engine
  const isOnHold = await check.isOnHold()
  const id = await operationIds.find(submission)
  const request = { originKey: submission.originKey, id }
  const known = submission.isUnknown ? undefined : await findRequested(db, request)
  if (known) return runOwned(engine, known)
  if (isOnHold) throw new Fault('on_hold')
  await payers.require(
    submission.spends.map((spend) => spend.address),
    id,
  )
  let written: Reserved
  try {
    await certainty.requireHistory()
    written = await reserveAndInsert(engine, submission, id)
  } catch (error) {
    // Whatever went wrong: another process may have written it, or the answer was lost.
    const first = await findRequested(db, request)
    if (!first) throw error
    return runOwned(engine, first)
  }
  const hasRefused = publishSubmitted(publisher, written, submission.movements)
  return runOwned(engine, written.operation, written.isNew && !hasRefused)
}
