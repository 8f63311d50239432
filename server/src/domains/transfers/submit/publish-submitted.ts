/** Publishes an operation that was just written, before it runs. */
import type { Movement } from '../records/operations.store.ts'
import type { Publisher } from '../runs/publisher.ts'
import type { Reserved } from './reserve.ts'

/** Publishes nothing if it existed before. Returns whether some of its lines are refused. */
export function publishSubmitted(
  { publishChange, publishProgress }: Pick<Publisher, 'publishChange' | 'publishProgress'>,
  { operation, isNew }: Reserved,
  movements: Movement[],
): boolean {
  const refused = movements.filter(({ error }) => error)
  if (isNew) publishChange(operation, 'pending')
  if (isNew && refused.length > 0)
    publishProgress(operation, {
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
