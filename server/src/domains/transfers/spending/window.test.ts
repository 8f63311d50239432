// On PostgreSQL as well.
/** The spends of the last 24 hours, whatever happens to the operations, and how little is kept for them. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, test } from 'node:test'
import { DAY_MS } from '@purser/contract/time.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { openTestDatabase } from '../../../test/database.ts'
import { newUser } from '../../../test/new-user.ts'
import { operations } from '../transfers.tables.ts'
import { insertOperation } from '../records/operations.store.ts'
import { insertSpends, spentAndFolded, spentSince } from './spending.store.ts'
import { openSpends, spentMinutes } from './spending.tables.ts'

const database = await openTestDatabase()
const { db } = database
after(() => database.close())

const MINUTE_MS = 60_000
const START = Date.UTC(2026, 10, 1)

/** Writes an operation of one movement for each amount. */
async function spend(userId: number, at: number, amounts: bigint[]): Promise<string> {
  const id = randomUUID()
  const movement = { walletId: null, walletName: '', source: 'a', destination: 'b', mint: SOL_MINT }
  await db.transaction(async (tx) => {
    await insertOperation(
      tx,
      { id, userId, type: 'send', originKey: id, request: {}, owner: null },
      amounts.map((amount) => ({ ...movement, amount })),
      [],
    )
    const counted = amounts.map((lamports, position) => ({ position, lamports }))
    await insertSpends(tx, { operationId: id, userId, at: new Date(at) }, counted)
  })
  return id
}
const end = (id: string, status: 'completed' | 'failed' | 'resolving', isFinal: boolean) =>
  db
    .update(operations)
    .set({ status, finalizedAt: isFinal ? sql`now()` : null })
    .where(eq(operations.id, id))

type Act =
  | { do: 'spend'; amount: bigint }
  | { do: 'end'; which: number; how: 'completed' | 'failed' | 'resolving'; isFinal: boolean }
  | { do: 'wait'; ms: number }
  | { do: 'fold' }

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('spend' as const),
      amount: fc.bigInt({ min: 0n, max: 10n ** 12n }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('end' as const),
      which: fc.nat(20),
      how: fc.constantFrom('completed' as const, 'failed' as const, 'resolving' as const),
      isFinal: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.oneof(fc.integer({ min: 1, max: 3 * MINUTE_MS }), fc.integer({ min: 1, max: DAY_MS })),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: 'fold' as const }) },
)

void test('what counts is what was spent in the last 24 hours and did not fail, and at most a minute more', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 30 }), async (acts) => {
      const userId = await newUser(db)
      const model: { id: string; at: number; amount: bigint; failed: boolean; isFinal: boolean }[] = []
      let now = START
      const sum = (ms: number) =>
        model.reduce((all, one) => (one.failed || one.at <= now - ms ? all : all + one.amount), 0n)
      for (const one of acts) {
        if (one.do === 'wait') now += one.ms
        if (one.do === 'spend')
          model.push({
            id: await spend(userId, now, [one.amount]),
            at: now,
            amount: one.amount,
            failed: false,
            isFinal: false,
          })
        if (one.do === 'end') {
          const which = model[one.which % Math.max(1, model.length)]
          // A final operation does not change any more.
          if (which && !which.isFinal) {
            which.failed = one.how === 'failed'
            which.isFinal = one.isFinal && one.how !== 'resolving'
            await end(which.id, one.how, which.isFinal)
          }
        }
        const since = new Date(now - DAY_MS)
        const told =
          one.do === 'fold' ? await spentAndFolded(db, userId, since) : await spentSince(db, userId, since)
        assert.ok(told >= sum(DAY_MS), `${told} of ${sum(DAY_MS)}`)
        assert.ok(told <= sum(DAY_MS + MINUTE_MS), `${told} of at most ${sum(DAY_MS + MINUTE_MS)}`)
        assert.equal(await spentSince(db, userId, since), told, 'putting away changes no sum')
      }
      const since = new Date(now - DAY_MS)
      await spentAndFolded(db, userId, since)
      const open = await db.select().from(openSpends).where(eq(openSpends.userId, userId))
      const left = model.filter(({ isFinal }) => !isFinal).map(({ id }) => id)
      assert.deepEqual(open.map(({ operationId }) => operationId).toSorted(), left.toSorted())
      const minutes = await db.select().from(spentMinutes).where(eq(spentMinutes.userId, userId))
      assert.ok(minutes.every(({ minute }) => minute.getTime() > now - DAY_MS - MINUTE_MS))
    }),
    { numRuns: 25 },
  )
})

void test('of an operation of many transfers those that failed do not count, before and after it is final', async () => {
  const userId = await newUser(db)
  const id = await spend(userId, START, [5n, 7n, 11n])
  const since = new Date(START - 1)
  assert.equal(await spentSince(db, userId, since), 23n)
  await db.execute(
    sql`update transfers set status = 'failed' where operation_id = ${id}::uuid and position = 1`,
  )
  await db.update(operations).set({ status: 'partial' }).where(eq(operations.id, id))
  assert.equal(await spentSince(db, userId, since), 16n)
  await db.update(operations).set({ finalizedAt: sql`now()` }).where(eq(operations.id, id))
  assert.equal(await spentAndFolded(db, userId, since), 16n)
  assert.equal(await spentSince(db, userId, since), 16n)
})

void test('what becomes final at different times within one minute adds up', async () => {
  const userId = await newUser(db)
  const since = new Date(START - 1)
  let sum = 0n
  for (const [i, amount] of [3n, 5n, 7n].entries()) {
    const id = await spend(userId, START + i * 1_000, [amount])
    await end(id, 'completed', true)
    sum += amount
    assert.equal(await spentAndFolded(db, userId, since), sum)
    assert.equal(await spentSince(db, userId, since), sum)
  }
})

void test('the sums of two users are their own', async () => {
  const [one, other] = [await newUser(db), await newUser(db)]
  await spend(one, START, [3n])
  assert.equal(await spentAndFolded(db, other, new Date(START - 1)), 0n)
  assert.equal(await spentAndFolded(db, one, new Date(START - 1)), 3n)
})
