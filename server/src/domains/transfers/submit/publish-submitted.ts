/** What is told of an operation that was just written, before it runs. */
import type { Progress } from '../send/execute-parts.ts'
import type { Operation } from '../kinds.ts'
import type { Reserved } from './reserve.ts'
import type { Movement } from '../records/transfers.store.ts'

type Told = {
  changed(operation: Operation, status: string): void
  progressed(operation: Operation, progress: Progress): void
}

/** Of one that was there before nothing is told. Answers whether some of its lines are refused. */
export function tellSubmitted(
  { changed, progressed }: Told,
  { operation, isNew }: Reserved,
  movements: Movement[],
): boolean {
  const refused = movements.filter(({ error }) => error)
  if (isNew) changed(operation, 'pending')
  if (isNew && refused.length > 0)
    progressed(operation, {
      completed: 0,
      failed: refused.length,
      total: movements.length,
      changes: refused.map(({ walletId, walletName, error = null }) => ({
        walletId,
        walletName,
        status: 'failed',
        signature: null,
        error,
      })),
    })
  return refused.length > 0
}
