/**
 * Killed at points of a line or a refund of a payment, the desk pays it once and announces it once, by itself and when
 * it is requested again.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { executeLine, planDistribution } from '@purser/contract/payments/payment-distributions.ts'
import { refundPayment } from '@purser/contract/payments/payment-refunds.ts'
import { quotePayment, testPayment } from '@purser/contract/payments/payer.ts'
import { approvePayment, createPaymentLink, getPayment } from '@purser/contract/payments/payments.ts'
import { listOperations } from '@purser/contract/transfers/transfers.ts'
import { createWebhook, listDeliveries, type WebhookEvent } from '@purser/contract/webhooks.ts'
import { FEE, readBalances, makeWallets, SOL } from '../server/src/test/money.ts'
import { type Product, startNetwork, startProduct, temporaryDir } from '../server/src/test/product.ts'
import type { Rpc } from '../server/src/test/rpc.ts'
import { seed, seededRandom, whole } from '../server/src/test/seeded-random.ts'
import { signUp } from '../server/src/test/sign-up.ts'
import { until } from '../server/src/test/until.ts'
import { ask } from './ledger.ts'

const POINTS = ['operation', 'signed', 'journal', 'send', 'status', 'end'].flatMap((name) =>
  ['before', 'after'].map((side) => `${name}:${side}:1`),
)
/** The line is paid and announced, and its operation does not say so yet. */
const LAST = 'end:before:1'
const BLOWS = whole ? POINTS.length : 3
const TOLD: WebhookEvent[] = ['payment.distributed', 'payment.refunded']
const PRELOAD = pathToFileURL(join(import.meta.dirname, 'kill-points.ts')).href
const DIES_WITHIN_MS = 30_000
const ENDS_WITHIN_MS = 120_000

/** How the desk died; rejects when it lives on. */
async function waitForDeath({ ended }: Product): Promise<string | null> {
  let signal: string | null = null
  void ended.then((end) => (signal = end.signal))
  return until('it dies', () => signal, DIES_WITHIN_MS)
}

void test(`killed at ${BLOWS} points of lines, it pays each of them once (seed ${seed})`, async () => {
  const random = seededRandom(seed + 18)
  const [dataDir, chainDir, killDir] = [temporaryDir(), temporaryDir(), temporaryDir()]
  const network = await startNetwork(chainDir, 0, ['--steered', '--faults'])
  const rpc: Rpc = (method, ...params) => ask(network.rpcUrl, method, ...params)
  await rpc('localnet_setSlotTime', 60)
  const env = {
    SOLANA_RPC_URL: network.rpcUrl,
    KILL_POINTS: killDir,
    NODE_OPTIONS: `--import=${PRELOAD}`,
  }
  const arm = (point: string) => writeFileSync(join(killDir, 'at'), point)
  let product: Product = await startProduct(dataDir, env)
  const { token } = await signUp(product.call)
  const { id: hook } = (
    await product.call(createWebhook, { token, body: { url: 'http://127.0.0.1:9/', events: TOLD } })
  ).ok
  /** How often each was announced. */
  async function told() {
    const query = { limit: 100 }
    const { deliveries } = (await product.call(listDeliveries, { token, params: { id: hook }, query })).ok
    return TOLD.map((event) => deliveries.filter((one) => one.event === event).length)
  }
  const targets = await makeWallets(product.call, token, BLOWS)
  const { id, reference_id: reference } = (
    await product.call(createPaymentLink, { token, body: { amount_usd: 1_000 } })
  ).ok
  await product.call(quotePayment, { params: { reference } })
  await product.call(testPayment, { params: { reference } })
  const read = async () => (await product.call(getPayment, { token, params: { id } })).ok
  const { wallet } = await until('it is paid', async () => {
    const payment = await read()
    return payment.status === 'paid' && payment
  })
  await product.call(approvePayment, { token, params: { id } })
  const { distributions } = (
    await product.call(planDistribution, {
      token,
      params: { id },
      body: { distributions: targets.map((one) => ({ wallet_id: one.id, amount_sol: '0.05' })) },
    })
  ).ok
  const [before = 0n] = await readBalances(rpc, [wallet.address])
  const others = POINTS.filter((point) => point !== LAST).toSorted(() => random() - 0.5)
  const blows = [...others.slice(0, BLOWS - 1), LAST]

  for (const [i, point] of blows.entries()) {
    const line = distributions[i]?.id ?? 0
    const again = () => product.call(executeLine, { token, params: { id: line } })
    arm(point)
    void again().catch(() => undefined)
    assert.equal(await waitForDeath(product), 'SIGKILL', point)
    assert.match(readFileSync(join(killDir, 'log'), 'utf8'), new RegExp(`killed ${point}\n$`))
    arm('')
    product = await startProduct(dataDir, env)
    await again()
    const ended = await until(
      `${point}: it is paid`,
      async () => {
        const found = (await read()).distributions[i]
        return found?.status === 'completed' && found
      },
      ENDS_WITHIN_MS,
    )
    assert.equal((await again()).ok.distributions[0]?.operation_id, ended.operation_id)
    assert.deepEqual(await readBalances(rpc, [targets[i]?.address ?? '']), [SOL / 20n], point)
  }
  const [after = 0n] = await readBalances(rpc, [wallet.address])
  assert.equal(before - after, BigInt(BLOWS) * (SOL / 20n + FEE))
  assert.equal((await read()).distribution_status, 'completed')
  const query = { type: 'payment', limit: 100 }
  assert.equal((await product.call(listOperations, { token, query })).ok.operations.length, BLOWS)
  assert.deepEqual(await told(), [1, 0])

  const [receipt] = (await read()).receipts
  const key = randomUUID()
  const body = { receipt_id: receipt?.id ?? 0, amount: '0.01' }
  const refund = () => product.call(refundPayment, { token, params: { id }, key, body })
  arm(LAST)
  void refund().catch(() => undefined)
  assert.equal(await waitForDeath(product), 'SIGKILL', 'refund')
  arm('')
  product = await startProduct(dataDir, env)
  await refund()
  await until('it is refunded', async () => (await read()).refunds[0]?.status === 'completed', ENDS_WITHIN_MS)
  const [left = 0n] = await readBalances(rpc, [wallet.address])
  assert.equal(after - left, SOL / 100n + FEE)
  assert.deepEqual([(await read()).refunds.length, await told()], [1, [1, 1]])
})
