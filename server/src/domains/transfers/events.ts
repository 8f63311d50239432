/** Topics of the bus: operations. */
import type { TransferChange } from '@purser/contract/distributions/distributions.ts'

declare module '../../kernel/bus.ts' {
  interface BusEvents {
    'operation.changed': { userId: number; operationId: string; type: string; status: string }
    /** Published when nothing can change an ended operation any more. */
    'operation.finalized': { userId: number; operationId: string }
    /** Changed transfers of a bulk operation; the counts include them. */
    'operation.progress': {
      userId: number
      operationId: string
      type: string
      completed: number
      failed: number
      total: number
      changes: TransferChange[]
    }
  }
}
