/** If the chain goes away everything waits, says so, and goes on by itself; if the desk is told to stop, it stops. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as agent from '@purser/contract/agents/agents.ts'
import { getBalance } from '@purser/contract/balances/balances.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { listWallets } from '@purser/contract/wallets/wallets.ts'
import { pause } from '../server/src/kernel/clock.ts'
import { onPostgres } from '../server/src/test/database.ts'
import { fundedWallet } from '../server/src/test/funded-wallet.ts'
import { readProgress } from '../server/src/test/progress.ts'
import { audit, readLamports } from './ledger.ts'
import {
  type Product,
  portToKeep,
  startNetwork,
  startProduct,
  temporaryDir,
  trade,
} from '../server/src/test/product.ts'
import { signUp } from '../server/src/test/sign-up.ts'
import { until } from '../server/src/test/until.ts'

const AWAY = {
  error: 'Server temporarily unavailable. The application is recovering or restarting.',
  code: 'chain_away',
}
const CALL_TIMEOUT_MS = 10_000

async function tradingDesk(rpcUrl: string, instruction: string) {
  const dataDir = temporaryDir()
  const product = await startProduct(dataDir, { SOLANA_RPC_URL: rpcUrl })
  const { token } = await signUp(product.call)
  const address = await fundedWallet(product.call, token)
  const agentId = (await product.call(agent.createAgent, { token })).ok.id
  const strategyId = await trade(product.call, token, agentId, instruction, [address])
  const running = { agentId, strategyId }
  const filled = async (of: Product) => (await readProgress(of.call, token, running)).filled
  await until('it has traded', async () => (await filled(product)) >= 2)
  return { dataDir, product, token, address, running, filled }
}

void test('while the chain is away reads say so, the strategy waits, and goes on by itself; nothing is doubled', {
  skip: onPostgres,
}, async () => {
  const chainDir = temporaryDir()
  let network = await startNetwork(chainDir, await portToKeep())
  const { rpcUrl } = network
  const desk = await tradingDesk(rpcUrl, 'buy 0.01 SOL of BONK every 3 seconds, 100 times')
  const { product, token, address, running, filled } = desk
  const { call } = product
  const params = { id: running.agentId }
  const body = { address, sol: 1.25 }

  // Dead: no process listens any more. Its return brings back all that the chain had confirmed.
  await network.end('SIGKILL')
  // Requested before the chain is back, answered by what happens later.
  const keyed = call(requestFaucet, { token, body, key: 'while-away' })
  for (const read of [
    await call(getBalance, { token, params: { address } }),
    await call(agent.parseInstruction, { token, params, body: { instruction: 'buy 0.01 SOL of WIF' } }),
    await call(requestFaucet, { token, body }),
  ]) {
    assert.equal(read.status, 503, read.text)
    assert.deepEqual(read.fault, AWAY)
  }
  assert.equal((await fetch(`${product.url}/readyz`)).status, 503)
  assert.equal((await fetch(`${product.url}/healthz`)).status, 200)
  assert.equal((await call(listWallets, { token })).ok.wallets.length, 1, 'what needs no chain goes on')
  const waiting = await readProgress(call, token, running)
  // Longer than its interval.
  await pause(4_000)
  const still = await readProgress(call, token, running)
  assert.equal(still.status, 'active')
  assert.equal(still.filled, waiting.filled)
  assert.deepEqual(
    still.lines.filter(({ message }) => /fail|error/i.test(message)),
    [],
    'nothing failed: it waits',
  )
  network = await startNetwork(chainDir, Number(new URL(rpcUrl).port))
  await until('it trades on', async () => (await filled(product)) >= waiting.filled + 2)
  assert.equal((await keyed).status, 503)
  const paid = await call(requestFaucet, { token, body, key: 'while-away' })
  assert.equal(paid.status, 200, paid.text)

  // Frozen: it accepts calls and never answers, so a send may have been executed or not.
  network.child.kill('SIGSTOP')
  const frozen = await filled(product)
  const read = await call(getBalance, { token, params: { address } })
  assert.equal(read.status, 503)
  assert.deepEqual(read.fault, AWAY)
  await pause(CALL_TIMEOUT_MS / 2)
  assert.equal((await readProgress(call, token, running)).status, 'active')
  network.child.kill('SIGCONT')
  await until('it trades on', async () => (await filled(product)) >= frozen + 2)

  const stopped = await call(agent.stopStrategy, { token, params })
  assert.equal(stopped.ok.status, 'stopped')
  assert.equal((await product.end('SIGTERM')).code, 0)
  await audit(desk.dataDir, rpcUrl)
  // 2 SOL at first and 1.25 once, less what was traded: the refused payment was never made.
  assert.ok((await readLamports(rpcUrl, address)) < 3_250_000_000n)
  assert.equal((await network.end('SIGTERM')).code, 0)
})

void test('asked to stop while it trades, it ends with 0 within 10 s and goes on when started again', {
  skip: onPostgres,
}, async () => {
  const network = await startNetwork(temporaryDir())
  const desk = await tradingDesk(network.rpcUrl, 'buy 0.01 SOL of BONK every 3 seconds, 12 times')
  let { product } = desk
  for (let stop = 1; stop <= 3; stop++) {
    // At three different moments of an order's life.
    await pause(stop * 300)
    const before = await desk.filled(product)
    const { code, ms } = await product.end('SIGTERM')
    assert.equal(code, 0)
    assert.ok(ms < 10_000, `it took ${ms} ms`)
    product = await startProduct(desk.dataDir, { SOLANA_RPC_URL: network.rpcUrl })
    await until('it trades on', async () => (await desk.filled(product)) > before)
  }
  await until(
    'the strategy completes',
    async () => (await readProgress(product.call, desk.token, desk.running)).status === 'completed',
  )
  assert.equal(await desk.filled(product), 12)
  assert.equal((await product.end('SIGTERM')).code, 0)
  await audit(desk.dataDir, network.rpcUrl)
  assert.equal((await network.end('SIGTERM')).code, 0)
})
