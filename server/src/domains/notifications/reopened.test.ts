// On PostgreSQL as well.
/** An ended operation is open again: its user is notified once of each time, whatever happens to the process. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'drizzle-orm'
import { createBus } from '../../kernel/bus.ts'
import { systemClock } from '../../kernel/clock.ts'
import { createLog } from '../../kernel/log.ts'
import { startHeartbeat } from '../../kernel/heartbeat.ts'
import { openTestDatabase } from '../../test/database.ts'
import { until } from '../../test/until.ts'
import { users } from '../accounts/accounts.tables.ts'
import type { Accounts } from '../accounts/index.ts'
import { createNotifications } from './index.ts'

const log = createLog('silent')
const database = await openTestDatabase()
const { db } = database
const heartbeat = await startHeartbeat(db, { alone: database.kind === 'embedded', log })
after(async () => {
  await heartbeat.stop()
  await database.close()
})
const bus = createBus(log)
const parts = {
  db,
  bus,
  clock: systemClock,
  log,
  heartbeat,
  mailer: { deliver: async () => undefined } as never,
  accounts: {} as Accounts,
  publicUrl: new URL('http://127.0.0.1:3000'),
  digestSeconds: 60,
}
const both = [createNotifications(parts), createNotifications(parts)]
const [one] = both

void test('two processes that report the same reopening write one notification and one e-mail of each', async () => {
  const [user] = await db.insert(users).values({ email: 'told@example.com' }).returning()
  const userId = user?.id ?? 0
  await one?.changeSettings(userId, { error: { mail: true } })
  const added: unknown[] = []
  bus.subscribe('notification.added', ({ notification }) => void added.push(notification))
  const event = { userId, id: randomUUID(), type: 'gather', kind: 'dropped' as const }
  const mails = async () => {
    const { rows } = (await db.execute(sql`select count(*)::int as n from notification_mails`)) as {
      rows: { n: number }[]
    }
    return rows[0]?.n
  }
  for (const [count, at] of ['2026-11-22T10:00:00.000Z', '2026-11-22T11:00:00.000Z'].entries()) {
    for (const process of both)
      (await db.transaction((tx) => process.incidents.report(tx, { ...event, at: new Date(at) })))()
    await until('it is told', async () => added.length > count && (await mails()) === count + 1)
  }
  const { notifications, unread } = (await one?.list(userId, {})) ?? {}
  assert.equal(unread, 2)
  assert.deepEqual(added, notifications?.toReversed())
  assert.deepEqual(
    notifications?.map(({ kind, agent_name, operation_id }) => [kind, agent_name, operation_id]),
    Array.from({ length: 2 }, () => ['error', 'Gather', event.id]),
  )
  assert.match(notifications?.[0]?.text ?? '', /dropped a block/)
})
