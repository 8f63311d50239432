/** Sends ids of changed operations to every console of their user, which then refetches the ones that it shows. */
import type { OperationsChangedMessage } from '@purser/contract/live.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Channels } from '../../kernel/live/channel.ts'
import type { Clock } from '../../kernel/clock.ts'
import { statusFeed } from '../agents/index.ts'
import type * as z from 'zod/mini'

/** Changes within this time share a message: a strategy may trade many times a second. */
const BATCH_MS = 100

export function publishOperations(channels: Channels, bus: Bus, clock: Clock): void {
  const waiting = new Map<number, Set<string>>()

  function send(userId: number): void {
    const operationIds = [...(waiting.get(userId) ?? [])]
    waiting.delete(userId)
    const message: z.infer<typeof OperationsChangedMessage> = { type: 'operations_changed', operationIds }
    channels.send(statusFeed(userId), message)
  }

  const changed = ({ userId, operationId }: { userId: number; operationId: string }) => {
    if (!channels.hasSubscribers(statusFeed(userId))) return
    const ids = waiting.get(userId)
    if (ids) ids.add(operationId)
    else {
      waiting.set(userId, new Set([operationId]))
      void clock.sleep(BATCH_MS).then(() => send(userId))
    }
  }
  bus.subscribe('operation.changed', changed)
  bus.subscribe('operation.finalized', changed)
}
