import * as z from 'zod/mini'
import { defineJob, type Jobs } from '../../../kernel/jobs.ts'

export const mailJob = defineJob({
  name: 'payment-mail',
  payload: z.object({ mailId: z.int() }),
  // The sweep tries again later.
  retries: 1,
})

export async function startPaymentMails(
  jobs: Jobs,
  mails: { send(mailId: number): Promise<void> },
): Promise<void> {
  await jobs.work(mailJob, ({ mailId }) => mails.send(mailId))
}
