/** The end of an operation that has moved the same funds more than once: it is marked, and its user is told. */
import type { Db } from '../../../db/client.ts'
import { listDoubled, saveErrors } from './double-payments.store.ts'
import type { ExecuteParts } from './execute-parts.ts'
import type { Operation } from '../kinds.ts'
import { type Ended, type Ending, finish } from '../records/transactions.store.ts'

const executedTwice = (signatures: string[]): string =>
  `Executed twice on the chain: ${signatures.join(', ')}`

/**
 * All of it or nothing: null when another run owns the operation. `within` runs in the transaction once the operation has
 * ended.
 */
export async function finishTwice(
  { db, clock, log, incidents }: Pick<ExecuteParts, 'db' | 'clock' | 'log' | 'incidents'>,
  { id, userId, type }: Operation,
  ending: Ending,
  within: (tx: Db) => Promise<void> = async () => undefined,
): Promise<(Ended & Pick<Ending, 'error'>) | null> {
  const done = await db.transaction(async (tx) => {
    const ended = await finish(tx, id, ending)
    if (!ended) return null
    await within(tx)
    const doubled = await listDoubled(tx, id)
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
