/** Publishes what happens to operations. */
import type { TransferChange } from '@purser/contract/distributions/distributions.ts'
import type { Bus } from '../../../kernel/bus.ts'
import type { Operation } from '../kinds.ts'
import type { CompletionWaiters } from './completion-waiters.ts'

export type Progress = {
  completed: number
  failed: number
  total: number
  changes: TransferChange[]
}
export type Publisher = {
  publishChange(operation: Operation, status: string): void
  /** Publishes that this process has ended the operation. */
  publishEnd(operation: Operation, ending: Pick<Operation, 'status' | 'result' | 'error'>): void
  /** Publishes new states of transfers of a bulk operation, with the counts after them. */
  publishProgress(operation: Operation, progress: Progress): void
  /** Publishes that nothing can change the operation any more. */
  publishFinal(operation: Operation): void
}

export function createPublisher({ bus, waiters }: { bus: Bus; waiters: CompletionWaiters }): Publisher {
  const publishChange: Publisher['publishChange'] = ({ userId, id: operationId, type }, status) =>
    bus.publish('operation.changed', { userId, operationId, type, status })
  return {
    publishChange,
    publishEnd(operation, { status, result, error }) {
      waiters.end({ ...operation, status, result, error })
      publishChange(operation, status)
    },
    publishProgress: ({ userId, id: operationId, type }, progress) =>
      bus.publish('operation.progress', { userId, operationId, type, ...progress }),
    publishFinal: ({ userId, id }) => bus.publish('operation.finalized', { userId, operationId: id }),
  }
}
