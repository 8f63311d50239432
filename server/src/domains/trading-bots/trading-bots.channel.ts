/** Sends every console of the user, on the status channel, that a group's bot has changed. */
import type { TradingBotsChangedMessage } from '@purser/contract/live.ts'
import type * as z from 'zod/mini'
import type { Bus } from '../../kernel/bus.ts'
import type { Channels } from '../../kernel/live/channel.ts'
import type { Clock } from '../../kernel/clock.ts'
import { statusFeed } from '../agents/index.ts'

/** Changes of a group within this share a message. */
const BATCH_MS = 250

export function publishTradingBots(channels: Channels, bus: Bus, clock: Clock): void {
  const waiting = new Set<number>()
  bus.subscribe('trading-bots.changed', ({ userId, groupId }) => {
    if (waiting.has(groupId) || !channels.hasSubscribers(statusFeed(userId))) return
    waiting.add(groupId)
    void clock.sleep(BATCH_MS).then(() => {
      waiting.delete(groupId)
      const message: z.infer<typeof TradingBotsChangedMessage> = { type: 'trading_bots_changed', groupId }
      channels.send(statusFeed(userId), message)
    })
  })
}
