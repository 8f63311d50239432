/** Reopens ended operations, and reports why. */
import type { Reopening } from '../incidents.ts'
import type { TransactionRow } from '../records/transactions.store.ts'
import type { FinalityState } from './finality.ts'
import { reopen } from './finality.store.ts'

const REASONS: Record<Reopening, string> = {
  dropped: 'a block was dropped',
  late: 'a dead transaction landed',
  disputed: 'endpoints disagree on what has landed',
}

/** Reopens each operation once for all of its transactions. */
export async function reopenOperations(
  { db, log, claim, disputed, incidents, publisher }: FinalityState,
  why: Reopening,
  all: Iterable<TransactionRow>,
): Promise<void> {
  for (const [operationId, rows] of Map.groupBy(all, (row) => row.operationId)) {
    // Only this process knows of the dispute, and it must know before the operation runs.
    const owner = why === 'disputed' ? claim() : null
    if (owner !== null) for (const row of rows) disputed.set(row.signature, row)
    const done = await db.transaction(async (tx) => {
      const opened = await reopen(tx, operationId, { why, rows, owner })
      if (!opened) return null
      const { userId, id, type, updatedAt: at } = opened
      return { opened, notify: await incidents.report(tx, { userId, id, type, kind: why, at }) }
    })
    const signatures = rows.map(({ signature }) => signature)
    if (!done) for (const signature of signatures) disputed.delete(signature)
    if (!done) continue
    log.error({ operation: operationId, signatures }, `${REASONS[why]}; the operation is reopened`)
    publisher.publishChange(done.opened, 'resolving')
    done.notify()
  }
}
