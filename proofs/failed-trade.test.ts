/** A trade that was sent and failed on the chain bought nothing and cost its fee, and the books show just that. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as agent from '@purser/contract/agents/agents.ts'
import { revealKey } from '@purser/contract/wallets/wallets.ts'
import { onPostgres } from '../server/src/test/database.ts'
import { strategies, strategyOrders } from '../server/src/domains/strategies/strategies.tables.ts'
import { operations } from '../server/src/domains/transfers/transfers.tables.ts'
import { systemWallets } from '../server/src/domains/wallets/wallets.tables.ts'
import { fundedWallet } from '../server/src/test/funded-wallet.ts'
import { ask, readLamports, scan, withBooks } from './ledger.ts'
import { signedTransfer } from './signed-transfer.ts'
import { startNetwork, startProduct, temporaryDir, trade } from '../server/src/test/product.ts'
import { connectRpc } from '../server/src/test/rpc.ts'
import { signUp } from '../server/src/test/sign-up.ts'
import { until } from '../server/src/test/until.ts'

const LEFT = 3_000_000n

/** The owner uses the wallet's key elsewhere: all but `LEFT` goes away. */
async function drain(rpcUrl: string, address: string, key: string, to: string): Promise<void> {
  const signed = await signedTransfer(connectRpc(rpcUrl), { key, to, left: LEFT })
  await ask(rpcUrl, 'sendTransaction', signed, { encoding: 'base64', preflightCommitment: 'confirmed' })
  await until('the wallet is drained', async () => (await readLamports(rpcUrl, address)) === LEFT)
}

void test('a trade whose funds are gone when it arrives fails on the chain, once, and its fee is booked', {
  skip: onPostgres,
}, async () => {
  const dataDir = temporaryDir()
  const network = await startNetwork(temporaryDir(), 0, ['--faults'])
  const { rpcUrl } = network
  const env = { SOLANA_RPC_URL: rpcUrl }
  let product = await startProduct(dataDir, env)
  const { token } = await signUp(product.call)
  const address = await fundedWallet(product.call, token)
  const { private_key: key } = (await product.call(revealKey, { token, body: { address } })).ok
  const { id } = (await product.call(agent.createAgent, { token })).ok
  const params = { id }
  const strategy = async () => (await product.call(agent.listStrategies, { token, params })).ok[0]

  const strategyId = await trade(product.call, token, id, 'buy 0.02 SOL of BONK every 3 seconds, 30 times', [
    address,
  ])
  await until('it has traded', async () => ((await strategy())?.orders_filled ?? 0) >= 1)
  // From now on no send arrives; the next order is signed, sent in vain, and abandoned.
  await ask(rpcUrl, 'localnet_setFaults', [{ method: 'sendTransaction', kind: 'drop' }])
  const before = await strategy()
  assert.ok(before)
  await until('an order is sent in vain', () => product.stdout().includes('a send was not accepted'))
  await product.end('SIGKILL')
  await ask(rpcUrl, 'localnet_setFaults', [])
  const { faucet } = await withBooks(dataDir, async (db) => ({
    faucet: (await db.select().from(systemWallets)).find(({ role }) => role === 'faucet')?.address ?? '',
  }))
  await drain(rpcUrl, address, key, faucet)

  product = await startProduct(dataDir, env)
  await until('its end is known', async () => (await strategy())?.status !== 'active')
  assert.equal((await product.end('SIGTERM')).code, 0)

  const books = await withBooks(dataDir, async (db) => ({
    strategies: await db.select().from(strategies),
    orders: await db.select().from(strategyOrders),
    operations: await db.select().from(operations),
  }))
  const trades = new Set(books.operations.filter((o) => o.type === 'trade').map((o) => o.id))
  const landed = (await scan(rpcUrl, [address])).filter(
    ({ operationId }) => operationId !== null && trades.has(operationId),
  )
  const failures = landed.filter((l) => l.failed)
  assert.equal(failures.length, 1, 'it arrived, once')
  const failed = books.operations.find((o) => o.id === failures[0]?.operationId)
  assert.equal(failed?.status, 'failed')
  assert.match(failed?.error ?? '', /custom program error/i)
  assert.equal(
    books.orders.filter((o) => o.status === 'filled').length,
    landed.length - 1,
    'it bought nothing',
  )
  assert.ok(books.orders.every((o) => o.status !== 'placed'))
  const [row] = books.strategies
  assert.equal(row?.id, strategyId)
  assert.equal(
    row?.feesLamports,
    landed.reduce((sum, l) => sum + l.fee, 0n),
  )
  assert.equal(
    books.orders.reduce((sum, order) => sum + (order.fee ?? 0n), 0n),
    row?.feesLamports,
    'each order carries what it paid, the failed one too',
  )
  assert.equal(await readLamports(rpcUrl, address), LEFT - (failures[0]?.fee ?? 0n))
  assert.equal((await network.end('SIGTERM')).code, 0)
})
