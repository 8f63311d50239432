import { SNAPSHOT_MINUTES } from '@purser/contract/limits.ts'
import * as z from 'zod/mini'
import { defineJob, type Jobs } from '../../kernel/jobs.ts'

export const snapshotJob = defineJob({ name: 'portfolio-snapshots', payload: z.object({}), retries: 0 })

export async function startPortfolioWorker(
  jobs: Jobs,
  portfolio: { takeAll(): Promise<void> },
): Promise<void> {
  await jobs.work(snapshotJob, () => portfolio.takeAll())
  await jobs.schedule(snapshotJob, `*/${SNAPSHOT_MINUTES} * * * *`, {})
}
