/** Notifications: written with what they report, published, listed, read, and e-mailed where their user wants it. */
import { NOTIFICATIONS_PAGE } from '@purser/contract/limits.ts'
import type { Notification, NotificationSettings } from '@purser/contract/notifications.ts'
import { ROW_ID } from '@purser/contract/values.ts'
import type { Bus } from '../../kernel/bus.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Reporter } from '../strategies/index.ts'
import type { AccessReporter } from '../tokens/index.ts'
import type { TopUpReporter } from '../top-ups/index.ts'
import type { IncidentReporter } from '../transfers/index.ts'
import { createEmails, type EmailParts } from './emails.ts'
import * as store from './notifications.store.ts'
import { createRecentSettings } from './recent-settings.ts'
import { reportAccess, reportIncident, reportStep, reportTopUps, selectWanted } from './reporters.ts'
import { changeSettings, getSettings, type SettingsChange } from './settings.ts'
import { toNotification } from './view.ts'

export type NotificationParts = EmailParts & { bus: Bus }
type Page = { before?: number | undefined; limit?: number | undefined }

export type Notifications = {
  /** Steps of strategies. */
  reporter: Reporter
  /** Operations that are opened again or executed twice. */
  incidents: IncidentReporter
  /** Tokens that another account shares. */
  access: AccessReporter
  /** Wallets that automatic top-ups leave out. */
  topUps: TopUpReporter
  settings(userId: number): Promise<NotificationSettings>
  changeSettings(userId: number, change: SettingsChange): Promise<NotificationSettings>
  /** Newest first. `next`: pass it as `before` to get the next page. */
  list(userId: number, page: Page): Promise<{ notifications: Notification[]; unread: number; next?: number }>
  /** Returns how many are unread after it. Throws not_found for another user's, too. */
  read(userId: number, id: string): Promise<number>
  /** Marks all up to this id, or all. Returns how many are unread after it. */
  readAll(userId: number, upTo: number | undefined): Promise<number>
  /** Begins to send e-mails. */
  start(): void
  /** Gives the e-mail that is being sent a moment. */
  stop(): Promise<void>
  /** Removes what is too old or too much, and e-mails that no server took for too long. */
  sweep(): Promise<void>
}

export function createNotifications(parts: NotificationParts): Notifications {
  const { db, bus, clock } = parts
  const reporters = { bus, clock, recent: createRecentSettings({ db, bus, clock }) }
  const sweepOld = store.createSweep(db)
  const emails = createEmails({ ...parts, log: parts.log.child({ part: 'notifications' }) })
  return {
    reporter: {
      wanted: (events) => selectWanted(reporters, events),
      report: (tx, events) => reportStep(reporters, tx, events),
    },
    incidents: { report: (tx, event) => reportIncident(reporters, tx, event) },
    access: { changed: (tx, event) => reportAccess(reporters, tx, event) },
    topUps: { leftOut: (tx, event) => reportTopUps(reporters, tx, event) },
    settings: (userId) => getSettings(db, userId),
    changeSettings: (userId, change) => changeSettings(parts, userId, change),
    list: (userId, page) => listNotifications(parts, userId, page),
    read: (userId, id) => readNotification(parts, userId, id),
    readAll: (userId, upTo) => readAllNotifications(parts, userId, upTo),
    start: emails.start,
    stop: emails.stop,
    async sweep() {
      await sweepOld()
      await emails.sweep()
    },
  }
}

async function listNotifications(
  { db }: NotificationParts,
  userId: number,
  { before, limit = NOTIFICATIONS_PAGE }: Page,
): Promise<{ notifications: Notification[]; unread: number; next?: number }> {
  // One more shows whether there is another page.
  const { rows, unread } = await store.listNotifications(db, userId, { before, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    notifications: page.map(toNotification),
    unread,
    ...(rows.length > limit && last ? { next: last.id } : {}),
  }
}

async function readNotification({ db, bus }: NotificationParts, userId: number, id: string): Promise<number> {
  const known = ROW_ID.test(id) && (await store.markRead(db, userId, Number(id)))
  if (!known) throw new Fault('not_found', { what: 'Notification' })
  bus.publish('notifications.changed', { userId })
  return store.countUnread(db, userId)
}

async function readAllNotifications(
  { db, bus }: NotificationParts,
  userId: number,
  upTo: number | undefined,
): Promise<number> {
  await store.markAllRead(db, userId, upTo)
  bus.publish('notifications.changed', { userId })
  return store.countUnread(db, userId)
}
