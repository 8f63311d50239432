// On PostgreSQL as well.
/** A server is killed between an order's submission and its signature, and another stops everything: nobody signs it. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { createAgent } from '@purser/contract/agents/agents.ts'
import { getStoppable, stopAll } from '@purser/contract/strategies/stop-all.ts'
import { sql } from 'drizzle-orm'
import { onPostgres, openTestDatabase } from '../server/src/test/database.ts'
import { fundedWallet } from '../server/src/test/funded-wallet.ts'
import { startNetwork, startProduct, temporaryDir, trade } from '../server/src/test/product.ts'
import { readProgress } from '../server/src/test/progress.ts'
import { startRedisServer } from '../server/src/test/redis-server.ts'
import { whole } from '../server/src/test/seeded-random.ts'
import { signUp } from '../server/src/test/sign-up.ts'
import { until } from '../server/src/test/until.ts'

const KILLS = whole ? 50 : 2
const PRELOAD = pathToFileURL(join(import.meta.dirname, 'kill-points.ts')).href
const PLAN = 'buy 0.001 SOL of BONK every 1 second, 900 times'

void test(`killed ${KILLS} times with an order submitted and not signed, while another server stops everything: it is never signed`, {
  // A single desk resumes unfinished work at its start, before anybody can stop it.
  skip: !onPostgres,
}, async () => {
  const [network, database, redis] = await Promise.all([
    startNetwork(temporaryDir()),
    openTestDatabase(),
    startRedisServer(),
  ])
  const { db } = database
  const [killDir, dataDir] = [temporaryDir(), temporaryDir()]
  const MASTER_KEY = randomBytes(32).toString('base64')
  const env = {
    SOLANA_RPC_URL: network.rpcUrl,
    DATABASE_URL: database.url ?? '',
    MASTER_KEY,
    REDIS_URL: redis.url,
  }
  const arm = (point: string) => writeFileSync(join(killDir, 'at'), point)
  const killable = () =>
    startProduct(dataDir, { ...env, KILL_POINTS: killDir, NODE_OPTIONS: `--import=${PRELOAD}` })
  arm('')
  const other = await startProduct(temporaryDir(), env)
  const { token } = await signUp(other.call)
  const address = await fundedWallet(other.call, token)
  const agentId = (await other.call(createAgent, { token })).ok.id
  // Not by when it was armed: a row has the time at which its transaction began, which may be earlier.
  const newestTrade = async () => {
    const { rows } = (await db.execute(sql`select o.id, o.status, o.error,
      (select count(*)::int from transactions t where t.operation_id = o.id) as signed
      from operations o where o.type = 'trade' order by o.created_at desc limit 1`)) as {
      rows: { id: string; status: string; error: string | null; signed: number }[]
    }
    return rows[0]
  }
  const killed = new Set<string | undefined>()
  for (let kill = 0; kill < KILLS; kill++) {
    const product = await killable()
    const running = { agentId, strategyId: await trade(product.call, token, agentId, PLAN, [address]) }
    await until('it trades', async () => (await readProgress(product.call, token, running)).filled > 0)
    arm('operation:after:1')
    assert.equal((await product.ended).signal, 'SIGKILL')
    arm('')
    assert.equal((await other.call(stopAll, { token })).status, 200)
    await until('what was stopped has ended', async () => {
      const { strategies, transfers_under_way } = (await other.call(getStoppable, { token })).ok
      return strategies.length + transfers_under_way.length === 0
    })
    const last = await newestTrade()
    assert.deepEqual([last?.status, last?.signed], ['failed', 0], last?.error ?? '')
    assert.ok(!killed.has(last?.id), 'each kill leaves an order of its own')
    killed.add(last?.id)
  }
  assert.equal((await other.end('SIGTERM')).code, 0)
  await database.close()
  await network.end('SIGTERM')
})
