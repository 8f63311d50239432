/** How a receiver knows that a body is the desk's, and of now. Described for them in docs/webhooks.md. */
import { createHmac, randomBytes } from 'node:crypto'

const SECRET_BYTES = 32

/** What the sealed secret of a webhook is bound to. */
export const recordOf = ({ userId, webhookId }: { userId: number; webhookId: number }) => ({
  userId,
  record: `webhook:${webhookId}`,
})

export const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64url')}`

/** `t`: the time of this attempt, so that an old one cannot be repeated by whoever has recorded it. */
export function signature(secret: string, body: string, now: number): string {
  const t = Math.floor(now / 1_000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}
