/** Sends notifications to every console of their user, on the status channel of the agents. */
import type { NotificationMessage } from '@purser/contract/live.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Channels } from '../../kernel/live/channel.ts'
import { statusFeed } from '../agents/index.ts'

export function publishNotifications(channels: Channels, bus: Bus): void {
  bus.subscribe('notification.added', ({ userId, notification }) => {
    const message: NotificationMessage = {
      type: 'notification',
      notification: notification as NotificationMessage['notification'],
    }
    channels.send(statusFeed(userId), message)
  })
  bus.subscribe('notifications.changed', ({ userId }) =>
    channels.send(statusFeed(userId), { type: 'notifications_changed' }),
  )
}
