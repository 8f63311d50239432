import * as z from 'zod/mini'
import { defineJob, type Jobs } from '../../kernel/jobs.ts'

export const exportJob = defineJob({
  name: 'tell-of-export',
  payload: z.object({ exportId: z.int() }),
  retries: 20,
})

export async function startExportWorker(
  jobs: Jobs,
  exports: { tell(exportId: number): Promise<void> },
): Promise<void> {
  await jobs.work(exportJob, ({ exportId }) => exports.tell(exportId))
}
