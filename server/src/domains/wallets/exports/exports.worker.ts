import * as z from 'zod/mini'
import { defineJob, type Jobs } from '../../../kernel/jobs.ts'

export const exportJob = defineJob({
  name: 'tell-of-export',
  payload: z.object({ exportId: z.int() }),
  // The sweep tries again later.
  retries: 1,
})

export async function startExportWorker(
  jobs: Jobs,
  mails: { send(exportId: number): Promise<void> },
): Promise<void> {
  await jobs.work(exportJob, ({ exportId }) => mails.send(exportId))
}
