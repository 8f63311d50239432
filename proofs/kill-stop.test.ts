/** Killed in the middle of stopping everything, the desk has stopped all of it or none, and nothing that was stopped comes back. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgent } from '@purser/contract/agents/agents.ts'
import { getStoppable, stopAll } from '@purser/contract/strategies/stop-all.ts'
import { changeTopUpSettings, getTopUpSettings } from '@purser/contract/top-ups.ts'
import { listWallets } from '@purser/contract/wallets/wallets.ts'
import { pause } from '../server/src/kernel/clock.ts'
import { seededRandom, sample, seed } from '../server/src/test/seeded-random.ts'
import { fundedWallet } from '../server/src/test/funded-wallet.ts'
import { readProgress, type Running } from '../server/src/test/progress.ts'
import { startNetwork, startProduct, temporaryDir, trade } from '../server/src/test/product.ts'
import { signUp } from '../server/src/test/sign-up.ts'
import { until } from '../server/src/test/until.ts'

/** The time from the request to the kill: milliseconds, or until the request is written. */
const KILLED_AFTER = [
  0,
  ...sample([4, 10, 20, 40], { of: 1, random: seededRandom(seed) }),
  'written',
] as const
const PLAN = 'buy 0.001 SOL of BONK every 3 seconds, 900 times'

void test(`killed ${KILLED_AFTER.length} times while everything is being stopped, it stops all or nothing, and nothing starts again (seed ${seed})`, async () => {
  const dataDir = temporaryDir()
  const network = await startNetwork(temporaryDir())
  const again = () => startProduct(dataDir, { SOLANA_RPC_URL: network.rpcUrl })
  let product = await again()
  const { token } = await signUp(product.call)
  const address = await fundedWallet(product.call, token)
  const [funding] = (await product.call(listWallets, { token })).ok.wallets
  const agents: number[] = []
  for (let i = 0; i < 3; i++) agents.push((await product.call(createAgent, { token })).ok.id)
  const outcomes = { all: 0, nothing: 0 }
  // Nobody stops these: once they have traded an order's time is over.
  const other = (await signUp(product.call)).token
  const agentId = (await product.call(createAgent, { token: other })).ok.id
  const wallet = await fundedWallet(product.call, other)
  const going = { agentId, strategyId: await trade(product.call, other, agentId, PLAN, [wallet]) }

  for (const ms of KILLED_AFTER) {
    const running: Running[] = []
    for (const agentId of agents)
      running.push({
        agentId,
        strategyId: await trade(product.call, token, agentId, PLAN, [address]),
      })
    await product.call(changeTopUpSettings, {
      token,
      body: { enabled: true, funding_wallet_id: funding?.id ?? 0 },
    })
    await until('all trade', async () => {
      const all = await Promise.all(running.map((r) => readProgress(product.call, token, r)))
      return all.every((p) => p.filled > 0)
    })
    const key = `stop-${ms}`
    const asked = product.call(stopAll, { token, key }).catch(() => null)
    if (ms === 'written')
      await until('the request is written down', async () =>
        (await product.call(getStoppable, { token })).ok.strategies.every((s) => s.status !== 'active'),
      )
    else await pause(ms)
    assert.equal((await product.end('SIGKILL')).signal, 'SIGKILL')
    await asked

    product = await again()
    const { call } = product
    const left = (await call(getStoppable, { token })).ok
    const wanted = left.strategies.filter((s) => s.status === 'active').length
    assert.ok([0, running.length].includes(wanted), `${wanted} of ${running.length} still run`)
    assert.equal(left.top_ups, wanted > 0, 'top-ups go with the strategies')
    outcomes[wanted > 0 ? 'nothing' : 'all']++
    if (wanted === 0)
      await until('what was stopped has ended', async () => {
        const now = (await call(getStoppable, { token })).ok.strategies
        assert.ok(now.every((s) => s.status === 'stopping'))
        return now.length === 0
      })
    // The same request, repeated under its key, completes it whatever the first one did.
    assert.equal((await call(stopAll, { token, key })).status, 200)
    const ended = await Promise.all(running.map((r) => readProgress(call, token, r)))
    assert.ok(ended.every((p) => p.status === 'stopped'))
    assert.ok(ended.every((p) => p.placed === p.filled))
    assert.equal((await call(getTopUpSettings, { token })).ok.data.enabled, false)
    const { filled } = await readProgress(call, other, going)
    await until(
      'another has traded twice',
      async () => (await readProgress(call, other, going)).filled >= filled + 2,
    )
    const later = await Promise.all(running.map((r) => readProgress(call, token, r)))
    assert.deepEqual(later, ended, 'nothing is placed after the answer')
  }
  assert.ok(outcomes.all > 0, `no kill came after the request was written down: ${JSON.stringify(outcomes)}`)
  await product.end('SIGTERM')
  await network.end('SIGTERM')
})
