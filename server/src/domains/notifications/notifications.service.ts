/** Notifications: written with what they report, told live, listed, read, and mailed where their user wants it. */
import { NOTIFICATIONS_PAGE } from '@purser/contract/limits.ts'
import {
  NOTIFICATION_DEFAULTS,
  type Notification,
  type NotificationSettings,
  notificationKinds,
} from '@purser/contract/notifications.ts'
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Reporter } from '../strategies/index.ts'
import type { ReopeningReporter } from '../transfers/index.ts'
import { createLetters, type LetterParts } from './letters.ts'
import * as store from './notifications.store.ts'
import { nameOfOperation, textOfReopening } from './operation-news.ts'

export type NotificationParts = LetterParts & { bus: Bus }
export type Notifications = ReturnType<typeof createNotifications>
type Ways = { console?: boolean | undefined; mail?: boolean | undefined }
export type SettingsChange = { [Kind in keyof NotificationSettings]?: Ways | undefined }

const toNotification = (row: store.NotificationRow): Notification => ({
  id: row.id,
  kind: row.kind,
  agent_id: row.agentId,
  agent_name: row.agentName,
  strategy_id: row.strategyId,
  operation_id: row.operationId,
  status: row.status,
  text: row.text,
  read: row.read,
  created_at: row.createdAt.toISOString(),
})

export function createNotifications(parts: NotificationParts) {
  const { db, bus, clock } = parts
  const letters = createLetters({ ...parts, log: parts.log.child({ part: 'notifications' }) })

  const settingsOf = async (userId: number, handle: Db = db): Promise<NotificationSettings> =>
    (await store.readSettings(handle, [userId])).get(userId) ?? NOTIFICATION_DEFAULTS
  const changed = (userId: number) => bus.publish('notifications.changed', { userId })

  /** What a strategy did, in the transaction that keeps it; nothing is written of what nobody wants to know. */
  const reporter: Reporter = {
    async report(tx, news) {
      const all = await store.readSettings(tx, [...new Set(news.map((one) => one.userId))])
      const wants = (one: (typeof news)[number]) => (all.get(one.userId) ?? NOTIFICATION_DEFAULTS)[one.kind]
      const rows = await store.insertNotifications(
        tx,
        news.filter((one) => wants(one).console),
      )
      const at = new Date(clock.now())
      await store.insertMails(
        tx,
        news
          .filter((one) => wants(one).mail)
          .map(({ userId, agentId, kind, text }) => ({ userId, agentId, kind, text, at })),
      )
      return () => {
        for (const row of rows)
          bus.publish('notification.added', { userId: row.userId, notification: toNotification(row) })
      }
    },
  }

  /** That an ended operation is open again, in the transaction that opens it. */
  const reopenings: ReopeningReporter = {
    async reopened(tx, event) {
      const { userId, id: operationId, at } = event
      const { error: ways } = await settingsOf(userId, tx)
      const row = { userId, operationId, agentName: nameOfOperation(event), text: textOfReopening(event), at }
      if (ways.mail) await store.insertMailOfOperation(tx, row)
      const written = ways.console ? await store.insertOfOperation(tx, row) : undefined
      return () => {
        if (written) bus.publish('notification.added', { userId, notification: toNotification(written) })
      }
    },
  }

  return {
    reporter,
    reopenings,
    settings: (userId: number) => settingsOf(userId),

    async changeSettings(userId: number, change: SettingsChange): Promise<NotificationSettings> {
      const settings = await db.transaction(async (transaction) => {
        const tx = transaction as unknown as Db
        await store.lockSettings(tx, userId)
        const before = await settingsOf(userId, tx)
        const after = structuredClone(before)
        for (const kind of notificationKinds) {
          const { console = before[kind].console, mail = before[kind].mail } = change[kind] ?? {}
          after[kind] = { console, mail }
        }
        await store.writeSettings(tx, userId, after)
        await store.dropMails(
          tx,
          userId,
          notificationKinds.filter((kind) => !after[kind].mail),
        )
        return after
      })
      changed(userId)
      return settings
    },

    async list(
      userId: number,
      { before, limit = NOTIFICATIONS_PAGE }: { before?: number | undefined; limit?: number | undefined },
    ): Promise<{ notifications: Notification[]; unread: number; next?: number }> {
      const rows = await store.listNotifications(db, userId, { before, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      return {
        notifications: page.map(toNotification),
        unread: await store.countUnread(db, userId),
        ...(rows.length > limit && last ? { next: last.id } : {}),
      }
    },

    /** Another's is not found, as one that does not exist. */
    async read(userId: number, id: string): Promise<number> {
      const known = /^[1-9]\d{0,14}$/.test(id) && (await store.markRead(db, userId, Number(id)))
      if (!known) throw new Fault('not_found', { what: 'Notification' })
      changed(userId)
      return store.countUnread(db, userId)
    },

    async readAll(userId: number, upTo: number | undefined): Promise<number> {
      await store.markAllRead(db, userId, upTo)
      changed(userId)
      return store.countUnread(db, userId)
    },

    start: letters.start,
    stop: letters.stop,
    async sweep(): Promise<void> {
      await store.sweepNotifications(db)
      await letters.sweep()
    },
  }
}
