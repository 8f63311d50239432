/** Notifications go to every console of their user, on the channel that tells the state of the agents. */
import type { NotificationMessage } from '@purser/contract/live.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Channels } from '../../kernel/channel.ts'
import { statusFeed } from '../agents/index.ts'

export function tellNotifications(channels: Channels, bus: Bus): void {
  bus.subscribe('notification.added', ({ userId, notification }) => {
    const told = notification as NotificationMessage['notification']
    const message: NotificationMessage = { type: 'notification', notification: told }
    channels.send(statusFeed(userId), message)
  })
  bus.subscribe('notifications.changed', ({ userId }) =>
    channels.send(statusFeed(userId), { type: 'notifications_changed' }),
  )
}
