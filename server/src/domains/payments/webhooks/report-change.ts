/** Audits and mails each change of a webhook: whoever takes over a session could have a shop believe payments. */
import type { Db } from '../../../db/client.ts'
import { writeAudit } from '../../../kernel/audit.store.ts'
import type { PaymentMails } from '../mails/mails.ts'
import type { WebhookRow } from './webhooks.store.ts'

export type WebhookCaller = { userId: number; client: string; device: string }

/** `from`: the address before. */
export async function reportChange(
  { mails }: { mails: Pick<PaymentMails, 'addWebhookChanged'> },
  tx: Db,
  caller: WebhookCaller,
  { row, change, from = row.url }: { row: WebhookRow; change: string; from?: string },
): Promise<void> {
  const { userId, client: address, device } = caller
  // The rest of an address may be a secret of its receiver.
  const [to, before] = [new URL(row.url).origin, new URL(from).origin]
  const detail = { change, webhook: row.id, to }
  await writeAudit(tx, { userId, type: 'webhook', detail, address, device })
  const moved = from !== row.url
  const where = !moved ? '' : before === to ? ', to another path there,' : `, to ${to},`
  const what =
    change === 'secret renewed'
      ? `The secret of your webhook at ${to} was renewed`
      : `Your webhook at ${before} was ${change}${where}`
  await mails.addWebhookChanged(tx, { userId, what, moved, client: address })
}
