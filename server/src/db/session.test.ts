/** A server that answers commits before they are on its disk: no session of the desk takes part in that. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { startPostgres } from '../../../scripts/postgres.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { startDesk } from '../desk.ts'
import { createLog } from '../kernel/log.ts'
import { withPrecedence } from '../kernel/http/precedence.ts'
import { until } from '../test/until.ts'
import { openPostgres } from './client.ts'

const log = createLog('silent')
const postgres = await startPostgres({ synchronous_commit: 'off', full_page_writes: 'on' })
after(postgres.stop)

const SHOWN = 'show synchronous_commit'
async function settings(): Promise<unknown[]> {
  const database = await openPostgres(postgres.url, log)
  const jobs = new pg.Pool(database.jobs)
  try {
    const shown = async () =>
      ((await database.db.execute(sql.raw(SHOWN))) as { rows: { synchronous_commit: string }[] }).rows
    const rows = [await shown(), await withPrecedence(shown), (await jobs.query(SHOWN)).rows]
    return rows.map(([row]) => (row as { synchronous_commit: string }).synchronous_commit)
  } finally {
    await jobs.end()
    await database.close()
  }
}
async function ofRole(value: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query(`alter role purser set synchronous_commit = ${value}`)
  await client.end()
}

test('every session waits for the disk, and one that waits for standbys as well goes on doing so', async () => {
  assert.deepEqual(await settings(), ['on', 'on', 'on'])
  for (const weak of ['local', 'remote_write']) {
    await ofRole(weak)
    assert.deepEqual(await settings(), ['on', 'on', 'on'])
  }
  await ofRole('remote_apply')
  assert.deepEqual(await settings(), ['remote_apply', 'remote_apply', 'remote_apply'])
})

test('a lost connection is counted, and so is a connection to a server that was started anew', async () => {
  const { db, losses, close } = await openPostgres(postgres.url, log)
  after(close)
  const backend = async () =>
    ((await db.execute(sql`select pg_backend_pid() as pid`)) as { rows: { pid: number }[] }).rows[0]?.pid
  const before = losses?.()
  await assert.rejects(db.execute(sql`select pg_terminate_backend(${await backend()}::int)`))
  await until('it is counted', () => (losses?.() ?? 0) > (before ?? 0))
  await backend()
  const counted = losses?.()
  assert.equal(await backend().then(losses), counted)
  await postgres.down()
  await postgres.up()
  await until('it answers', () => backend().catch(() => null))
  assert.ok((losses?.() ?? 0) > (counted ?? 0))
})

test('real funds refuse a server that writes without fsync, in a sentence that names the setting', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'purser-session-'))
  after(() => rmSync(DATA_DIR, { recursive: true, force: true }))
  const config = readConfig({
    DATA_DIR,
    PORT: '0',
    DATABASE_URL: postgres.url,
    SOLANA_CLUSTER: 'mainnet-beta',
    SOLANA_RPC_URL: 'http://127.0.0.1:9',
    ACCEPT_REAL_FUNDS: 'yes',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
    ALLOWED_EMAILS: '@example.com',
    METRICS_TOKEN: 'a-token-for-metrics',
    PUBLIC_URL: 'https://desk.example',
    TRUST_PROXY: '1',
  })
  await assert.rejects(startDesk(config, log, { console: join(DATA_DIR, 'console') }), (error) => {
    assert.ok(error instanceof ConfigError, String(error))
    assert.match(
      error.message,
      /^DATABASE_URL: this PostgreSQL has fsync off, .* Real funds need fsync on\.$/,
    )
    return true
  })
})
