/** Topics of the bus: notifications. */

export type NotificationsChanged = { userId: number }

declare module '../../kernel/bus.ts' {
  interface BusEvents {
    'notification.added': { userId: number; notification: unknown }
    'notifications.changed': NotificationsChanged
  }
}
