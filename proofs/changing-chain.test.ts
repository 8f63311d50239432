// On PostgreSQL as well.
/** The chain's slot time, rent and commitment rule change while funds move: nothing is paid twice, nothing is lost. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createAgent, stopStrategy } from '@purser/contract/agents/agents.ts'
import { parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { eq } from 'drizzle-orm'
import { operations, transactions } from '../server/src/domains/transfers/transfers.tables.ts'
import { fundedWallet } from '../server/src/test/funded-wallet.ts'
import { startTestDesk, type TestDesk, until } from '../server/src/test/harness.ts'
import { waitForEnd } from '../server/src/test/money-audit.ts'
import { readBalances, makeWallets, type Purse } from '../server/src/test/money.ts'
import { trade } from '../server/src/test/product.ts'
import { readProgress, type Running } from '../server/src/test/progress.ts'
import { audit } from './ledger.ts'
import type { Money, Way } from './money-kind.ts'
import { moneys } from './moneys.ts'

type Change = [method: string, value: number | string]
const slot = (ms: number): Change => ['localnet_setSlotTime', ms]
const rent = (perByte: number): Change => ['localnet_setRent', perByte]
const commitment = (rule: string): Change => ['localnet_setCommitment', rule]
/** A gather during the rise, or planned with the figures just before it, leaves too little. */
const [RISES_TO, NEXT_GATHER] = [rent(10_000), commitment('tower')]
const RISES = [RISES_TO, NEXT_GATHER]
/** Mainnet's planned values, devnet's present ones, and more rent than ever. */
const CHANGES: Change[] = [
  slot(50),
  rent(2_575),
  commitment('alpenglow'),
  RISES_TO,
  slot(400),
  NEXT_GATHER,
  rent(696),
  slot(100),
  commitment('alpenglow'),
  rent(5_080),
]
/** Three transactions to the others, twelve back. */
const OTHERS = 130
const ENDS_WITHIN_MS = 60_000
const ENDED = ['completed', 'partial', 'failed']

type Fixture = { token: string; hub: Purse; others: Purse[] }

async function fixture(desk: TestDesk, count: number): Promise<Fixture> {
  const { token } = await desk.signUp()
  const [hub, ...others] = await makeWallets(desk.call, token, count + 1)
  assert.ok(hub)
  return { token, hub, others }
}

/** Requests it, changes the chain once something of it is signed or nothing of it will be, and returns how it ended. */
async function moveUnder(
  desk: TestDesk,
  money: Money,
  { token, hub, others }: Fixture,
  way: Way,
  change: Change,
) {
  const { db } = desk.database
  const mine = eq(operations.type, money.toType(way))
  const known = await db.$count(operations, mine)
  const asked = money.ask(desk.call, token, { way, hub, others, key: randomUUID() })
  let refusal = ''
  void asked.then(({ id, text }) => void (refusal = id === undefined ? text : ''))
  const id = await until('something of it is signed', async () => {
    assert.equal(refusal, '')
    const row = (await db.select().from(operations).where(mine).orderBy(operations.createdAt))[known]
    if (!row) return null
    const isSigned = (await db.$count(transactions, eq(transactions.operationId, row.id))) > 0
    return (isSigned || ENDED.includes(row.status)) && row.id
  })
  await desk.chain(...change)
  assert.equal((await asked).id, id)
  return waitForEnd(desk.call, token, id, ENDS_WITHIN_MS)
}

void test('while it changes, distributions, gathers and strategies go on, and the books hold to the lamport', async () => {
  const desk = await startTestDesk()
  const { call, chain } = desk
  const here = await fixture(desk, OTHERS)
  const { token, hub, others } = here
  const paid = await call(requestFaucet, { token, body: { address: hub.address, sol: 100 } })
  assert.equal(paid.status, 200, paid.text)
  const running: Running[] = []
  const begin = async (instruction: string) => {
    const agentId = (await call(createAgent, { token })).ok.id
    const wallet = await fundedWallet(call, token)
    running.push({ agentId, strategyId: await trade(call, token, agentId, instruction, [wallet]) })
  }
  const filled = async () =>
    Promise.all(running.map(async (one) => (await readProgress(call, token, one)).filled))
  await begin('buy 0.02 SOL of BONK every 3 seconds, 60 times')

  for (const [i, change] of CHANGES.entries()) {
    const way = i % 2 === 0 ? 'distribute' : 'gather'
    const done = await moveUnder(desk, moneys.sol, here, way, change)
    // The amount left in a wallet may be less than a rent that has just risen allows: the chain refuses the whole
    // transaction.
    const refused = done.transfers.filter(({ status }) => status === 'failed')
    for (const { error } of refused) assert.match(error ?? '', /rent/i)
    if (refused.length > 0) assert.ok(way === 'gather' && RISES.includes(change), change.join(' '))
    // Each opens its accounts under another rent.
    if (i % 4 === 1) await begin(`buy 0.01 SOL of WIF every 3 seconds, ${60 + i} times`)
  }
  assert.deepEqual(
    await desk.chain('getMinimumBalanceForRentExemption', 0),
    650_240,
    'the last of the changes holds',
  )
  const before = await filled()
  await until(
    'each goes on trading after the last change',
    async () => (await filled()).every((now, i) => now > (before[i] ?? 0)),
    ENDS_WITHIN_MS,
  )
  for (const { agentId } of running)
    assert.equal((await call(stopStrategy, { token, params: { id: agentId } })).ok.status, 'stopped')

  // The part that the last gather could not take is taken under the present rent.
  const last = await moveUnder(desk, moneys.sol, here, 'distribute', slot(50))
  assert.equal(last.status, 'completed')
  const end = await moveUnder(desk, moneys.sol, here, 'gather', slot(100))
  assert.equal(end.status, 'completed')
  const left = await readBalances(
    chain,
    others.map(({ address }) => address),
  )
  // For at most a minute the desk uses the rent that it knew.
  assert.deepEqual(
    left.filter((lamports) => lamports !== 890_000n && lamports !== 128n * 10_000n),
    [],
  )
  await desk.stop()
  const { filled: orders } = await audit(desk.database.db, desk.rpcUrl)
  assert.ok(orders >= running.length * 2, `${orders} orders were filled`)
})

void test('while it changes, a token goes to many and back: every unit, and every lamport of rent', async () => {
  const desk = await startTestDesk()
  const { chain } = desk
  const here = await fixture(desk, 31)
  const all = [here.hub, ...here.others]
  await moneys.token.fill(chain, here.hub)
  const before = await moneys.token.look(chain, all)
  const sum = (held: ReadonlyMap<string, bigint>, of: (key: string) => boolean) =>
    [...held].reduce((total, [key, amount]) => (of(key) ? total + amount : total), 0n)
  const isUnits = (key: string) => key.endsWith(' tokens')
  let fees = 0n
  const count = async (way: Way, change: Change) => {
    const done = await moveUnder(desk, moneys.token, here, way, change)
    assert.equal(done.status, 'completed', `${way} under ${change.join(' ')}`)
    fees += parseUnits(done.summary.fees, SOL_DECIMALS)
    const now = await moneys.token.look(chain, all)
    assert.equal(sum(now, isUnits), sum(before, isUnits), `units after ${way} under ${change.join(' ')}`)
    assert.equal(
      sum(now, (key) => !isUnits(key)) + fees,
      sum(before, (key) => !isUnits(key)),
      `lamports, of wallets and of their token accounts, after ${way} under ${change.join(' ')}`,
    )
    return now
  }
  const RENTS = [696, 10_000, 2_575, 5_080]
  for (const [i, change] of [rent(696), slot(50), rent(10_000), commitment('alpenglow')].entries()) {
    const held = await count(i % 2 === 0 ? 'distribute' : 'gather', change)
    for (const { address } of here.others) {
      const account = held.get(`${address} rent`) ?? 0n
      assert.ok(account === 0n || RENTS.some((perByte) => account === 293n * BigInt(perByte)), `${account}`)
    }
  }
  await desk.stop()
})
