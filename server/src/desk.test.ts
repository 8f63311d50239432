/** A start that fails half way closes again all that it has opened. */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readConfig } from './config/config.ts'
import { startDesk } from './desk.ts'
import { createLog } from './kernel/log.ts'
import { until } from './test/until.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'purser-desk-'))
after(() => rmSync(dataDir, { recursive: true, force: true }))

void test('a start that fails half way leaves nothing open, and the next one succeeds in the same process', async () => {
  const config = readConfig({ DATA_DIR: dataDir, PORT: '0', LOCALNET_RPC_PORT: '0' })
  const start = () => startDesk(config, createLog('silent'), { console: join(dataDir, 'console') })
  // Opened in the middle of the application: by then it holds the database, jobs and a heartbeat.
  const inTheWay = join(dataDir, 'journal', 'transactions.jsonl')
  mkdirSync(inTheWay, { recursive: true })
  const open = () => process.getActiveResourcesInfo().filter((name) => name !== 'TTYWrap')
  const before = open().length
  await assert.rejects(start())
  rmSync(inTheWay, { recursive: true })
  // Pending connections are gone once the system has reported so.
  await until(
    () => `left open: ${open().join(', ')}`,
    () => open().length <= before + 1,
  )
  const desk = await start()
  assert.equal((await fetch(`${desk.url}/healthz`)).status, 200)
  await desk.close()
})
