import * as z from 'zod/mini'
import { defineJob, type Jobs } from '../../kernel/jobs.ts'

export const topUpJob = defineJob({ name: 'top-ups', payload: z.object({}), retries: 0 })

export async function startTopUpWorker(jobs: Jobs, topUps: { beginRounds(): Promise<void> }): Promise<void> {
  // Do not wait a minute for what ran low while no server ran.
  await jobs.send(topUpJob, {})
  await jobs.work(topUpJob, () => topUps.beginRounds())
  await jobs.schedule(topUpJob, '* * * * *', {})
}
