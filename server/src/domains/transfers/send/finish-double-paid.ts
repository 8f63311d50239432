/** Ends an operation that has moved the same funds more than once: it is marked, and its user is notified. */
import type { Db } from '../../../db/client.ts'
import { listDoublePayments, saveErrors } from './double-payments.store.ts'
import type { RunParts } from './run-parts.ts'
import type { Operation } from '../kinds.ts'
import { type WrittenEnd, type Ending, finish } from '../records/transactions.store.ts'

const executedTwice = (signatures: string[]): string => `Executed twice on-chain: ${signatures.join(', ')}`

/**
 * Writes all of it or nothing: null if another run owns the operation. `within` runs in the transaction once the
 * operation has ended.
 */
export async function finishDoublePaid(
  { db, clock, log, incidents }: Pick<RunParts, 'db' | 'clock' | 'log' | 'incidents'>,
  { id, userId, type }: Operation,
  ending: Ending,
  within: (tx: Db) => Promise<void> = async () => undefined,
): Promise<(WrittenEnd & Pick<Ending, 'error'>) | null> {
  const done = await db.transaction(async (tx) => {
    const ended = await finish(tx, id, ending)
    if (!ended) return null
    await within(tx)
    const doubled = await listDoublePayments(tx, id)
    const each = doubled.map(({ position, signatures }) => ({ position, error: executedTwice(signatures) }))
    const error = executedTwice([...new Set(doubled.flatMap(({ signatures }) => signatures))])
    await saveErrors(tx, id, { whole: error, each })
    const at = new Date(clock.now())
    const notify = await incidents.report(tx, { userId, id, type, kind: 'twice', at })
    return { ended: { ...ended, error }, notify }
  })
  if (!done) return null
  log.error({ operation: id }, 'an operation was executed twice')
  done.notify()
  return done.ended
}
