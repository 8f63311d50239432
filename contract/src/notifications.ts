/** Notifications of a user: in the console, and by e-mail if the settings say so. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { NOTIFICATIONS_PAGE_MAX } from './limits.ts'
import { Done, Id, Nothing, Time } from './values.ts'

/**
 * 'ended': completed, stopped or failed. 'limit': a limit of the plan's risk was met, or one of real money leaves wallets without
 * automatic top-ups. 'filled': an order was executed. 'access': another account shares a token with the user, or no longer
 * does.
 */
export const notificationKinds = ['ended', 'limit', 'error', 'filled', 'access'] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.infer<typeof NotificationKind>

export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  /** null if it is about an operation or a token. */
  agent_id: z.nullable(Id),
  /** The name of the agent at that time, or the kind of the operation. */
  agent_name: z.string(),
  strategy_id: z.nullable(z.string()),
  /** An operation that had ended and is open again: a block was dropped, or a transaction landed late. */
  operation_id: z.nullable(z.string()),
  /** How it ended, for 'ended'. */
  status: z.nullable(z.enum(['completed', 'stopped', 'failed'])),
  /** Omits what the kind and the status say already. */
  text: z.string(),
  read: z.boolean(),
  created_at: Time,
})
export type Notification = z.infer<typeof Notification>

/** Newest first. `before` takes `next` of the page before. */
export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications',
  summary: 'Notifications of the user, newest first, and how many are unread',
  access: 'session',
  query: z.object({
    before: z.optional(z.coerce.number('must be an id').check(z.int('must be an id'), z.positive())),
    limit: z.optional(
      z.coerce.number('must be a number').check(z.int(), z.minimum(1), z.maximum(NOTIFICATIONS_PAGE_MAX)),
    ),
  }),
  answer: z.object({ notifications: z.array(Notification), unread: z.int(), next: z.optional(Id) }),
})

const Unread = z.extend(Done, { unread: z.int() })

export const readNotification = endpoint({
  method: 'POST',
  path: '/notifications/:id/read',
  summary: 'Mark a notification as read',
  access: 'session',
  body: z.optional(Nothing),
  answer: Unread,
})

export const readAllNotifications = endpoint({
  method: 'POST',
  path: '/notifications/read-all',
  summary: 'Mark all notifications as read, or those up to one',
  access: 'session',
  body: z.optional(
    z.strictObject({
      /** The newest one that was seen: later ones stay unread. */
      up_to: z.optional(Id),
    }),
  ),
  answer: Unread,
})

const Ways = z.object({
  /** In the list, and as a short message in every open console. */
  console: z.boolean(),
  mail: z.boolean(),
})
export const NotificationSettings = z.object({
  ended: Ways,
  limit: Ways,
  error: Ways,
  filled: Ways,
  access: Ways,
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/** Filled orders are in the terminal already, so they are off at first. */
export const NOTIFICATION_DEFAULTS: NotificationSettings = {
  ended: { console: true, mail: false },
  limit: { console: true, mail: false },
  error: { console: true, mail: false },
  filled: { console: false, mail: false },
  access: { console: true, mail: false },
}

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/notifications/settings',
  summary: 'What the user is notified of, and how',
  access: 'session',
  answer: NotificationSettings,
})

const Change = z.optional(z.strictObject({ console: z.optional(z.boolean()), mail: z.optional(z.boolean()) }))

export const changeNotificationSettings = endpoint({
  method: 'PUT',
  path: '/notifications/settings',
  summary: 'Change what the user is notified of; what is left out stays as it is',
  access: 'session',
  body: z.strictObject({ ended: Change, limit: Change, error: Change, filled: Change, access: Change }),
  answer: NotificationSettings,
})
