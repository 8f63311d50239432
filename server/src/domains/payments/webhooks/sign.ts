/** Signatures, by which a receiver knows that a body is the desk's and is new. docs/webhooks.md describes them. */
import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '../../../db/client.ts'
import { listWebhooks, writeSealedSecret } from './webhooks.store.ts'

const SECRET_BYTES = 32

/** The record that the sealed secret of a webhook is bound to. */
export const toRecord = ({ userId, webhookId }: { userId: number; webhookId: number }) => ({
  userId,
  record: `webhook:${webhookId}`,
})

/** The secrets of a user's webhooks, for a rotation. */
export const webhookSecrets = {
  async list(tx: Db, userId: number) {
    const rows = await listWebhooks(tx, userId)
    return rows.map(({ id, sealedSecret: sealed }) => ({
      id,
      record: toRecord({ userId, webhookId: id }).record,
      sealed,
    }))
  },
  write: writeSealedSecret,
}

export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`

/** `t`: the time of this attempt. Nobody can record one and repeat it later. */
export function signature(secret: string, body: string, now: number): string {
  const t = Math.floor(now / 1_000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}
