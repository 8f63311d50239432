/** Which kinds of notification a user gets in the console, and which by e-mail. */
import {
  NOTIFICATION_DEFAULTS,
  type NotificationSettings,
  notificationKinds,
} from '@purser/contract/notifications.ts'
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import * as store from './notifications.store.ts'

type Ways = { console?: boolean | undefined; mail?: boolean | undefined }
export type SettingsChange = { [Kind in keyof NotificationSettings]?: Ways | undefined }

/** `handle`: in a transaction, the settings that it sees. */
export async function getSettings(handle: Db, userId: number): Promise<NotificationSettings> {
  return (await store.readSettings(handle, [userId])).get(userId) ?? NOTIFICATION_DEFAULTS
}

/** Entries that wait for an e-mail of a kind that is switched off are dropped. */
export async function changeSettings(
  { db, bus }: { db: Db; bus: Bus },
  userId: number,
  change: SettingsChange,
): Promise<NotificationSettings> {
  const settings = await db.transaction(async (tx) => {
    await store.lockSettings(tx, userId)
    const before = await getSettings(tx, userId)
    const after = structuredClone(before)
    for (const kind of notificationKinds) {
      const { console = before[kind].console, mail = before[kind].mail } = change[kind] ?? {}
      after[kind] = { console, mail }
    }
    await store.writeSettings(tx, userId, after)
    const unmailed = notificationKinds.filter((kind) => !after[kind].mail)
    await store.dropEntries(tx, userId, unmailed)
    return after
  })
  bus.publish('notifications.changed', { userId })
  return settings
}
