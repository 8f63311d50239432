/** Notifications: written with what they report, published, listed, read, and e-mailed where their user wants it. */
import { ACCESS_TOLD_A_DAY, NOTIFICATIONS_PAGE } from '@purser/contract/limits.ts'
import {
  NOTIFICATION_DEFAULTS,
  type Notification,
  type NotificationSettings,
  notificationKinds,
} from '@purser/contract/notifications.ts'
import { ROW_ID } from '@purser/contract/values.ts'
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Reporter } from '../strategies/index.ts'
import type { TopUpReporter } from '../top-ups/index.ts'
import type { AccessReporter } from '../tokens/index.ts'
import type { IncidentReporter } from '../transfers/index.ts'
import { ACCESS, textOfAccess } from './access-text.ts'
import { createEmails, type EmailParts } from './emails.ts'
import { nameOfOperation, textOfIncident } from './incident-text.ts'
import * as store from './notifications.store.ts'
import { TOP_UPS, textsOfTopUps } from './top-up-text.ts'
import { createRecentSettings } from './recent-settings.ts'

export type NotificationParts = EmailParts & { bus: Bus }
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
  const recent = createRecentSettings({ db, bus, clock })
  const sweepOld = store.createSweep(db)
  const emails = createEmails({ ...parts, log: parts.log.child({ part: 'notifications' }) })

  const settingsOf = async (userId: number, handle: Db = db): Promise<NotificationSettings> =>
    (await store.readSettings(handle, [userId])).get(userId) ?? NOTIFICATION_DEFAULTS
  const changed = (userId: number) => bus.publish('notifications.changed', { userId })

  /** Of a strategy's step, in the transaction that saves it; only what the user's settings ask for. */
  const reporter: Reporter = {
    async wanted(events) {
      const all = await recent.of(events.map((one) => one.userId))
      return events.filter(({ userId, kind }) => {
        const ways = (all.get(userId) ?? NOTIFICATION_DEFAULTS)[kind]
        return ways.console || ways.mail
      })
    },

    async report(tx, events) {
      const all = await store.readSettings(tx, [...new Set(events.map((one) => one.userId))])
      const wants = (one: (typeof events)[number]) => (all.get(one.userId) ?? NOTIFICATION_DEFAULTS)[one.kind]
      const rows = await store.insertNotifications(
        tx,
        events
          .filter((one) => wants(one).console)
          .map(({ userId, agentId, strategyId, kind, status, text }) => ({
            userId,
            agentId,
            strategyId,
            kind,
            status,
            text,
          })),
      )
      const at = new Date(clock.now())
      await store.insertEntries(
        tx,
        events
          .filter((one) => wants(one).mail)
          .map(({ userId, agentId, kind, message: text }) => ({ userId, agentId, kind, text, at })),
      )
      return () => {
        for (const row of rows)
          bus.publish('notification.added', { userId: row.userId, notification: toNotification(row) })
      }
    },
  }

  /** Of what befell an operation, in the transaction that writes it. */
  const incidents: IncidentReporter = {
    async report(tx, event) {
      const { userId, id: operationId, at } = event
      const { error: ways } = await settingsOf(userId, tx)
      const row = { userId, operationId, agentName: nameOfOperation(event), text: textOfIncident(event), at }
      if (ways.mail) await store.insertEntryOfOperation(tx, row)
      const written = ways.console ? await store.insertOfOperation(tx, row) : undefined
      return () => {
        if (written) bus.publish('notification.added', { userId, notification: toNotification(written) })
      }
    },
  }

  /** Of a token that is shared with the user or no longer is, in the transaction that does it. */
  const access: AccessReporter = {
    async changed(tx, event) {
      const { userId } = event
      const { access: ways } = await settingsOf(userId, tx)
      // Anybody may share a token and take it back, all day long.
      if ((await store.countOfDay(tx, userId, 'access')) >= ACCESS_TOLD_A_DAY) return () => undefined
      const row = { userId, kind: 'access' as const, agentName: ACCESS, text: textOfAccess(event) }
      if (ways.mail) await store.insertEntry(tx, { ...row, at: new Date(clock.now()) })
      const written = ways.console ? await store.insertNotification(tx, row) : undefined
      return () => {
        if (written) bus.publish('notification.added', { userId, notification: toNotification(written) })
      }
    },
  }

  /** Of wallets that automatic top-ups leave out, in the transaction that writes it. */
  const topUps: TopUpReporter = {
    async leftOut(tx, { userId, refusals }) {
      const { limit: ways } = await settingsOf(userId, tx)
      const rows = textsOfTopUps(refusals).map((text) => ({
        userId,
        kind: 'limit' as const,
        agentName: TOP_UPS,
        text,
      }))
      const written: (store.NotificationRow | undefined)[] = []
      for (const row of rows) {
        if (ways.mail) await store.insertEntry(tx, { ...row, at: new Date(clock.now()) })
        if (ways.console) written.push(await store.insertNotification(tx, row))
      }
      return () => {
        for (const row of written)
          if (row) bus.publish('notification.added', { userId, notification: toNotification(row) })
      }
    },
  }

  return {
    reporter,
    incidents,
    access,
    topUps,
    settings: (userId: number) => settingsOf(userId),

    async changeSettings(userId: number, change: SettingsChange): Promise<NotificationSettings> {
      const settings = await db.transaction(async (tx) => {
        await store.lockSettings(tx, userId)
        const before = await settingsOf(userId, tx)
        const after = structuredClone(before)
        for (const kind of notificationKinds) {
          const { console = before[kind].console, mail = before[kind].mail } = change[kind] ?? {}
          after[kind] = { console, mail }
        }
        await store.writeSettings(tx, userId, after)
        await store.dropEntries(
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
      const { rows, unread } = await store.listNotifications(db, userId, { before, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      return {
        notifications: page.map(toNotification),
        unread,
        ...(rows.length > limit && last ? { next: last.id } : {}),
      }
    },

    /** Throws not_found for another user's, too. */
    async read(userId: number, id: string): Promise<number> {
      const known = ROW_ID.test(id) && (await store.markRead(db, userId, Number(id)))
      if (!known) throw new Fault('not_found', { what: 'Notification' })
      changed(userId)
      return store.countUnread(db, userId)
    },

    async readAll(userId: number, upTo: number | undefined): Promise<number> {
      await store.markAllRead(db, userId, upTo)
      changed(userId)
      return store.countUnread(db, userId)
    },

    start: emails.start,
    stop: emails.stop,
    async sweep(): Promise<void> {
      await sweepOld()
      await emails.sweep()
    },
  }
}
