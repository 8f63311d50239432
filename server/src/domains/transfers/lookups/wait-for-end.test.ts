// On PostgreSQL as well.
/** What it costs to wait for an operation that runs here: it is told how that ends, and does not look again and again. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { randomUUID } from 'node:crypto'
import { createBus } from '../../../kernel/bus.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { isFault } from '../../../kernel/fault.ts'
import { createLog } from '../../../kernel/log.ts'
import type { Balances, Simulation } from '../../../ports/chain.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { statementsOf } from '../../../test/statements.ts'
import { createEnds } from '../runs/completion-waiters.ts'
import { createFloor } from '../funds/slot-floor.ts'
import { createReads } from './reads.ts'

const database = await openTestDatabase()
after(() => database.close())

/** Its sleeps are over at once, and have taken their time. */
function quickClock(): Clock {
  let passed = 0
  return {
    now: () => passed,
    monotonic: () => passed,
    async sleep(ms, signal) {
      await new Promise((resolve) => setImmediate(resolve))
      if (!signal?.aborted) passed += ms
    },
  }
}
function waiting() {
  const clock = quickClock()
  const bus = createBus(createLog('silent'), clock)
  const ends = createEnds({ bus, clock })
  const chain = {} as Balances & Simulation
  const reads = createReads({
    db: database.db,
    bus,
    clock,
    chain,
    floor: createFloor(clock),
    ends,
    leastPrice: 0n,
  })
  const id = randomUUID()
  ends.began(id)
  return { clock, bus, ends, reads, id }
}
/** There is no such operation: whoever looks for it is told so. */
const isMissing = (error: unknown) => isFault(error, 'not_found')

test('an operation that runs here is looked at once in ten seconds, and at once when something else ends it', async () => {
  const { clock, bus, reads, id } = waiting()
  const { statements } = await statementsOf(() => assert.rejects(reads.ended(id, 10_000), isMissing))
  assert.deepEqual([statements.length, clock.monotonic()], [1, 10_000])
  const ended = assert.rejects(reads.ended(id, 10_000), isMissing)
  bus.publish('operation.changed', { userId: 1, operationId: id, type: 'trade', status: 'failed' })
  await ended
  assert.ok(clock.monotonic() < 12_000)
})

test('it is looked at within a second of what makes the caller ask', async () => {
  const { clock, reads, id } = waiting()
  await assert.rejects(
    reads.ended(id, 60_000, undefined, () => clock.monotonic() >= 2_500),
    isMissing,
  )
  assert.equal(clock.monotonic(), 3_000)
})
