// On PostgreSQL as well.
/** Waiting for an operation that runs here costs little: its run reports how it ends, and nothing is polled. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { randomUUID } from 'node:crypto'
import { createBus } from '../../../kernel/bus.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { isFault } from '../../../kernel/fault.ts'
import { createLog } from '../../../kernel/log.ts'
import type { Balances, Simulation } from '../../../ports/chain.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { recordStatements } from '../../../test/statements.ts'
import { createCompletionWaiters } from '../runs/completion-waiters.ts'
import { createSlotFloor } from '../funds/slot-floor.ts'
import { createLookups } from './create-lookups.ts'

const database = await openTestDatabase()
after(() => database.close())

/** Its sleeps end at once, and count as time that has passed. */
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
  const waiters = createCompletionWaiters({ bus, clock })
  const lookups = createLookups({ db: database.db, bus, clock, waiters })
  const id = randomUUID()
  waiters.begin(id)
  return { clock, bus, waiters, lookups, id }
}
/** There is no such operation: a read of it fails. */
const isMissing = (error: unknown) => isFault(error, 'not_found')

test('an operation that runs here is looked at once in ten seconds, and at once when something else ends it', async () => {
  const { clock, bus, lookups, id } = waiting()
  const { statements } = await recordStatements(() =>
    assert.rejects(lookups.waitForEnd(id, 10_000), isMissing),
  )
  assert.deepEqual([statements.length, clock.monotonic()], [1, 10_000])
  const ended = assert.rejects(lookups.waitForEnd(id, 10_000), isMissing)
  bus.publish('operation.changed', { userId: 1, operationId: id, type: 'trade', status: 'failed' })
  await ended
  assert.ok(clock.monotonic() < 12_000)
})

test('it is looked at within a second of what makes the caller ask', async () => {
  const { clock, lookups, id } = waiting()
  await assert.rejects(
    lookups.waitForEnd(id, 60_000, undefined, () => clock.monotonic() >= 2_500),
    isMissing,
  )
  assert.equal(clock.monotonic(), 3_000)
})
