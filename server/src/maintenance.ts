/** Deletes expired data at the start and once a minute, in one of the servers on a database. */
import * as z from 'zod/mini'
import { defineJob, type Jobs } from './kernel/jobs.ts'

/** Its name is stored in the job queue. */
const maintenance = defineJob({ name: 'upkeep', payload: z.object({}), retries: 0 })

export async function startMaintenance(jobs: Jobs, sweeps: (() => Promise<void>)[]): Promise<void> {
  // At once, for data that expired while no server ran.
  await jobs.send(maintenance, {})
  await jobs.work(maintenance, () => runAll(sweeps))
  await jobs.schedule(maintenance, '* * * * *', {})
}

/**
 * One after another: on a single connection an order that is due waits for one of their statements and not for one of
 * each. A sweep that fails does not keep the others from running.
 */
async function runAll(sweeps: (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = []
  for (const sweep of sweeps) await sweep().catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}
