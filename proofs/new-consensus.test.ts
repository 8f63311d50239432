// On PostgreSQL as well.
/**
 * The cluster changes from tower to Alpenglow during 1,000 payouts and running strategies, like mainnet: some 5,000
 * slots without transactions, and endpoints that do not know 'confirmed' after it.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgent, stopStrategy } from '@purser/contract/agents/agents.ts'
import { distributeSol, gatherSol } from '@purser/contract/distributions/distributions.ts'
import { readNetwork } from '@purser/contract/network.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { startLocalnet } from '@purser/localnet/index.ts'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { operations, transactions } from '../server/src/domains/transfers/transfers.tables.ts'
import { fundedWallet } from '../server/src/test/funded-wallet.ts'
import { startTestDesk, until } from '../server/src/test/harness.ts'
import type { Rule } from '../server/src/test/hostile-script.ts'
import { assertExact, waitForEnd, look } from '../server/src/test/money-audit.ts'
import { makeWallets } from '../server/src/test/money.ts'
import { trade } from '../server/src/test/product.ts'
import { readProgress, type Running } from '../server/src/test/progress.ts'
import { audit } from './ledger.ts'

const PAYOUTS = 1_000
const EMPTY_SLOTS = 5_000
const STEP = 500
const SLOT_MS = 20
/** A transaction that has died is signed anew several seconds later. */
const ENDS_WITHIN_MS = 120_000
/** Sends go nowhere: blocks hold no transactions while the validators change over. */
const EMPTY_BLOCKS: Rule = { on: 'sendTransaction', kind: 'swallow' }
const HALF_LOST: Rule = { ...EMPTY_BLOCKS, probability: 0.5 }
const NO_CONFIRMED: Rule = {
  on: '*',
  about: '"confirmed"',
  kind: 'refuse',
  code: -32602,
  message: 'Invalid params: unknown variant `confirmed`, expected `processed` or `finalized`.',
}

type Status = { slot: number; err: unknown; confirmationStatus: string } | null

void test('from tower to Alpenglow: each is paid once, no block is taken back, and the books hold to the lamport', async () => {
  const network = await startLocalnet({ rpcPort: 0, clock: 'steered', faults: true, commitment: 'tower' })
  const desk = await startTestDesk({ network, endpoints: 2, apartMs: 300 })
  const { call, chain, endpoints } = desk
  const { db } = desk.database
  await chain('localnet_setSlotTime', SLOT_MS)
  const play = (name: string, ...rules: Rule[]) => {
    for (const endpoint of endpoints) endpoint.play({ name, rules })
  }
  const { token } = await desk.signUp()
  const wallets = await makeWallets(call, token, PAYOUTS + 1)
  const [hub, ...others] = wallets
  assert.ok(hub)
  assert.equal((await call(requestFaucet, { token, body: { address: hub.address, sol: 1_000 } })).status, 200)
  const running: Running[] = []
  for (const mint of ['BONK', 'WIF', 'JUP']) {
    const agentId = (await call(createAgent, { token })).ok.id
    const wallet = await fundedWallet(call, token)
    const instruction = `buy 0.02 SOL of ${mint} every 3 seconds, 90 times`
    running.push({ agentId, strategyId: await trade(call, token, agentId, instruction, [wallet]) })
  }
  const filled = () => Promise.all(running.map(async (one) => (await readProgress(call, token, one)).filled))
  await until('each trades', async () => (await filled()).every((orders) => orders > 0))

  const before = await look(chain, wallets)
  play('half of it is lost', HALF_LOST)
  const destinations = others.map(({ id }, i) => ({ walletId: id, amount: `0.1${String(10_000 + i)}` }))
  const paying = call(distributeSol, { token, body: { sourceWalletId: hub.id, destinations } })
  const signed = (state?: 'confirmed') =>
    db
      .select({ signature: transactions.signature, slot: transactions.slot })
      .from(transactions)
      .innerJoin(operations, eq(operations.id, transactions.operationId))
      .where(and(eq(operations.type, 'distribute'), state ? eq(transactions.state, state) : undefined))
  const landed = () =>
    db
      .select({ signature: transactions.signature, slot: transactions.slot })
      .from(transactions)
      .where(and(eq(transactions.state, 'confirmed'), isNotNull(transactions.slot)))
  await until(
    'all is signed, and some of it has landed',
    async () => (await signed()).length >= PAYOUTS / 61 && (await signed('confirmed')).length > 0,
  )

  play('empty blocks', EMPTY_BLOCKS)
  await chain('localnet_setSlotTime', null)
  const known = await landed()
  const finalized = () => chain<number>('getSlot', { commitment: 'finalized' })
  let newest = await finalized()
  await chain('localnet_setCommitment', 'alpenglow')
  for (let slots = 0; slots < EMPTY_SLOTS; slots += STEP) {
    await chain('localnet_advanceSlots', STEP)
    const now = await finalized()
    assert.ok(now >= newest + STEP - 2, 'what is final stays so')
    newest = now
    // The desk goes on polling all the while.
    const asked = endpoints[0]?.seen['getSignatureStatuses'] ?? 0
    await until('it has asked', () => (endpoints[0]?.seen['getSignatureStatuses'] ?? 0) > asked)
  }
  play('upgraded', NO_CONFIRMED)
  await chain('localnet_setSlotTime', SLOT_MS)

  const { ok } = await paying
  const paid = await waitForEnd(call, token, ok.operationId ?? '', ENDS_WITHIN_MS)
  assert.deepEqual([paid.status, paid.transfers.length], ['completed', PAYOUTS])
  await assertExact(chain, wallets, before, paid, hub.address)
  const died = await db.$count(transactions, sql`${transactions.state} = 'dead'`)
  assert.ok(died > 0, 'what went nowhere was signed anew')
  const { value } = await chain<{ value: Status[] }>(
    'getSignatureStatuses',
    known.slice(0, 256).map(({ signature }) => signature),
    { searchTransactionHistory: true },
  )
  assert.deepEqual(
    value.map((status) => [status?.slot, status?.err, status?.confirmationStatus]),
    known.slice(0, 256).map(({ slot }) => [Number(slot), null, 'finalized']),
    'no block is taken back',
  )

  const then = await filled()
  await until(
    'each goes on trading',
    async () => (await filled()).every((orders, i) => orders > (then[i] ?? 0)),
    ENDS_WITHIN_MS,
  )
  for (const { agentId } of running)
    assert.equal((await call(stopStrategy, { token, params: { id: agentId } })).ok.status, 'stopped')
  const between = await look(chain, wallets)
  const sources = others.map(({ id }) => id)
  const back = await call(gatherSol, {
    token,
    body: { destinationWalletId: hub.id, sources, gatherAll: true },
  })
  const gathered = await waitForEnd(call, token, back.ok.operationId ?? '', ENDS_WITHIN_MS)
  assert.equal(gathered.status, 'completed')
  await assertExact(chain, wallets, between, gathered, hub.address)
  assert.deepEqual(
    (await call(readNetwork, { token })).ok.endpoints.map(({ commitment, state }) => [commitment, state]),
    endpoints.map(() => ['finalized', 'ok']),
  )
  await desk.stop()
  const { filled: orders } = await audit(db, desk.rpcUrl)
  assert.ok(orders >= running.length * 2, `${orders} orders were filled`)
})
