/** Notifications from before texts went without their heading: the migration takes it off, once. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PGlite } from '@electric-sql/pglite'
import { MIGRATIONS } from '../../db/template.ts'

const OPERATION = '00000000-0000-4000-8000-000000000001'
/** Kind, text before, text after; where they are alike, it is not touched. */
const rows: [kind: string, before: string, after: string, operation?: string][] = [
  ['ended', 'Completed successfully: the order is filled', 'The order is filled'],
  ['ended', 'Stopped: 1 order filled of 3; 5 BONK sold', '1 order filled of 3; 5 BONK sold'],
  ['ended', 'Error: no such token: BONK', 'No such token: BONK'],
  ['limit', 'Limit met: stop loss: 1 USD', 'Stop loss: 1 USD'],
  ['error', 'Error: order 1 failed: Error: it moved.', 'Order 1 failed: Error: it moved.'],
  ['error', 'Corrected: order 1 has failed.', 'Corrected: order 1 has failed.'],
  ['error', 'Error: of an operation', 'Error: of an operation', OPERATION],
  ['filled', 'Bought 5 BONK for 0.01 SOL (order 1).', 'Bought 5 BONK for 0.01 SOL (order 1).'],
  ['error', 'Error: ', ''],
]

test('a notification written with its heading loses it, and nothing else changes', async () => {
  const db = new PGlite()
  await db.exec(
    'create table notifications (id serial, kind text not null, operation_id uuid, text text not null)',
  )
  for (const [kind, before, , operation = null] of rows)
    await db.query('insert into notifications (kind, text, operation_id) values ($1, $2, $3)', [
      kind,
      before,
      operation,
    ])
  await db.exec(readFileSync(join(MIGRATIONS, '0003_notification-texts.sql'), 'utf8'))
  const found = await db.query<{ text: string }>('select text from notifications order by id')
  assert.deepEqual(
    found.rows.map(({ text }) => text),
    rows.map(([, , after]) => after),
  )
  await db.close()
})
