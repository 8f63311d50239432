// On PostgreSQL as well.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { createLog } from './kernel/log.ts'
import { startJobs } from './kernel/jobs.ts'
import { startMaintenance } from './maintenance.ts'
import { openTestDatabase } from './test/database.ts'
import { until } from './test/until.ts'

const database = await openTestDatabase()
const jobs = await startJobs(database.jobs, createLog('silent'))
after(async () => {
  await jobs.stop()
  await database.close()
})

test('what is deleted is deleted one kind after another, and one that fails keeps none from its turn', async () => {
  const said: string[] = []
  const sweep = (name: string, fails: boolean) => async () => {
    said.push(`${name} begins`)
    await database.db.execute('select 1')
    said.push(`${name} ends`)
    if (fails) throw new Error('this one fails')
  }
  await startMaintenance(jobs, [sweep('first', false), sweep('second', true), sweep('third', false)])
  await until('all had their turn', () => said.length >= 6)
  assert.deepEqual(
    said.slice(0, 6),
    ['first', 'second', 'third'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  )
})
