/** That operations have changed goes to every console of their user: what shows them asks anew. */
import type { OperationsChangedMessage } from '@purser/contract/live.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Channels } from '../../kernel/channel.ts'
import { statusFeed } from '../agents/index.ts'
import type * as z from 'zod/mini'

/** What changes together is told together: a strategy may trade many times a second. */
const GATHER_MS = 100

export function tellOperations(channels: Channels, bus: Bus): void {
  const waiting = new Map<number, Set<string>>()

  function tell(userId: number): void {
    const operationIds = [...(waiting.get(userId) ?? [])]
    waiting.delete(userId)
    const message: z.infer<typeof OperationsChangedMessage> = { type: 'operations_changed', operationIds }
    channels.send(statusFeed(userId), message)
  }

  const heard = ({ userId, operationId }: { userId: number; operationId: string }) => {
    if (!channels.hasSubscribers(statusFeed(userId))) return
    const ids = waiting.get(userId)
    if (ids) ids.add(operationId)
    else {
      waiting.set(userId, new Set([operationId]))
      setTimeout(() => tell(userId), GATHER_MS).unref()
    }
  }
  bus.subscribe('operation.changed', heard)
  bus.subscribe('operation.finalized', heard)
}
