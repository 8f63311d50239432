/**
 * Fault scenarios for moving funds: a network that loses, duplicates, refuses, forgets, goes away, and executes with an
 * error.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { listOperations } from '@purser/contract/activity.ts'
import { revealKey } from '@purser/contract/wallets/wallets.ts'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { transactions } from '../server/src/domains/transfers/transfers.tables.ts'
import { pause } from '../server/src/kernel/clock.ts'
import type { TestDesk } from '../server/src/test/harness.ts'
import { waitForEnd } from '../server/src/test/money-audit.ts'
import { makeWallets, type Purse } from '../server/src/test/money.ts'
import type { Before, Money, Way } from './money-kind.ts'
import { moneys } from './moneys.ts'
import { until } from '../server/src/test/until.ts'

type Rule = { method: string; kind: string; probability?: number; times?: number }
const send = 'sendTransaction'
export const scenarios: Record<string, Rule[]> = {
  'a fifth of the answers lost after execution': [{ method: send, kind: 'loseAnswer', probability: 0.2 }],
  'a third of the sends dropped': [{ method: send, kind: 'drop', probability: 0.3 }],
  'half of the sends doubled': [{ method: send, kind: 'duplicate', probability: 0.5 }],
  'a fifth of all answers garbage': [{ method: '*', kind: 'garbage', probability: 0.2 }],
  '429 and 500 to a fifth of all calls each': [
    { method: '*', kind: 'fail429', probability: 0.2 },
    { method: '*', kind: 'fail500', probability: 0.2 },
  ],
  'everything at once': [
    { method: send, kind: 'loseAnswer', probability: 0.2 },
    { method: send, kind: 'drop', probability: 0.3 },
    { method: send, kind: 'duplicate', probability: 0.2 },
    { method: 'getSignatureStatuses', kind: 'drop', probability: 0.1 },
    { method: 'getLatestBlockhash', kind: 'fail429', probability: 0.3 },
  ],
}
const ENDS_WITHIN_MS = 120_000
const SLOT_MS = 60
/** A blockhash lives 45 s: a signed transaction outlives a phase in which the machine is busy elsewhere. */
const SLOW_SLOT_MS = 300

export type FaultScenarios = Awaited<ReturnType<typeof scenariosOn>>
/** `former`: the distribution that filled the wallets. */
type Fixture = { token: string; source: Purse; others: Purse[]; all: Purse[]; former?: string }

/** `sends` counts the transactions that the desk has sent so far. */
export function scenariosOn(desk: TestDesk, sends: () => number, money: Money = moneys.sol) {
  const { call, chain } = desk
  const clear = () => chain('localnet_clearFaults')
  const strike = (rules: Rule[], seed = 1) => chain('localnet_setFaults', rules, seed % 2 ** 31)

  async function fixture(count: number, filled = false): Promise<Fixture> {
    const { token } = await desk.signUp()
    const all = await makeWallets(call, token, count + 1)
    const [source, ...others] = all
    assert.ok(source)
    await money.fill(chain, source)
    const here = { token, all, source, others }
    if (!filled) return here
    const { id: former } = await ask(here, 'distribute')
    await waitForEnd(call, token, former, ENDS_WITHIN_MS)
    return { ...here, former }
  }

  /** Repeats a request like a client that lost its answer: with the same key until there is one. */
  async function ask(
    { token, source: hub, others }: Fixture,
    way: Way,
    amounts?: string[],
  ): Promise<{ id: string }> {
    const key = randomUUID()
    for (let tries = 0; ; tries++) {
      const answer = await money.ask(call, token, { way, hub, others, key, amounts })
      if (answer.status === 200) return { id: answer.id ?? '' }
      assert.ok(answer.status === 503 && tries < 200, answer.text)
    }
  }

  const newest = ({ token, former }: Fixture, way: Way) =>
    until('it is under way', async () => {
      const { operations } = (await call(listOperations, { token, query: { type: money.toType(way) } })).ok
      return operations.find(({ id }) => id !== former)?.id
    })
  const count = (id: string) => desk.database.db.$count(transactions, eq(transactions.operationId, id))
  const { chunks } = money
  const look = (here: Fixture) => money.look(chain, here.all)

  async function exact(here: Fixture, before: Before, id: string, status: string) {
    const done = await waitForEnd(call, here.token, id, ENDS_WITHIN_MS)
    assert.equal(done.status, status, JSON.stringify(done.transfers.find((t) => t.error)))
    await money.assertExact(chain, {
      wallets: here.all,
      before,
      operation: done,
      payer: here.source.address,
    })
    return done
  }

  /** A distribution and its gather under these faults. */
  async function thereAndBack(n: number, rules: Rule[], seed: number): Promise<void> {
    const here = await fixture(n)
    for (const way of ['distribute', 'gather'] as const) {
      const before = await look(here)
      await strike(rules, seed + (way === 'gather' ? 1 : 0))
      const { id } = await ask(here, way)
      await clear()
      await exact(here, before, id, 'completed')
    }
    const end = await look(here)
    for (const w of here.others) assert.equal(money.leftIn(end, w), 0n)
  }

  /** The chain goes away once something was executed and its answer lost; meanwhile every blockhash expires. */
  async function away(way: Way, n: number, ms: number): Promise<void> {
    const here = await fixture(n, way === 'gather')
    const before = await look(here)
    await strike([
      { method: send, kind: 'loseAnswer', times: 1 },
      { method: 'getSignatureStatuses', kind: 'drop' },
    ])
    const asked = ask(here, way)
    const state = async () =>
      (await call(listOperations, { token: here.token, query: { type: money.toType(way) } })).ok.operations[0]
        ?.status
    const id = await newest(here, way)
    await until('it is being resolved', async () => (await state()) === 'resolving')
    await strike([{ method: '*', kind: 'drop' }])
    await chain('localnet_advanceSlots', 400)
    await pause(ms)
    assert.equal(await state(), 'resolving')
    await clear()
    await exact(here, before, id, 'completed')
    assert.equal((await asked).id, id)
  }

  /** Nothing arrives until every transaction has been signed anew. */
  async function expiry(way: Way, n: number): Promise<void> {
    const here = await fixture(n, way === 'gather')
    const before = await look(here)
    await strike([{ method: send, kind: 'drop' }])
    const asked = ask(here, way)
    const id = await newest(here, way)
    const goal = 2 * chunks(way, n)
    await until(
      'each was signed anew',
      async () => {
        await chain('localnet_advanceSlots', 200)
        return (await count(id)) >= goal
      },
      ENDS_WITHIN_MS,
    )
    await clear()
    await exact(here, before, id, 'completed')
    assert.equal((await asked).id, id)
  }

  /** Lets only these through. */
  async function slip(...wires: string[]): Promise<void> {
    await clear()
    for (const wire of wires)
      await chain('sendTransaction', wire, { encoding: 'base64', skipPreflight: true })
    await strike([{ method: send, kind: 'drop' }])
  }

  /** Somebody with the key takes all the funds of this wallet. */
  async function drain(token: string, wallet: Purse, before: Before): Promise<void> {
    const { private_key: key } = (await call(revealKey, { token, body: { address: wallet.address } })).ok
    await slip(await money.victim.spoil(chain, key, wallet))
    await until('it is drained', () => money.victim.isSpoilt(chain, wallet))
    money.victim.spoilt(before, wallet)
  }

  /**
   * One wallet is emptied after all was signed and before anything arrived: the transaction with its transfer is
   * executed with an error, and so are its halves, which are sent without a simulation.
   */
  async function landsWithError(way: Way, n: number, seed: number): Promise<{ landed: number }> {
    const here = await fixture(n, way === 'gather' || money.victim.paidBefore)
    const victim = here.others[Math.floor(n / 2)]
    assert.ok(victim)
    const amounts = money.victim.amounts(n, here.others.indexOf(victim))
    await money.victim.prepare(chain, way, victim)
    // A transaction that is sent again two seconds later must still be valid then.
    await chain('localnet_setSlotTime', SLOW_SLOT_MS)
    await strike([{ method: send, kind: 'drop' }])
    const from = sends()
    const asked = ask(here, way, amounts)
    const id = await newest(here, way)
    const sent = way === 'gather' ? chunks(way, n) : money.victim.chunks(n)
    await until(
      'each was signed and sent once',
      async () => (await count(id)) === sent && sends() - from >= sent,
    )
    const before = await look(here)
    await drain(here.token, victim, before)
    await clear()
    const landedSoFar = () =>
      desk.database.db.$count(
        transactions,
        and(eq(transactions.operationId, id), eq(transactions.state, 'failed'), isNotNull(transactions.slot)),
      )
    await until('it landed with an error', async () => (await landedSoFar()) > 0, ENDS_WITHIN_MS)
    // Long enough for three sends of each: more than that rarely fails by chance alone.
    await chain('localnet_setSlotTime', 2 * SLOT_MS)
    await strike([{ method: send, kind: 'drop', probability: 0.5 }], seed)
    const done = await exact(here, before, id, n === 1 ? 'failed' : 'partial')
    await clear()
    await chain('localnet_setSlotTime', SLOT_MS)
    await asked
    const failed = done.transfers.filter((t) => t.status === 'failed')
    assert.deepEqual(
      failed.map((t) => t.walletId),
      [victim.id],
      `the one at fault stands alone: ${failed.map((t) => `${t.walletId} ${t.error}`).join('; ')}`,
    )
    assert.match(failed[0]?.error ?? '', money.victim.errors[way])
    return { landed: await landedSoFar() }
  }

  /** Signed anew as often as possible, then executed with an error: its halves expire once more and still arrive. */
  async function errorAfterExpiries(): Promise<void> {
    const here = await fixture(4, money.victim.paidBefore)
    const [victim] = here.others
    assert.ok(victim)
    await money.victim.prepare(chain, 'distribute', victim)
    await strike([{ method: send, kind: 'drop' }])
    const asked = ask(here, 'distribute', money.victim.amounts(here.others.length, 0))
    const id = await newest(here, 'distribute')
    for (let signed = 1; signed <= 5; signed++) {
      await until(`it was signed ${signed} times`, async () => (await count(id)) === signed)
      if (signed < 5) await chain('localnet_advanceSlots', 200)
    }
    const before = await look(here)
    await drain(here.token, victim, before)
    const [last] = await desk.database.db
      .select()
      .from(transactions)
      .where(eq(transactions.operationId, id))
      .orderBy(desc(transactions.attempt))
      .limit(1)
    await slip(Buffer.from(last?.bytes ?? []).toString('base64'))
    await until('its halves were signed', async () => (await count(id)) === 7)
    await chain('localnet_advanceSlots', 200)
    await until('they were signed anew', async () => (await count(id)) >= 9, ENDS_WITHIN_MS)
    await clear()
    const done = await exact(here, before, id, 'partial')
    await asked
    assert.deepEqual(
      done.transfers.filter((t) => t.status === 'failed').map((t) => t.walletId),
      [victim.id],
    )
  }

  return { clear, thereAndBack, away, expiry, landsWithError, errorAfterExpiries }
}
