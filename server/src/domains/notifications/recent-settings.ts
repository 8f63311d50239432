/** Settings as they were a moment ago: each filled order asks what its user wants to hear, which hardly ever changes. */
import type { NotificationSettings } from '@purser/contract/notifications.ts'
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import { type Cache, createCache } from '../../kernel/cache.ts'
import type { Clock } from '../../kernel/clock.ts'
import * as store from './notifications.store.ts'

/** Only for this long is a change unnoticed whose message was lost. */
const FRESH_MS = 5_000
const MOST_USERS = 10_000

export type RecentSettings = {
  /** Settings by user. Users who never changed theirs are missing. */
  read(userIds: number[]): Promise<Map<number, NotificationSettings>>
}
type RecentState = {
  db: Db
  clock: Clock
  /** null: this user never changed theirs. */
  known: Cache<number, NotificationSettings | null>
  changes: number
}

export function createRecentSettings({ db, bus, clock }: { db: Db; bus: Bus; clock: Clock }): RecentSettings {
  const known = createCache<number, NotificationSettings | null>({ clock, max: MOST_USERS, ttlMs: FRESH_MS })
  const state: RecentState = { db, clock, known, changes: 0 }
  bus.subscribe('notifications.changed', ({ userId }) => {
    state.changes++
    known.delete(userId)
  })
  return { read: (userIds) => readRecent(state, userIds) }
}

async function readRecent(state: RecentState, userIds: number[]): Promise<Map<number, NotificationSettings>> {
  const { db, clock, known } = state
  const all = new Map<number, NotificationSettings>()
  const stale: number[] = []
  for (const userId of new Set(userIds)) {
    const settings = known.get(userId)
    if (settings) all.set(userId, settings)
    else if (settings === undefined) stale.push(userId)
  }
  const before = state.changes
  const at = clock.monotonic()
  const read = stale.length === 0 ? null : await store.readSettings(db, stale)
  for (const userId of stale) {
    const settings = read?.get(userId) ?? null
    if (settings) all.set(userId, settings)
    // Rows that were read before a change are used once, and not cached.
    if (before === state.changes) known.set(userId, settings, { at })
  }
  return all
}
