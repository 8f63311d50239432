/** Wallets of a database of before, after the migration that says when their keys were last in an answer. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openBefore } from '../test/old-database.ts'

const DAY = '2026-11-20'
const WALLETS = ['single', 'bulk', 'revealed', 'exported', 'chat', 'imported', 'payments', 'shown-payments']
/** Rows of the audit log of keys: wallet, action, time. */
const AUDITED = [
  ['single', 'generate', '01:00'],
  ['single', 'delete', '09:00'],
  ['revealed', 'reveal', '03:00'],
  ['revealed', 'reveal', '05:00'],
  ['exported', 'export', '04:00'],
  ['chat', 'chat', '06:00'],
  ['imported', 'import', '07:00'],
  ['payments', 'generate', '01:00'],
  ['shown-payments', 'generate', '01:00'],
  ['shown-payments', 'reveal', '08:00'],
]

test('keys that were answered before are out since then, and nothing else of their wallets has changed', async () => {
  const { run, migrate, close } = await openBefore('0023_keys-out')
  await run("insert into users (email) values ('old@example.com')")
  for (const name of WALLETS)
    await run(
      `insert into wallets (user_id, name, address, sealed_key, created_at, updated_at)
       values (1, $1, $1, 'x', '${DAY} 01:00Z', '${DAY} 02:00Z')`,
      [name],
    )
  for (const [name, action, at] of AUDITED)
    await run(
      `insert into key_audit (user_id, wallet_id, address, action, client, at)
       select 1, id, address, $2, '127.0.0.1', $3::timestamptz from wallets where name = $1`,
      [name, action, `${DAY} ${at}Z`],
    )
  for (const name of ['payments', 'shown-payments'])
    await run('insert into payment_wallets (address, user_id) values ($1, 1)', [name])
  await migrate()
  const clock = (column: string) => `to_char(${column} at time zone 'utc', 'HH24:MI')`
  assert.deepEqual(
    await run(`select name, ${clock('key_out_at')}, ${clock('updated_at')} from wallets order by id`),
    [
      ['single', '01:00', '02:00'],
      ['bulk', null, '02:00'],
      ['revealed', '05:00', '02:00'],
      ['exported', '04:00', '02:00'],
      ['chat', '06:00', '02:00'],
      ['imported', '07:00', '02:00'],
      ['payments', null, '02:00'],
      ['shown-payments', '08:00', '02:00'],
    ],
  )
  await close()
})
