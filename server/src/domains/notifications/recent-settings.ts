/** Settings as they were a moment ago: each filled order asks what its user wants to hear, which hardly ever changes. */
import type { NotificationSettings } from '@purser/contract/notifications.ts'
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import * as store from './notifications.store.ts'

/** Only for this long is a change unnoticed whose message was lost. */
const FRESH_MS = 5_000
/** Beyond this many users, what is known of all is forgotten. */
const MANY = 10_000

type Known = { at: number; settings: NotificationSettings | undefined }

export function createRecentSettings({ db, bus, clock }: { db: Db; bus: Bus; clock: Clock }) {
  const known = new Map<number, Known>()
  let changes = 0
  bus.subscribe('notifications.changed', ({ userId }) => {
    changes++
    known.delete(userId)
  })
  const isFresh = (userId: number) =>
    clock.monotonic() - (known.get(userId)?.at ?? Number.NEGATIVE_INFINITY) < FRESH_MS

  return {
    /** By user; those who never changed theirs are left out. */
    async of(userIds: number[]): Promise<Map<number, NotificationSettings>> {
      const stale = [...new Set(userIds)].filter((userId) => !isFresh(userId))
      const all = new Map<number, NotificationSettings>()
      for (const userId of userIds) {
        const settings = isFresh(userId) ? known.get(userId)?.settings : undefined
        if (settings) all.set(userId, settings)
      }
      const before = changes
      const at = clock.monotonic()
      const read = stale.length === 0 ? [] : await store.readSettings(db, stale)
      if (known.size > MANY) known.clear()
      // What was read before a change is used once, and not kept.
      if (before === changes) for (const userId of stale) known.set(userId, { at, settings: undefined })
      for (const [userId, settings] of read) {
        all.set(userId, settings)
        if (before === changes) known.set(userId, { at, settings })
      }
      return all
    },
  }
}
