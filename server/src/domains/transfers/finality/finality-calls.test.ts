// On PostgreSQL as well.
/** Finality of landed transactions: when it is polled, and in how many calls. */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { eq } from 'drizzle-orm'
import { openLyingEngine, type Lies } from '../../../test/lying-engine.ts'
import { until } from '../../../test/until.ts'
import { createFinalityDue } from './finality-due.ts'
import { operations } from '../transfers.tables.ts'

const desk = await openLyingEngine()
const { db, truth, submit, over, lies, signed } = desk

const isFinal = async (id: string) =>
  (await db.select().from(operations).where(eq(operations.id, id)))[0]?.finalizedAt ?? null

/** Counts the calls of the endpoint from now on, by their names. */
function count(beside: Lies = {}): Map<string, number> {
  const calls = new Map<string, number>()
  const counted = (name: 'statuses' | 'lookUp' | 'blockHeight' | 'firstBlock') => ({
    [name]: (...asked: never[]) => {
      calls.set(name, (calls.get(name) ?? 0) + 1)
      return ((beside[name] ?? truth[name]) as (...a: never[]) => unknown)(...asked)
    },
  })
  const names = ['statuses', 'lookUp', 'blockHeight', 'firstBlock'] as const
  lies[0] = { ...beside, ...Object.assign({}, ...names.map(counted)) }
  return calls
}

/** Sends one until it is final, so that the speed of slots and the height of the endpoint are known. */
async function warm() {
  for (let n = 0; n < 2; n++) {
    const { id } = await submit([1_000_000n], 'single')
    assert.equal((await over(id)).status, 'completed')
    await until('it is final', () => isFinal(id))
  }
}

void test('what has landed is asked about when it can be final, in one call', async () => {
  await warm()
  const { id } = await submit([2_000_000n], 'single')
  assert.equal((await over(id)).status, 'completed')
  const calls = count()
  await until('it is final', () => isFinal(id))
  assert.deepEqual(
    (await signed(id)).map(({ finalized }) => finalized),
    [true],
  )
  assert.deepEqual(
    [calls.get('lookUp'), calls.get('blockHeight'), calls.get('firstBlock')],
    [undefined, undefined, undefined],
  )
  assert.ok((calls.get('statuses') ?? 0) <= 2, `${calls.get('statuses')} calls`)
})

void test('who waits for a landing asks for what can be final in the same call', async () => {
  await warm()
  const first = await submit([5_000_000n], 'single')
  assert.equal((await over(first.id)).status, 'completed')
  const asked: string[][] = []
  lies[0] = {
    async statuses(signatures) {
      asked.push(signatures)
      return truth.statuses(signatures)
    },
  }
  // One after another, so that somebody waits whenever it may be final.
  while (!(await isFinal(first.id))) {
    const { id } = await submit([1_000_000n], 'single')
    assert.equal((await over(id)).status, 'completed')
  }
  const [{ signature } = { signature: '' }] = await signed(first.id)
  const together = asked.filter((one) => one.includes(signature))
  assert.ok(
    together.some((one) => one.length > 1),
    JSON.stringify(asked),
  )
})

void test('an endpoint that lies behind is asked again until it has caught up', async () => {
  await warm()
  let behind = true
  const { id } = await submit([3_000_000n], 'single')
  assert.equal((await over(id)).status, 'completed')
  const calls = count({
    statuses: async (asked) =>
      (await truth.statuses(asked)).map((state) =>
        state && behind ? { ...state, commitment: 'confirmed' } : state,
      ),
  })
  await until('it was asked again', () => (calls.get('statuses') ?? 0) >= 3)
  assert.equal(await isFinal(id), null)
  behind = false
  await until('it is final', () => isFinal(id))
})

void test('a slot that no chain can have reached is not believed of recent statuses alone', async () => {
  await warm()
  const { id } = await submit([4_000_000n], 'single')
  assert.equal((await over(id)).status, 'completed')
  const far = 1_000_000_000n
  const calls = count({
    statuses: async (asked) => (await truth.statuses(asked)).map((state) => state && { ...state, slot: far }),
  })
  await until('it is final', () => isFinal(id))
  assert.ok((calls.get('lookUp') ?? 0) > 0)
  assert.ok(((await signed(id))[0]?.slot ?? far) < far)
})

afterEach(() => {
  lies[0] = {}
})

void test('what was just seen to land is worth no call before 32 slots, at the speed of those seen', () => {
  let now = 0
  const due = createFinalityDue({ monotonic: () => now }, 10_000)
  assert.equal(due.computeLateness(undefined, false), Infinity, 'never seen, as after a start')
  assert.ok(due.computeLateness(now, false) >= 0, 'no speed is known')
  due.noteLanding(1_000n)
  now += 5_000
  due.noteLanding(1_025n)
  assert.equal(due.computeLateness(now, false), -6_400)
  assert.equal(due.computeLateness(now, true), -10_000, 'one endpoint says it twice')
  now += 10_000
  due.noteLanding(1_050n)
  assert.equal(due.computeLateness(now, false), -12_800, 'slots are slower now')
  now += 600_000
  due.noteLanding(1_051n)
  assert.equal(due.computeLateness(now, false), -19_200, 'a chain that stands still is asked all the same')
  now += 5_000
  due.noteLanding(10n ** 9n)
  assert.ok(due.computeLateness(now, false) > -10)
  due.noteLanding(1_100n)
  assert.ok(due.computeLateness(now, false) >= 0, 'a slot that was made up tells nothing')
})

void test('where what lands is final already nobody waits for 32 slots, and where it is not again they do', () => {
  let now = 0
  const due = createFinalityDue({ monotonic: () => now }, 10_000)
  for (const isFinal of [false, true, false]) {
    due.noteLanding(1_000n + BigInt(now / 200), isFinal)
    now += 5_000
    due.noteLanding(1_000n + BigInt(now / 200), isFinal)
    assert.equal(due.computeLateness(now, false), isFinal ? 0 : -6_400)
    assert.equal(due.computeLateness(now, true), -10_000, 'one endpoint says it twice all the same')
    now += 5_000
  }
})
