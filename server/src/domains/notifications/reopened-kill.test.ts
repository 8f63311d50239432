// On PostgreSQL as well.
/** The process that opens an ended operation again dies right after the commit: its user is notified all the same. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'drizzle-orm'
import { systemClock } from '../../kernel/clock.ts'
import { createLog } from '../../kernel/log.ts'
import { openLyingEngine } from '../../test/lying-engine.ts'
import { until } from '../../test/until.ts'
import type { Accounts } from '../accounts/index.ts'
import { createNotifications } from './index.ts'

type Told = ReturnType<typeof createNotifications>
let told: Told | undefined
const desk = await openLyingEngine({
  incidents(db, bus) {
    told = createNotifications({
      db,
      bus,
      clock: systemClock,
      log: createLog('silent'),
      heartbeat: {} as never,
      mailer: { deliver: async () => undefined } as never,
      accounts: {} as Accounts,
      publicUrl: new URL('http://127.0.0.1:3000'),
      digestSeconds: 60,
    })
    return told.incidents
  },
})
const { db, bus, engine, submit, over } = desk

void test('the notification of a reopened operation outlives the process that opened it', async () => {
  const { id } = await submit([1_000_000n], 'single')
  const { userId } = await over(id)
  await told?.changeSettings(userId, { error: { mail: true } })
  const publish = bus.publish
  let killed = false
  // The first that the process does after the commit; from here on it does nothing more.
  bus.publish = (topic, event) => {
    if (killed || ('operationId' in event && event.operationId === id && 'status' in event)) {
      killed = true
      throw new Error('killed')
    }
    publish(topic, event)
  }
  await db.execute(sql`update transactions set state = 'dead', finalized = false, ended_at = now()
    where operation_id = ${id}::uuid`)
  await db.execute(sql`update operations set status = 'failed', finalized_at = null where id = ${id}::uuid`)
  await until('it is opened again', () => killed)
  bus.publish = publish
  const { notifications } = (await told?.list(userId, {})) ?? {}
  assert.deepEqual(
    notifications?.map(({ kind, operation_id }) => [kind, operation_id]),
    [['error', id]],
  )
  const { rows } = (await db.execute(
    sql`select 1 from notification_mails where operation_id = ${id}::uuid`,
  )) as { rows: unknown[] }
  assert.equal(rows.length, 1)
  await until('it is booked', async () => (await engine.lookups.find(id))?.status === 'completed')
  assert.equal((await told?.list(userId, {}))?.notifications.length, 1)
})
