/** Deletes expired data at the start and once a minute, by one of all servers on a database. */
import * as z from 'zod/mini'
import { defineJob, type Jobs } from './kernel/jobs.ts'

/** Its name is stored in the job queue. */
const maintenance = defineJob({ name: 'upkeep', payload: z.object({}), retries: 0 })

export async function startMaintenance(jobs: Jobs, sweeps: (() => Promise<void>)[]): Promise<void> {
  // At once, for what expired while no server ran.
  await jobs.send(maintenance, {})
  await jobs.work(maintenance, async () => {
    const results = await Promise.allSettled(sweeps.map((sweep) => sweep()))
    const failed = results.find((result) => result.status === 'rejected')
    if (failed) throw failed.reason
  })
  await jobs.schedule(maintenance, '* * * * *', {})
}
