/**
 * The tokens that an operation moved are read once it has ended, and an unreadable operation does not block the others
 * for ever.
 */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createBus } from '../../kernel/bus.ts'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import { createLog } from '../../kernel/log.ts'
import { until } from '../../test/until.ts'
import { createDiscovery, type DiscoveryParts } from './discovery.ts'

const log = createLog('silent')
const failure = (code: string) => Object.assign(new Error('it failed'), { code })

const quick: Clock = { ...systemClock, sleep: (_, signal, options) => systemClock.sleep(1, signal, options) }

/** `fails`: the error with which the movements of an operation cannot be read. */
function start(fails: (operationId: string) => Error | null) {
  const bus = createBus(log)
  const read: string[][] = []
  const discovery = createDiscovery({
    bus,
    log,
    clock: quick,
    looksPerSecond: 1_000,
    found: () => undefined,
    transfers: {
      lookups: {
        async listTokenMovements(ids: string[]) {
          read.push(ids)
          const failed = ids.map(fails).find((one) => one !== null)
          if (failed) throw failed
          return []
        },
      },
    },
  } as unknown as DiscoveryParts)
  const end = (operationId: string) =>
    bus.publish('operation.changed', { userId: 1, operationId, type: 'send', status: 'completed' })
  /** Ends an operation and waits until it was read, together with all others that are due. */
  async function ends(operationId: string): Promise<string[]> {
    const before = read.length
    end(operationId)
    await until('it is read', () => read.slice(before).flat().includes(operationId))
    const first = read[before] ?? []
    const alone = first.some((id) => fails(id)) ? first.length : 0
    await until('what failed together is read one by one', () => read.length >= before + 1 + alone)
    return first
  }
  return { ends, discovery, read }
}

test('an operation that cannot be read is dropped after the second time, and the others are read', async () => {
  const bad = 'no UUID'
  const { ends, discovery, read } = start((id) => (id === bad ? failure('22P02') : null))
  const [good, later, last] = [randomUUID(), randomUUID(), randomUUID()]
  assert.deepEqual(await ends(bad), [bad])
  assert.deepEqual(await ends(good), [bad, good])
  assert.deepEqual(read.at(-1), [good])
  assert.deepEqual(await ends(later), [later])
  assert.deepEqual(await ends(last), [last])
  await discovery.stop()
})

test('while the database is away nothing is dropped, however often it is tried', async () => {
  let isAway = true
  const { ends, discovery, read } = start((id) => (isAway && id ? failure('ECONNREFUSED') : null))
  const all = Array.from({ length: 5 }, () => randomUUID())
  for (const id of all) await ends(id)
  isAway = false
  const last = randomUUID()
  await ends(last)
  assert.deepEqual(new Set(read.at(-1)), new Set([...all, last]))
  await discovery.stop()
})
