/** Killed at random moments while it tops wallets up, the desk pays each wallet once for each need. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as api from '@purser/contract/top-ups.ts'
import { listOperations } from '@purser/contract/transfers/transfers.ts'
import { pause } from '../server/src/kernel/clock.ts'
import { seededRandom, seed, whole } from '../server/src/test/seeded-random.ts'
import { onPostgres } from '../server/src/test/database.ts'
import { ask } from './ledger.ts'
import { fund, readBalances, makeWallets, SOL } from '../server/src/test/money.ts'
import type { Rpc } from '../server/src/test/rpc.ts'
import { waitForEnd, units } from '../server/src/test/money-audit.ts'
import { startNetwork, startProduct, temporaryDir } from '../server/src/test/product.ts'
import { signUp } from '../server/src/test/sign-up.ts'
import { until } from '../server/src/test/until.ts'

const NEEDS = whole ? 6 : 4
const WALLETS = 130
const AMOUNT = 10_000_000n

void test(`killed at ${NEEDS} needs of ${WALLETS} wallets, it tops each up once a need by itself (seed ${seed})`, {
  skip: onPostgres,
}, async () => {
  const random = seededRandom(seed)
  const [dataDir, chainDir] = [temporaryDir(), temporaryDir()]
  const network = await startNetwork(chainDir)
  const rpc: Rpc = (method, ...params) => ask(network.rpcUrl, method, ...params)
  const again = () => startProduct(dataDir, { SOLANA_RPC_URL: network.rpcUrl })
  let product = await again()
  const { token } = await signUp(product.call)
  const [funding, ...others] = await makeWallets(product.call, token, WALLETS + 1)
  assert.ok(funding)
  await fund(rpc, funding.address, 100n * SOL)
  const addresses = others.map((w) => w.address)
  const list = async () =>
    (await product.call(listOperations, { token, query: { type: 'top-up', limit: 100 } })).ok.operations
  let cutOff = 0
  for (let need = 1; need <= NEEDS; need++) {
    // From now on every wallet is below the minimum once more.
    const body: api.TopUpChange = {
      enabled: true,
      funding_wallet_id: funding.id,
      include_grouped_wallets_only: false,
      minimum_balance: `0.0${need - 1}9`,
    }
    assert.equal((await product.call(api.changeTopUpSettings, { token, body })).status, 200)
    const { length: before } = await list()
    void product.call(api.triggerTopUps, { token }).catch(() => undefined)
    // The first kill while the round is certainly in progress.
    if (need === 1) await until('the round has begun', async () => (await list()).length > before)
    else await pause(random() * 900)
    await product.end('SIGKILL')
    const killedAt = new Date().toISOString()
    product = await again()
    // The start serves everybody by itself.
    await until(
      `every wallet has been topped up ${need} times`,
      async () => (await readBalances(rpc, addresses)).every((lamports) => lamports >= AMOUNT * BigInt(need)),
      90_000,
    )
    for (const { id } of await list()) {
      const { created_at, updated_at } = await waitForEnd(product.call, token, id)
      if (created_at < killedAt && updated_at > killedAt) cutOff++
    }
    const { ok } = await product.call(api.triggerTopUps, { token })
    assert.equal(ok.operationId, null)
    const held = await readBalances(rpc, addresses)
    assert.ok(held.every((lamports) => lamports === AMOUNT * BigInt(need)))
  }
  const fees = (await list()).reduce((sum, { summary }) => sum + units(summary.fees), 0n)
  const [left] = await readBalances(rpc, [funding.address])
  assert.equal(left, 100n * SOL - AMOUNT * BigInt(NEEDS * WALLETS) - fees)
  assert.ok(cutOff > 0, 'at least one round was under way when the desk was killed')
  assert.equal((await product.end('SIGTERM')).code, 0)
  await network.end('SIGTERM')
})
