/**
 * Checks the dead transactions of a bulk operation once more before it ends: transfers that the chain executed after
 * all are paid.
 */
import * as store from './bulk.store.ts'
import { type Bulk, toChange, publishChanges } from './bulk-state.ts'
import type { Landing } from '../landing.ts'
import { agrees, untilLateLandings, readExecution } from '../policy.ts'
import { readPaidAt } from '../../records/read-signed.ts'
import { listDead, type TransactionRow } from '../../records/transactions.store.ts'
import { readTotals } from '../../records/totals.store.ts'
import { listTransfers } from '../../records/transfers.store.ts'

/** Settles late landings: transfers that one of them has paid may be paid twice. */
export async function settleLate(bulk: Bulk): Promise<void> {
  const { parts, operation, state } = bulk
  const dead = await listDead(parts.db, operation.id)
  const landed = await untilLateLandings(parts, dead)
  if (landed === null || (landed.size === 0 && state.failed === 0)) return
  const found = await Promise.all([...landed].map(([one, landing]) => toLate(bulk, one, landing)))
  const late = found.filter((one) => one !== null)
  const signatures = late.map(({ signature }) => signature)
  if (late.length > 0)
    parts.log.error({ operation: operation.id, signatures }, 'transactions landed after they had expired')
  if (parts.signal.aborted) return
  state.overlaps ||= late.length > 0
  const corrected = await parts.db.transaction((tx) => store.settleLate(tx, operation.id, parts.owner, late))
  if (corrected === null) {
    state.lost = true
    return
  }
  if (late.length === 0 && corrected.length === 0) return
  const { confirmed, failed, fees, slot } = await readTotals(parts.db, operation.id)
  Object.assign(state, { completed: confirmed, failed, fees, slot })
  const paid = new Set(corrected.map(({ position }) => position))
  const rows = paid.size > 0 ? await listTransfers(parts.db, operation.id) : []
  publishChanges(
    bulk,
    rows.filter((row) => paid.has(row.position)).map((row) => toChange(row, 'confirmed', row.signature)),
  )
}

/** null: no endpoint has its execution. A later look-up finds it again if it has landed. */
async function toLate(
  { parts }: Bulk,
  dead: TransactionRow,
  { error, slot }: Landing,
): Promise<store.LateLanding | null> {
  const { signature, bytes, positions } = dead
  // It contradicts a certain outcome, so one status is not enough: some endpoint must have its execution.
  const execution = await readExecution(parts, signature)
  if (!execution || !agrees(execution, { error })) return null
  const { fee } = execution
  const paid = error === null && positions ? readPaidAt(bytes, positions) : null
  return {
    signature,
    state: error === null ? 'confirmed' : 'failed',
    slot,
    fee,
    error,
    amounts: [...(paid ?? [])].map(([position, { amount }]) => ({ position, amount })),
  }
}
