/** Kills a trading desk at random moments and watches it go on. */
import assert from 'node:assert/strict'
import { getProfile } from '@purser/contract/accounts.ts'
import { createAgent, stopStrategy } from '@purser/contract/agents/agents.ts'
import { pause } from '../server/src/kernel/clock.ts'
import type { Call } from '../server/src/test/client.ts'
import { fundedWallet } from '../server/src/test/funded-wallet.ts'
import { type Product, trade } from '../server/src/test/product.ts'
import { readProgress, type Running } from '../server/src/test/progress.ts'
import { until } from '../server/src/test/until.ts'

/** The orders of the strategy that may run to its end. */
export const ORDERS = 12

/** Two strategies at once: one with one wallet, one with three. */
export async function beginTrading(call: Call, token: string): Promise<Running[]> {
  const addresses: string[] = []
  for (let i = 0; i < 4; i++) addresses.push(await fundedWallet(call, token))
  const [first = '', ...others] = addresses
  const begin = async (instruction: string, wallets: string[]): Promise<Running> => {
    const agentId = (await call(createAgent, { token })).ok.id
    return { agentId, strategyId: await trade(call, token, agentId, instruction, wallets) }
  }
  return [
    await begin(`buy 0.02 SOL of BONK every 3 seconds, ${ORDERS} times`, [first]),
    await begin('buy 0.05 SOL of BONK every 3 seconds, 60 times', others),
  ]
}

/** Kills at random moments, and asserts each time that everything goes on by itself. */
export async function killAgainAndAgain(
  first: Product,
  token: string,
  running: Running[],
  { times, again, random }: { times: number; again: () => Promise<Product>; random: () => number },
): Promise<{ product: Product; filled: number[] }> {
  let product = first
  const filled = running.map(() => 0)
  for (let kill = 1; kill <= times; kill++) {
    await pause(random() * 1_500)
    const { call } = product
    // Read just before the kill: an order reported as done must still be done afterwards.
    const known = await Promise.all(running.map((r) => readProgress(call, token, r)))
    assert.equal((await product.end('SIGKILL')).signal, 'SIGKILL')
    product = await again()
    assert.equal((await fetch(`${product.url}/readyz`)).status, 200, 'it is ready')
    assert.equal((await product.call(getProfile, { token })).status, 200, 'the session is still valid')
    await Promise.all(
      running.map(async (r, i) => {
        const before = known[i]
        assert.ok(before)
        const now = await readProgress(product.call, token, r)
        assert.ok(now.filled >= before.filled, `kill ${kill}: a filled order was forgotten`)
        assert.deepEqual(now.lines.slice(0, before.lines.length), before.lines, 'no line was lost')
        if (before.status !== 'active') return
        // bench/start.ts measures how soon it does.
        await until(`strategy ${i + 1} trades on after kill ${kill}`, async () => {
          const later = await readProgress(product.call, token, r)
          filled[i] = later.filled
          return later.filled > before.filled || later.status === 'completed'
        })
      }),
    )
  }
  return { product, filled }
}

/** One may run to its end, the other is stopped; then the server is told to stop. */
export async function finish(product: Product, token: string, [first, second]: Running[]): Promise<void> {
  assert.ok(first && second)
  const { call } = product
  const stopped = await call(stopStrategy, { token, params: { id: second.agentId } })
  assert.equal(stopped.ok.status, 'stopped')
  await until('the first strategy completes', async () => {
    // A minute of polling without a pause would be too many requests.
    await pause(100)
    return (await readProgress(call, token, first)).status === 'completed'
  })
  const end = await readProgress(call, token, first)
  assert.equal(end.filled, ORDERS)
  assert.equal((await product.end('SIGTERM')).code, 0)
}
