/** What is over is swept away at the start and once a minute, by one server among all on a database. */
import * as z from 'zod/mini'
import { defineJob, type Jobs } from './kernel/jobs.ts'

const upkeep = defineJob({ name: 'upkeep', payload: z.object({}), retries: 0 })

export async function startMaintenance(jobs: Jobs, sweeps: (() => Promise<void>)[]): Promise<void> {
  // What expired while no server ran must not lie about until the next minute.
  await jobs.send(upkeep, {})
  await jobs.work(upkeep, async () => {
    const done = await Promise.allSettled(sweeps.map((sweep) => sweep()))
    const failed = done.find((d) => d.status === 'rejected')
    if (failed) throw failed.reason
  })
  await jobs.schedule(upkeep, '* * * * *', {})
}
