/** Killed at points of a refund, the desk sends it once, by itself and when it is requested again. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { quotePayment, testPayment } from '@purser/contract/payments/payer.ts'
import { refundPayment } from '@purser/contract/payments/payment-refunds.ts'
import { createPaymentLink, getPayment } from '@purser/contract/payments/payments.ts'
import { listOperations } from '@purser/contract/transfers/transfers.ts'
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
const BLOWS = whole ? POINTS.length : 3
const PRELOAD = pathToFileURL(join(import.meta.dirname, 'kill-points.ts')).href
const DIES_WITHIN_MS = 30_000
const ENDS_WITHIN_MS = 120_000

void test(`killed at ${BLOWS} points of refunds, it sends each of them once (seed ${seed})`, async () => {
  const random = seededRandom(seed + 19)
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
  const targets = await makeWallets(product.call, token, BLOWS)
  const { id, reference_id: reference } = (
    await product.call(createPaymentLink, { token, body: { amount_usd: 1_000 } })
  ).ok
  await product.call(quotePayment, { params: { reference } })
  await product.call(testPayment, { params: { reference } })
  const read = async () => (await product.call(getPayment, { token, params: { id } })).ok
  const { wallet, receipts } = await until('it is paid', async () => {
    const payment = await read()
    return payment.status === 'paid' && payment
  })
  const [before = 0n] = await readBalances(rpc, [wallet.address])
  const blows = POINTS.toSorted(() => random() - 0.5).slice(0, BLOWS)

  for (const [i, point] of blows.entries()) {
    const key = randomUUID()
    const to = targets[i]?.address ?? ''
    const body = { receipt_id: receipts[0]?.id ?? 0, amount: '0.05', to }
    const again = () => product.call(refundPayment, { token, params: { id }, body, key })
    arm(point)
    void again().catch(() => undefined)
    let signal: string | null = null
    void product.ended.then((end) => (signal = end.signal))
    assert.equal(await until(`${point}: it dies`, () => signal, DIES_WITHIN_MS), 'SIGKILL', point)
    assert.match(readFileSync(join(killDir, 'log'), 'utf8'), new RegExp(`killed ${point}\n$`))
    arm('')
    product = await startProduct(dataDir, env)
    const answer = await until(`${point}: it is answered`, async () => {
      const repeated = await again()
      return repeated.status !== 409 && repeated
    })
    assert.equal(answer.status, 200, `${point}: ${answer.text}`)
    await until(
      `${point}: it is sent`,
      async () => {
        const { refunds } = await read()
        return refunds.length === i + 1 && refunds.every(({ status }) => status === 'completed')
      },
      ENDS_WITHIN_MS,
    )
    assert.deepEqual(await readBalances(rpc, [to]), [SOL / 20n], point)
  }
  const [after = 0n] = await readBalances(rpc, [wallet.address])
  assert.equal(before - after, BigInt(BLOWS) * (SOL / 20n + FEE))
  const query = { type: 'refund', limit: 100 }
  assert.equal((await product.call(listOperations, { token, query })).ok.operations.length, BLOWS)
})
