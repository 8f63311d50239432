// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import * as z from 'zod/mini'
import { openTestDatabase } from '../test/database.ts'
import { until } from '../test/until.ts'
import { defineJob, startJobs } from './jobs.ts'
import { createLog } from './log.ts'

const database = await openTestDatabase()
const jobs = await startJobs(database.jobs, createLog('silent'))
after(async () => {
  await jobs.stop()
  await database.close()
})

test('jobs that are made while one runs are run at once after it, not when the queue is next looked at', async () => {
  const job = defineJob({ name: 'numbers', payload: z.object({ n: z.int() }) })
  const ran: number[] = []
  const begun = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  await jobs.work(job, async ({ n }) => {
    ran.push(n)
    begun.resolve()
    await gate.promise
  })
  await jobs.send(job, { n: 0 }, { key: '0' })
  await begun.promise
  for (const n of [1, 2, 3, 4]) await jobs.send(job, { n }, { key: String(n) })
  gate.resolve()
  await until('all have run', () => ran.length === 5)
  assert.deepEqual(
    ran.toSorted((a, b) => a - b),
    [0, 1, 2, 3, 4],
  )
})
