// On PostgreSQL as well.
/** Every preview says beforehand, in the words of the refusal, what a limit of real money would refuse. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgent, parseInstruction } from '@purser/contract/agents/agents.ts'
import { distributeSol, gatherSol } from '@purser/contract/distributions/distributions.ts'
import * as lines from '@purser/contract/payments/payment-distributions.ts'
import { refundPayment } from '@purser/contract/payments/payment-refunds.ts'
import { send, type SendBody } from '@purser/contract/transfers/sends.ts'
import { changeSpendingLimits } from '@purser/contract/transfers/spending-limits.ts'
import { distributeToken } from '@purser/contract/distributions/token-distributions.ts'
import { changeTopUpSettings } from '@purser/contract/top-ups.ts'
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { startTestDesk } from '../../../test/harness.ts'
import { makeWallets, SOL } from '../../../test/money.ts'
import { createOwner, isStatus } from '../../../test/paid-links.ts'
import { createPayer, quoted } from '../../../test/payer.ts'
import { spenders } from '../../../test/spender.ts'
import { fundTokens } from '../../../test/tokens.ts'

const desk = await startTestDesk({ realFunds: true, apartMs: 50, scanSeconds: 0.4 })
const { call, chain } = desk
const { change, imported, readLimits, raise, spender } = spenders(desk)
const WIF = KNOWN_TOKENS.find(({ symbol }) => symbol === 'WIF')?.mint ?? ''
const stranger = async () => (await generateKeyPairSigner()).address
const ORDER =
  'This takes 0.6 SOL, but your limit is 0.5 SOL per order or transfer, with 0.5 SOL left now. You can raise it in your profile.'

void test('the preview of a send says what the send is then refused with, and nothing is counted by it', async () => {
  const { user, token, first, purses } = await spender(2)
  const to = await stranger()
  const ask = (body: SendBody, { id } = first) => call(send, { token, params: { id }, body })
  const shown = async (amount: number) => (await ask({ to, amount, dryRun: true })).ok.preview?.limit
  assert.equal(await shown(0.5), undefined)
  assert.deepEqual(await shown(0.6), { code: 'spending_limit', message: ORDER })
  assert.equal((await ask({ to, amount: 0.6 })).fault.error, ORDER)
  assert.equal((await readLimits(user))?.used, 0)
  for (const [i, amount] of [0.5, 0.3].entries())
    assert.equal((await ask({ to, amount }, purses[i])).status, 200)
  const day = await shown(0.25)
  assert.match(
    day?.message ?? '',
    /takes 0\.25 SOL, but your limit is 1 SOL per 24 hours, with 0\.2 SOL left/,
  )
  assert.equal(await shown(0.2), undefined)
  await change(user, { per_day: 0.9 })
  assert.match((await shown(0.2))?.message ?? '', /0\.1 SOL left/)
})

void test('a code raises the limits once: used again, or in another session, it raises nothing', async () => {
  const { user } = await spender()
  const code = await desk.keyCode(user, 'limits')
  const other = await desk.signUp()
  assert.equal((await change(other, { per_day: 5, code })).fault.code, 'wrong_key_code')
  const both = await Promise.all([change(user, { per_day: 5, code }), change(user, { per_day: 6, code })])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 403])
  const { per_day: most } = (await readLimits(user)) ?? {}
  assert.ok(most === 5 || most === 6)
  assert.equal((await change(user, { per_day: 7, code })).fault.code, 'wrong_key_code')
  await change(user, { per_day: 1 })
  assert.equal((await change(user, { per_day: 5, code })).fault.code, 'wrong_key_code')
  assert.equal((await readLimits(user))?.per_day, 1)
})

void test('previews of distributions and gathers count what goes to a wallet that came in lately', async () => {
  const { user, token, first, purses } = await spender(3)
  const [, second] = purses
  assert.ok(second)
  const late = await imported(user)
  const distribute = async (walletId: number, amount: number) => {
    const body = { sourceWalletId: first.id, destinations: [{ walletId, amount }], dryRun: true }
    return (await call(distributeSol, { token, body })).ok.preview?.limit
  }
  assert.equal(await distribute(second.id, 2), undefined)
  assert.equal((await distribute(late.id, 0.6))?.message, ORDER)
  const sources = [{ walletId: second.id, amount: 0.6 }]
  const gather = async (destinationWalletId: number) => {
    const body = { destinationWalletId, sources, gatherAll: false, dryRun: true }
    return (await call(gatherSol, { token, body })).ok.preview?.limit
  }
  assert.equal(await gather(first.id), undefined)
  assert.match((await gather(late.id))?.message ?? '', /per order or transfer/)
})

void test('previews of tokens count by their price', async () => {
  const { user, token, first, purses } = await spender(2)
  const [, second] = purses
  assert.ok(second)
  const late = await imported(user)
  await fundTokens(chain, first.address, WIF, 1_000_000_000n)
  const shown = async (target: string) => {
    const body = {
      token_address: WIF,
      source_wallet: first.address,
      target_wallets: [target],
      total_amount: 900,
      dryRun: true,
    }
    const answer = await call(distributeToken, { token, body })
    assert.equal(answer.status, 200, answer.text)
    return answer.ok.preview?.limit?.code
  }
  assert.equal(await shown(second.address), undefined)
  assert.equal(await shown(late.address), 'spending_limit')
})

void test('the plan of a payment and the preview of a refund say it before anything is executed', async () => {
  const owner = await createOwner(desk)
  const { token, plan, make, reach } = owner
  const payer = await createPayer(chain)
  const { id, reference_id: reference } = await make(20)
  await payer.pay(await quoted(call, reference))
  const { receipts } = await reach(id, 'it is paid', isStatus('paid'))
  const receipt_id = receipts[0]?.id ?? 0
  const shown = async () => {
    const answer = await call(refundPayment, { token, params: { id }, body: { receipt_id, dryRun: true } })
    assert.equal(answer.status, 200, answer.text)
    return answer.ok.preview?.limit
  }
  assert.equal(await shown(), undefined)
  await call(changeSpendingLimits, { token, body: { per_day: 0 } })
  assert.match((await shown())?.message ?? '', /your limit is 0 SOL per 24 hours, with 0 SOL left/)

  const { id: other } = await owner.approved(20)
  const [own] = await makeWallets(call, token, 1)
  const late = await imported(owner)
  const planned = async (wallet_id: number) => (await plan(other, [{ wallet_id, amount_sol: '0.01' }])).ok
  assert.equal((await planned(own?.id ?? 0)).limit, undefined)
  await call(lines.discardDistribution, { token, params: { id: other } })
  const bound = await planned(late.id)
  assert.equal(bound.limit?.code, 'spending_limit')
  const [line] = bound.distributions
  const executed = await call(lines.executeLine, { token, params: { id: line?.id ?? 0 } })
  assert.equal(executed.fault.error, bound.limit.message)
})

void test('the preview of top-ups leaves out as the round does, and says by which limit', async () => {
  const { user, token, first } = await spender(1)
  await makeWallets(call, token, 2)
  await imported(user)
  const shown = async () => {
    const body = {
      enabled: true,
      funding_wallet_id: first.id,
      include_grouped_wallets_only: false,
      dryRun: true,
    }
    const { ok } = await call(changeTopUpSettings, { token, body })
    return { wallets: ok.wallets, left: ok.left_out, code: ok.limit?.code }
  }
  assert.deepEqual(await shown(), { wallets: 3, left: [], code: undefined })
  await change(user, { per_order: 0.005 })
  assert.deepEqual(await shown(), {
    wallets: 2,
    left: [{ reason: 'limit', wallets: 1 }],
    code: 'spending_limit',
  })
})

void test('a plan says which limit its orders would meet, and one that sells by what it may lose', async () => {
  const { user, token, first } = await spender(1, 30n * SOL)
  const agentId = (await call(createAgent, { token })).ok.id
  await fundTokens(chain, first.address, WIF, 1_000_000_000n)
  const explained = async (instruction: string) => {
    const body = { instruction, wallet_addresses: [first.address] }
    const { ok } = await call(parseInstruction, { token, params: { id: agentId }, body })
    assert.ok(ok.feasible, ok.explanation)
    return ok.explanation
  }
  const LIMIT = /This takes [\d.]+ SOL, but your limit is/
  assert.match(
    await explained('buy 0.7 SOL of WIF'),
    /This takes 0\.7 SOL, but your limit is 0\.5 SOL per order or transfer, with 0\.5 SOL left/,
  )
  assert.doesNotMatch(await explained('buy 0.4 SOL of WIF'), LIMIT)
  assert.doesNotMatch(await explained('sell 900 WIF'), LIMIT)
  await change(user, { per_day: 0, per_order: 0 })
  assert.match(
    await explained('sell 900 WIF'),
    /This sale may lose 0\.\d+ SOL within its slippage limit, but your limit is 0 SOL per order or transfer/,
  )
  await raise(user, { per_day: 1, per_order: 0.5 })
  // None of its orders is too large, but those of one day together are.
  assert.match(
    await explained('buy 0.3 SOL of WIF every hour, 10 times'),
    /This takes 3 SOL, but your limit is 1 SOL per 24 hours/,
  )
  assert.doesNotMatch(await explained('buy 0.3 SOL of WIF every day, 10 times'), LIMIT)
  await raise(user, { per_day: 5 })
  assert.doesNotMatch(await explained('buy 0.3 SOL of WIF every hour, 10 times'), LIMIT)
})
