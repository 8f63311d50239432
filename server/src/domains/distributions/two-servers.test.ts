// On PostgreSQL as well.
/** Two servers on one database: while one of them plans under a key the other waits for it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startLocalnet } from '@purser/localnet/index.ts'
import { sql } from 'drizzle-orm'
import type { Address } from '@solana/kit'
import { createRpcChain } from '../../adapters/chain/rpc.ts'
import { type Database, openPostgres } from '../../db/client.ts'
import { systemClock } from '../../kernel/clock.ts'
import { createLimiter } from '../../kernel/concurrency/limiter.ts'
import { createLog } from '../../kernel/log.ts'
import { startHeartbeat } from '../../kernel/heartbeat.ts'
import type { Chain } from '../../ports/chain.ts'
import { onPostgres, openTestDatabase } from '../../test/database.ts'
import { startEngine } from '../../test/engine.ts'
import { SOL } from '../../test/money.ts'
import { until } from '../../test/until.ts'
import { users } from '../accounts/accounts.tables.ts'
import { createGroups, createWallets } from '../wallets/index.ts'
import { createDistributions } from './index.ts'

const log = createLog('silent')
const endings: (() => Promise<unknown>)[] = []
after(async () => {
  for (const end of endings.reverse()) await end()
})
const key = new Uint8Array(32).fill(1)

async function startServer(database: Database, chain: Chain) {
  const { db } = database
  const heartbeat = await startHeartbeat(db, { alone: database.kind === 'embedded', log })
  const wallets = createWallets({
    db,
    clock: systemClock,
    limiter: createLimiter(db, systemClock),
    masterKey: { current: () => key, candidates: () => [key] },
  })
  const transfers = await startEngine({
    db,
    chain,
    log,
    heartbeat,
    journalPath: join(mkdtempSync(join(tmpdir(), 'purser-two-')), 'transactions.jsonl'),
  })
  const groups = createGroups(db)
  const distributions = createDistributions({ chain, transfers, wallets, groups, lock: database.lock })
  await transfers.lifecycle.resume()
  endings.push(heartbeat.stop, transfers.lifecycle.stop)
  return { wallets, distributions, transfers }
}

void test('one key that is sent to two servers at once is one operation, and both answer it', {
  skip: !onPostgres,
}, async () => {
  const [database, network] = await Promise.all([
    openTestDatabase(),
    startLocalnet({ rpcPort: 0, faults: true }),
  ])
  endings.push(network.close, database.close)
  const { db } = database
  const second = await openPostgres(database.url ?? '', log)
  endings.push(second.close)
  const chain = createRpcChain({ url: network.rpcUrl, log })
  let go: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (go = resolve))
  let planning = false
  // The first server gets no answer while it plans.
  const slow: Chain = {
    ...chain,
    async balances(addresses) {
      planning = true
      await gate
      return chain.balances(addresses)
    },
  }
  const here = await startServer(database, slow)
  const there = await startServer(second, chain)
  const [user] = await db.insert(users).values({ email: 'two@example.com' }).returning()
  const userId = user?.id ?? 0
  const wallet = () =>
    db.transaction((tx) =>
      here.wallets.creation.generate(tx, userId, { name: undefined, key: false, client: 'test' }),
    )
  const [source, taker] = [await wallet(), await wallet()]
  const body = { sourceWalletId: source.id, destinations: [{ walletId: taker.id, amount: '0.5' }] }
  const origin = here.distributions.toOrigin(userId, 'distribute', randomUUID())
  const first = here.distributions.begin(userId, origin, { type: 'distribute', body })
  await until('the first plans', () => planning)
  let answered = false
  // It would be refused while the source is empty.
  const other = there.distributions.begin(userId, origin, { type: 'distribute', body })
  other.then(
    () => (answered = true),
    () => (answered = true),
  )
  const waits = async () => {
    const { rows } = (await db.execute(
      sql`select from pg_locks where locktype = 'advisory' and not granted`,
    )) as { rows: unknown[] }
    return rows.length > 0
  }
  await until('the second has answered or waits', async () => answered || (await waits()))
  const call = { jsonrpc: '2.0', id: 1, method: 'requestAirdrop', params: [source.address, Number(SOL)] }
  const headers = { 'content-type': 'application/json' }
  await fetch(network.rpcUrl, { method: 'POST', headers, body: JSON.stringify(call) })
  await until('it is funded', async () => (await chain.balance(source.address as Address)).lamports === SOL)
  go()
  const [mine, theirs] = await Promise.all([first, other])
  assert.equal(mine.id, theirs.id)
  const ended = await there.transfers.lookups.waitForEnd(mine.id, 20_000)
  assert.equal(ended.status, 'completed')
  assert.equal((await chain.balance(taker.address as Address)).lamports, SOL / 2n)
})
