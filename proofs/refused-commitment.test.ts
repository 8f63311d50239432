// On PostgreSQL as well.
/**
 * Every operation that moves funds, at endpoints that do not know 'confirmed' any more, and at others that refuse
 * simulations.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAgent, stopStrategy } from '@purser/contract/agents/agents.ts'
import { distributeSol, gatherSol } from '@purser/contract/distributions/distributions.ts'
import { readNetwork } from '@purser/contract/network.ts'
import * as lines from '@purser/contract/payments/payment-distributions.ts'
import { send } from '@purser/contract/transfers/sends.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import * as topUps from '@purser/contract/top-ups.ts'
import { listOperations } from '@purser/contract/transfers/transfers.ts'
import { addToGroup, createGroup } from '@purser/contract/wallets/wallet-groups.ts'
import { generateKeyPairSigner } from '@solana/kit'
import { startTestDesk, type TestDesk, until } from '../server/src/test/harness.ts'
import type { Rule } from '../server/src/test/hostile-script.ts'
import { fundedWallet } from '../server/src/test/funded-wallet.ts'
import { assertExact, waitForEnd, look, units } from '../server/src/test/money-audit.ts'
import { readBalances, makeWallets, SOL } from '../server/src/test/money.ts'
import { createOwner } from '../server/src/test/paid-links.ts'
import { trade } from '../server/src/test/product.ts'
import { readProgress } from '../server/src/test/progress.ts'
import { audit } from './ledger.ts'

const NO_CONFIRMED: Rule = {
  on: '*',
  about: '"confirmed"',
  kind: 'refuse',
  code: -32602,
  message: 'Invalid params: unknown variant `confirmed`, expected `processed` or `finalized`.',
}
/** A gateway in front of nodes before 4.3: only the refusals show that this is Alpenglow. */
const NO_CERTIFICATE: Rule = {
  on: 'getAgGenesisCert',
  kind: 'refuse',
  code: -32601,
  message: 'Method not found',
}
const RECIPIENTS = 70

/** Starts anew at endpoints of which the first behaves so from its first call on. */
async function upgraded(endpoints: 1 | 2): Promise<TestDesk> {
  const desk = await startTestDesk({
    network: 'steered',
    endpoints,
    apartMs: 300,
    scanSeconds: 0.4,
    manyClients: true,
  })
  await desk.chain('localnet_setSlotTime', 20)
  await desk.stop()
  desk.endpoints[0]?.play({ name: 'upgraded', rules: [NO_CONFIRMED, NO_CERTIFICATE] })
  await desk.start()
  return desk
}

async function distributes(desk: TestDesk, token: string) {
  const { call, chain } = desk
  const wallets = await makeWallets(call, token, RECIPIENTS + 1)
  const [hub, ...others] = wallets
  assert.ok(hub)
  assert.equal((await call(requestFaucet, { token, body: { address: hub.address, sol: 100 } })).status, 200)
  const ended = async (id: string | undefined, before: Map<string, bigint>) => {
    const operation = await waitForEnd(call, token, id ?? '')
    assert.equal(operation.status, 'completed')
    await assertExact(chain, wallets, before, operation, hub.address)
  }
  let before = await look(chain, wallets)
  const destinations = others.map(({ id }) => ({ walletId: id, amount: '0.1' }))
  const out = await call(distributeSol, { token, body: { sourceWalletId: hub.id, destinations } })
  await ended(out.ok.operationId, before)
  before = await look(chain, wallets)
  const sources = others.map(({ id }) => id)
  const back = await call(gatherSol, {
    token,
    body: { destinationWalletId: hub.id, sources, gatherAll: true },
  })
  await ended(back.ok.operationId, before)
  return hub
}

async function sends({ call, chain }: TestDesk, token: string, from: { id: number }): Promise<void> {
  const { address } = await generateKeyPairSigner()
  const { status, text } = await call(send, {
    token,
    params: { id: from.id },
    body: { to: address, amount: '1.5' },
  })
  assert.equal(status, 200, text)
  await until('it has arrived', async () => (await readBalances(chain, [address]))[0] === (3n * SOL) / 2n)
}

async function trades({ call }: TestDesk, token: string): Promise<void> {
  const agentId = (await call(createAgent, { token })).ok.id
  const wallet = await fundedWallet(call, token)
  const strategyId = await trade(call, token, agentId, 'buy 0.02 SOL of BONK every 3 seconds, 60 times', [
    wallet,
  ])
  await until(
    'two orders are filled',
    async () => (await readProgress(call, token, { agentId, strategyId })).filled >= 2,
  )
  assert.equal((await call(stopStrategy, { token, params: { id: agentId } })).ok.status, 'stopped')
}

async function tops({ call, chain }: TestDesk, token: string): Promise<void> {
  const [funding, ...poor] = await makeWallets(call, token, 4)
  assert.ok(funding)
  assert.equal((await call(requestFaucet, { token, body: { address: funding.address, sol: 1 } })).status, 200)
  const group = (await call(createGroup, { token, body: { name: 'Poor' } })).ok
  await call(addToGroup, { token, params: { id: group.id }, body: { walletIds: poor.map(({ id }) => id) } })
  const body = { enabled: true, funding_wallet_id: funding.id }
  assert.equal((await call(topUps.changeTopUpSettings, { token, body })).status, 200)
  const { status, text } = await call(topUps.triggerTopUps, { token })
  assert.equal(status, 200, text)
  const addresses = poor.map(({ address }) => address)
  await until('each has what it lacked', async () =>
    (await readBalances(chain, addresses)).every((lamports) => lamports === 10_000_000n),
  )
}

async function pays(desk: TestDesk): Promise<string> {
  const { token, approved, plan, reach } = await createOwner(desk)
  const targets = await makeWallets(desk.call, token, 3)
  const { id, wallet } = await approved(30)
  const [before = 0n] = await readBalances(desk.chain, [wallet.address])
  const rows = targets.map((one) => ({ wallet_id: one.id, amount_sol: '0.03' }))
  assert.equal((await plan(id, rows)).status, 200)
  assert.equal((await desk.call(lines.executeLines, { token, params: { id } })).status, 200)
  await reach(id, 'all are paid', ({ distribution_status }) => distribution_status === 'completed')
  assert.deepEqual(
    await readBalances(
      desk.chain,
      targets.map(({ address }) => address),
    ),
    targets.map(() => 30_000_000n),
  )
  const { ok } = await desk.call(listOperations, { token, query: { type: 'payment' } })
  const [operation] = ok.operations
  assert.ok(operation)
  const { summary } = await waitForEnd(desk.call, token, operation.id)
  assert.deepEqual(await readBalances(desk.chain, [wallet.address]), [
    before - 90_000_000n - units(summary.fees),
  ])
  return token
}

for (const endpoints of [1, 2] as const)
  void test(`without 'confirmed' at the first of ${endpoints}, all goes on and the books hold to the lamport`, async () => {
    const desk = await upgraded(endpoints)
    const { token } = await desk.signUp()
    const hub = await distributes(desk, token)
    await sends(desk, token, hub)
    await trades(desk, token)
    await tops(desk, token)
    await pays(desk)
    const { endpoints: seen } = (await desk.call(readNetwork, { token })).ok
    assert.deepEqual(
      seen.map(({ commitment, state }) => [commitment, state]),
      endpoints === 1
        ? [['finalized', 'ok']]
        : [
            ['finalized', 'ok'],
            ['finalized', 'ok'],
          ],
    )
    assert.equal((await fetch(`${desk.url}/readyz`)).status, 200)
    const open = async () => {
      const { operations } = (await desk.call(listOperations, { token })).ok
      return operations.filter(({ status }) => !['completed', 'partial', 'failed'].includes(status))
    }
    await until('all has ended', async () => (await open()).length === 0)
    await desk.stop()
    await audit(desk.database.db, desk.rpcUrl)
  })

for (const code of [-32602, -32601])
  void test(`while all endpoints refuse to simulate, by ${code}, what is to be paid waits and is not given up`, async () => {
    const desk = await startTestDesk({ network: 'steered', endpoints: 2, apartMs: 300 })
    const { call, chain } = desk
    await chain('localnet_setSlotTime', 20)
    const { token } = await desk.signUp()
    const wallets = await makeWallets(call, token, RECIPIENTS + 2)
    const [hub, one, ...others] = wallets
    assert.ok(hub && one)
    for (const { address } of [hub, one])
      assert.equal((await call(requestFaucet, { token, body: { address, sol: 100 } })).status, 200)
    const before = await look(chain, wallets)
    const refusal: Rule = { on: 'simulateTransaction', kind: 'refuse', code, message: 'no' }
    const playing = desk.endpoints.map((endpoint) => endpoint.play({ name: 'refuses', rules: [refusal] }))
    const destinations = others.map(({ id }) => ({ walletId: id, amount: '0.1' }))
    const { address: to } = await generateKeyPairSigner()
    const many = call(distributeSol, { token, body: { sourceWalletId: hub.id, destinations } })
    const single = call(send, { token, params: { id: one.id }, body: { to, amount: '1' } })
    await until('each was refused several times', () =>
      playing.every(({ struck }) => (struck()[0] ?? 0) >= 8),
    )
    const { state } = (await call(readNetwork, { token })).ok.endpoints[0] ?? {}
    assert.equal(state, 'refusing')
    for (const endpoint of desk.endpoints) endpoint.beHonest()
    const { ok } = await many
    assert.equal((await single).status, 200)
    const operation = await waitForEnd(call, token, ok.operationId ?? '')
    assert.equal(operation.status, 'completed')
    await until('the single one has arrived', async () => (await readBalances(chain, [to]))[0] === SOL)
    await assertExact(
      chain,
      [hub, ...others],
      new Map([...before].filter(([a]) => a !== one.address)),
      operation,
      hub.address,
    )
  })
