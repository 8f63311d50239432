import * as api from '@purser/contract/notifications.ts'
import type { Router } from '../../kernel/http/route.ts'
import type { Notifications } from './notifications.service.ts'

const done = { success: true as const }

export function notificationRoutes(router: Router, notifications: Notifications): void {
  router.serve(api.listNotifications, ({ caller, query }) => notifications.list(caller.userId, query))
  router.serve(api.readNotification, async ({ caller, params }) => ({
    ...done,
    unread: await notifications.read(caller.userId, params.id ?? ''),
  }))
  router.serve(api.readAllNotifications, async ({ caller, body }) => ({
    ...done,
    unread: await notifications.readAll(caller.userId, body?.up_to),
  }))
  router.serve(api.getNotificationSettings, ({ caller }) => notifications.settings(caller.userId))
  router.serve(api.changeNotificationSettings, ({ caller, body }) =>
    notifications.changeSettings(caller.userId, body),
  )
}
