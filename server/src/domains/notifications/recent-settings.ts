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

export type RecentSettings = {
  /** Settings by user. Users who never changed theirs are missing. */
  read(userIds: number[]): Promise<Map<number, NotificationSettings>>
}
type RecentState = { db: Db; clock: Clock; known: Map<number, Known>; changes: number }

export function createRecentSettings({ db, bus, clock }: { db: Db; bus: Bus; clock: Clock }): RecentSettings {
  const state: RecentState = { db, clock, known: new Map(), changes: 0 }
  bus.subscribe('notifications.changed', ({ userId }) => {
    state.changes++
    state.known.delete(userId)
  })
  return { read: (userIds) => readRecent(state, userIds) }
}

const isFresh = ({ clock, known }: RecentState, userId: number): boolean =>
  clock.monotonic() - (known.get(userId)?.at ?? Number.NEGATIVE_INFINITY) < FRESH_MS

async function readRecent(state: RecentState, userIds: number[]): Promise<Map<number, NotificationSettings>> {
  const { db, clock, known } = state
  const stale = [...new Set(userIds)].filter((userId) => !isFresh(state, userId))
  const all = new Map<number, NotificationSettings>()
  for (const userId of userIds) {
    const settings = isFresh(state, userId) ? known.get(userId)?.settings : undefined
    if (settings) all.set(userId, settings)
  }
  const before = state.changes
  const at = clock.monotonic()
  const read = stale.length === 0 ? [] : await store.readSettings(db, stale)
  if (known.size > MANY) known.clear()
  // A change that came meanwhile makes the rows too old to be remembered. They are used this once.
  if (before === state.changes) for (const userId of stale) known.set(userId, { at, settings: undefined })
  for (const [userId, settings] of read) {
    all.set(userId, settings)
    if (before === state.changes) known.set(userId, { at, settings })
  }
  return all
}
