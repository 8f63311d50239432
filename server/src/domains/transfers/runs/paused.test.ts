// On PostgreSQL as well.
/** Two servers on one database: one is paused while it holds locks, the other takes over, and the first wakes up. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startLocalnet } from '@purser/localnet/index.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { eq } from 'drizzle-orm'
import { createRpcChain } from '../../../adapters/chain/rpc.ts'
import { createLog } from '../../../kernel/log.ts'
import { processes } from '../../../kernel/kernel.tables.ts'
import { startHeartbeat } from '../../../kernel/heartbeat.ts'
import { onPostgres, openTestDatabase } from '../../../test/database.ts'
import { startEngine } from '../../../test/engine.ts'
import { PAYMENT_FEE, paymentKind, createSigner } from '../../../test/payment.ts'
import { START_FLAGS } from '../../../test/product.ts'
import { until } from '../../../test/until.ts'
import { users } from '../../accounts/accounts.tables.ts'
import { transactions } from '../transfers.tables.ts'
import { connectRpc } from '../../../test/rpc.ts'

const SOL = 1_000_000_000n
const WITHIN_MS = 10_000

test('a process that is paused with locks held is taken over within 10 s, and does no harm when it wakes', {
  skip: !onPostgres,
}, async () => {
  const log = createLog('silent')
  const [database, network] = await Promise.all([
    openTestDatabase(),
    startLocalnet({ rpcPort: 0, faults: true }),
  ])
  const { db, url, sync } = database
  const chain = createRpcChain({ url: network.rpcUrl, log })
  const directory = mkdtempSync(join(tmpdir(), 'purser-paused-'))
  const seed = [...crypto.getRandomValues(new Uint8Array(32))]
  const [from, to] = [(await createSigner(seed)).address, (await generateKeyPairSigner()).address]
  await chain.airdrop(from, SOL)
  await until('it is funded', async () => (await chain.balance(from)).lamports === SOL)
  const [user] = await db.insert(users).values({ email: 'ann@example.com' }).returning()
  const payment = { userId: user?.id ?? 0, key: randomUUID(), seed, from, to, amount: '300000000' }

  const rpc = connectRpc(network.rpcUrl)
  await rpc('localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const told = { url, rpcUrl: network.rpcUrl, journalPath: join(directory, 'a.jsonl'), payment }
  const program = join(import.meta.dirname, '../../../test/paused-program.ts')
  const paused = spawn(process.execPath, [...START_FLAGS, program, JSON.stringify(told)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  paused.stdout.on('data', (chunk) => (said += String(chunk)))
  const heartbeat = await startHeartbeat(db, { alone: false, log })
  const journalPath = join(directory, 'b', 'transactions.jsonl')
  const engine = await startEngine({ sync, db, chain, log, heartbeat, journalPath })
  after(async () => {
    paused.kill('SIGKILL')
    await engine.lifecycle.stop()
    await heartbeat.stop()
    await database.close()
    await network.close()
  })
  engine.lifecycle.register('send', paymentKind)
  await engine.lifecycle.resume()

  const id = await until('it holds its locks', () => /holding (\S+)/.exec(said)?.[1])
  paused.kill('SIGSTOP')
  await rpc('localnet_clearFaults')
  const since = performance.now()
  const [name] = await Promise.all([
    database.lock?.('a name', 1),
    until(
      'the other has taken it over and ended it',
      async () => (await engine.lookups.find(id))?.status === 'completed',
      2 * WITHIN_MS,
    ),
  ])
  await name?.()
  const took = performance.now() - since
  assert.ok(took < WITHIN_MS, `${took} ms`)

  paused.kill('SIGCONT')
  const beats = async () => (await db.select().from(processes)).length
  await until('it is awake and beats again', async () => (await beats()) > 1)
  const { slot } = await chain.blockHeight('moved')
  await until('it has had its time', async () => (await chain.blockHeight('moved')).slot > slot + 20n)
  assert.equal((await engine.lookups.find(id))?.status, 'completed')
  assert.equal((await chain.balance(to)).lamports, 300_000_000n)
  assert.equal((await chain.balance(from)).lamports, SOL - 300_000_000n - PAYMENT_FEE)
  assert.equal((await db.select().from(transactions).where(eq(transactions.operationId, id))).length, 1)
})
