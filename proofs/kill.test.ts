// On PostgreSQL as well.
/**
 * Killed at any moment, the desk continues where it was: nothing twice, nothing forgotten, every lamport accounted for.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPostgres, openTestDatabase } from '../server/src/test/database.ts'
import { seededRandom, seed, whole } from '../server/src/test/seeded-random.ts'
import { beginTrading, finish, killAgainAndAgain, ORDERS } from './kills.ts'
import { readProgress } from '../server/src/test/progress.ts'
import { prepareEveryType, show, startEveryType, stopEveryType } from '../server/src/test/every-type.ts'
import { audit, withBooks } from './ledger.ts'
import { startNetwork, startProduct, temporaryDir } from '../server/src/test/product.ts'
import { signUp } from '../server/src/test/sign-up.ts'
import { until } from '../server/src/test/until.ts'

const KILLS = whole ? 10 : 2
/** The first ones of the other types, which have an order due at every moment. */
const ALWAYS_TRADING = 2

void test(`killed ${KILLS} times while it trades by every type of strategy, it executes each order once or not at all (seed ${seed})`, async () => {
  const [dataDir, chainDir] = [temporaryDir(), temporaryDir()]
  const network = await startNetwork(chainDir)
  const database = onPostgres ? await openTestDatabase() : null
  const env = database?.url ? { DATABASE_URL: database.url } : {}
  const again = () => startProduct(dataDir, { SOLANA_RPC_URL: network.rpcUrl, ...env })
  const before = await again()
  const { token } = await signUp(before.call)
  const prepared = await prepareEveryType(before.call, token)
  await before.end('SIGTERM')
  if (database) await show(database.db, prepared)
  else await withBooks(dataDir, (db) => show(db, prepared))
  const first = await again()
  const others = await startEveryType(first.call, token, prepared)
  const running = await beginTrading(first.call, token)
  const random = seededRandom(seed)
  const { product } = await killAgainAndAgain(first, token, running, { times: KILLS, again, random })
  const always = others.slice(0, ALWAYS_TRADING)
  await until('those that always have something to do have traded', async () =>
    (await Promise.all(always.map((r) => readProgress(product.call, token, r)))).every((p) => p.filled >= 3),
  )
  const ended = await stopEveryType(product.call, token, others)
  ended.forEach(({ status, filled: orders, lines }, i) => {
    const what = `${prepared[i]?.plan.strategy_type} is ${status} after ${orders} orders: ${lines.at(-1)?.message}`
    assert.ok(['stopped', 'completed'].includes(status), what)
    if (i < ALWAYS_TRADING) assert.ok(orders >= 3, what)
  })
  await finish(product, token, running)
  const { filled } = await audit(database?.db ?? dataDir, network.rpcUrl)
  assert.ok(filled >= ORDERS + 3 + 2 * 3, `${filled} orders were filled`)
  await database?.close()
  await network.end('SIGTERM')
})
