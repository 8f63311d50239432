/** Fault scenarios in which funds are moved: a network that loses, doubles, refuses, forgets, goes away, and executes with an error. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { listOperations } from '@purser/contract/activity.ts'
import { distributeSol, gatherSol } from '@purser/contract/distributions.ts'
import { revealKey } from '@purser/contract/wallets.ts'
import { and, desc, eq, isNotNull } from 'drizzle-orm'
import { transactions } from '../server/src/domains/transfers/transfers.tables.ts'
import { pause } from '../server/src/kernel/clock.ts'
import type { TestDesk } from '../server/src/test/harness.ts'
import { assertExact, endOf, look } from '../server/src/test/money-audit.ts'
import { signedTransfer } from './signed-transfer.ts'
import { fund, heldBy, makeWallets, type Purse, SOL } from '../server/src/test/money.ts'
import type { Way } from './money-runner.ts'
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
const KEPT = 890_000n
const SLOT_MS = 60
const SLOW_SLOT_MS = 100

export type FaultScenarios = Awaited<ReturnType<typeof scenariosOn>>
type Fixture = { token: string; source: Purse; others: Purse[]; all: Purse[] }

/** `sends` counts the transactions that the desk has sent so far. */
export function scenariosOn(desk: TestDesk, sends: () => number) {
  const { call, chain } = desk
  const clear = () => chain('localnet_clearFaults')
  const strike = (rules: Rule[], seed = 1) => chain('localnet_setFaults', rules, seed % 2 ** 31)

  async function fixture(count: number, each = 0n): Promise<Fixture> {
    const { token } = await desk.signUp()
    const all = await makeWallets(call, token, count + 1)
    const [source, ...others] = all
    assert.ok(source)
    await fund(chain, source.address, 1_000n * SOL)
    const here = { token, all, source, others }
    if (each > 0n) await endOf(call, token, (await ask(here, 'distribute')).id, ENDS_WITHIN_MS)
    return here
  }

  /** As a client does that loses its answer: the same key again until there is one. */
  async function ask(
    { token, source, others }: Fixture,
    way: Way,
    amounts?: string[],
  ): Promise<{ id: string }> {
    const key = randomUUID()
    const amountOf = (i: number) => amounts?.[i] ?? `0.0${String(10_000 + i)}`
    for (let tries = 0; ; tries++) {
      const answer =
        way === 'distribute'
          ? await call(distributeSol, {
              token,
              key,
              body: {
                sourceWalletId: source.id,
                destinations: others.map((w, i) => ({ walletId: w.id, amount: amountOf(i) })),
              },
            })
          : await call(gatherSol, {
              token,
              key,
              body: { destinationWalletId: source.id, sources: others.map((w) => w.id), gatherAll: true },
            })
      if (answer.status === 200) return { id: answer.ok.operationId ?? '' }
      assert.ok(answer.status === 503 && tries < 200, answer.text)
    }
  }

  const newest = ({ token }: Fixture, way: Way) =>
    until(
      'it is under way',
      async () => (await call(listOperations, { token, query: { type: way } })).ok.operations[0]?.id,
    )
  const count = (id: string) => desk.database.db.$count(transactions, eq(transactions.operationId, id))
  const chunks = (way: Way, n: number) => Math.ceil(n / (way === 'distribute' ? 61 : 11))

  async function exact(here: Fixture, before: Awaited<ReturnType<typeof look>>, id: string, status: string) {
    const done = await endOf(call, here.token, id, ENDS_WITHIN_MS)
    assert.equal(done.status, status, JSON.stringify(done.transfers.find((t) => t.error)))
    await assertExact(chain, here.all, before, done, here.source.address)
    return done
  }

  /** A distribution and its gather under these faults. */
  async function thereAndBack(n: number, rules: Rule[], seed: number): Promise<void> {
    const here = await fixture(n)
    for (const way of ['distribute', 'gather'] as const) {
      const before = await look(chain, here.all)
      await strike(rules, seed + (way === 'gather' ? 1 : 0))
      const { id } = await ask(here, way)
      await clear()
      await exact(here, before, id, 'completed')
    }
    const end = await look(chain, here.all)
    for (const w of here.others) assert.equal(end.get(w.address), KEPT)
  }

  /** Away once something was executed and its answer lost; meanwhile every blockhash expires. */
  async function away(way: Way, n: number, ms: number): Promise<void> {
    const here = await fixture(n, way === 'gather' ? 1n : 0n)
    const before = await look(chain, here.all)
    await strike([
      { method: send, kind: 'loseAnswer', times: 1 },
      { method: 'getSignatureStatuses', kind: 'drop' },
    ])
    const asked = ask(here, way)
    const state = async () =>
      (await call(listOperations, { token: here.token, query: { type: way } })).ok.operations[0]?.status
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
    const here = await fixture(n, way === 'gather' ? 1n : 0n)
    const before = await look(chain, here.all)
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

  /** Only these come through. */
  async function slip(...wires: string[]): Promise<void> {
    await clear()
    for (const wire of wires)
      await chain('sendTransaction', wire, { encoding: 'base64', skipPreflight: true })
    await strike([{ method: send, kind: 'drop' }])
  }

  /** Somebody who has the key sends all that this wallet holds elsewhere. */
  async function drain(token: string, { address }: Purse): Promise<void> {
    const { private_key: key } = (await call(revealKey, { token, body: { address } })).ok
    await slip(await signedTransfer(chain, { key, to: '1nc1nerator11111111111111111111111111111111' }))
    await until('it is drained', async () => (await heldBy(chain, [address]))[0] === 0n)
  }

  /**
   * One wallet is emptied after all was signed and before anything arrived: the transaction that holds it is executed
   * with an error, and so are the halves of it that are sent without being simulated.
   */
  async function landsWithError(way: Way, n: number, seed: number): Promise<{ landed: number }> {
    const here = await fixture(n, way === 'gather' ? 1n : 0n)
    const victim = here.others[Math.floor(n / 2)]
    assert.ok(victim)
    const amounts = here.others.map((w) => (w === victim ? '0.0001' : '0.01'))
    // There while it is planned, so that less than the rent is enough for it.
    if (way === 'distribute') await fund(chain, victim.address, KEPT)
    // What is sent again two seconds later must still be valid then.
    await chain('localnet_setSlotTime', SLOW_SLOT_MS)
    await strike([{ method: send, kind: 'drop' }])
    const from = sends()
    const asked = ask(here, way, amounts)
    const id = await newest(here, way)
    const sent = chunks(way, n)
    await until(
      'each was signed and sent once',
      async () => (await count(id)) === sent && sends() - from >= sent,
    )
    const before = await look(chain, here.all)
    await drain(here.token, victim)
    before.set(victim.address, 0n)
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
    assert.match(
      failed[0]?.error ?? '',
      way === 'distribute' ? /rent/i : /custom program error|insufficient/i,
    )
    return { landed: await landedSoFar() }
  }

  /** Signed anew as often as it may be, then executed with an error: its halves expire once more and still arrive. */
  async function errorAfterExpiries(): Promise<void> {
    const here = await fixture(4)
    const [victim] = here.others
    assert.ok(victim)
    await fund(chain, victim.address, KEPT)
    await strike([{ method: send, kind: 'drop' }])
    const asked = ask(
      here,
      'distribute',
      here.others.map((w) => (w === victim ? '0.0001' : '0.01')),
    )
    const id = await newest(here, 'distribute')
    for (let signed = 1; signed <= 5; signed++) {
      await until(`it was signed ${signed} times`, async () => (await count(id)) === signed)
      if (signed < 5) await chain('localnet_advanceSlots', 200)
    }
    const before = await look(chain, here.all)
    await drain(here.token, victim)
    before.set(victim.address, 0n)
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
