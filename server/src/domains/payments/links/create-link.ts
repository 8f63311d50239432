/** Creates payment links. */
import {
  OPEN_PAYMENTS_PER_USER,
  PAYMENT_LINK_MINUTES,
  PAYMENT_TOLERANCE_MAX_PERCENT,
} from '@purser/contract/limits.ts'
import type { CreateLinkBody } from '@purser/contract/payments/payments.ts'
import { returnUrlText } from '@purser/contract/payments/payment-texts.ts'
import { getAddressDecoder } from '@solana/kit'
import { randomBytes } from 'node:crypto'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Fault, invalid } from '../../../kernel/fault.ts'
import type { Wallets } from '../../wallets/index.ts'
import { readAmountUsd, readTolerance } from '../amounts.ts'
import { collectionWallet } from './collection-wallet.ts'
import type { PaymentEvents } from '../events.ts'
import { countPending, insertPayment, type PaymentRow, readSettings } from '../payments.store.ts'
import { bringForward } from '../watcher/watched.store.ts'

export type LinkParts = {
  clock: Clock
  publicUrl: URL
  wallets: Pick<Wallets, 'lookups' | 'creation' | 'changes'>
  events: PaymentEvents
}
/** The user who makes the request, and the client and device it comes from. */
export type Caller = { userId: number; client: string; device: string }

const MINUTE_MS = 60_000

/** Nobody knows its private key: it only names the payment. */
const newReference = () => getAddressDecoder().decode(randomBytes(32))

/** https, or the console's own origin; never with a name or password. Throws invalid_input. */
export function readReturnUrl(text: string | null | undefined, publicUrl: URL): string | null {
  if (!text) return null
  const url = URL.canParse(text) ? new URL(text) : null
  // The origin of a blob: address is that of the page that made it.
  const own = url?.protocol === publicUrl.protocol && url.origin === publicUrl.origin
  const allowed = url !== null && (url.protocol === 'https:' || own)
  if (!allowed || url.username !== '' || url.password !== '') throw invalid('return_url', returnUrlText)
  return url.href
}

/** In the caller's transaction, with the wallet where it is the first. Throws payment_limit, payment_amount_invalid, invalid_input. */
export async function createLink(
  { clock, publicUrl, wallets, events }: LinkParts,
  tx: Db,
  caller: Caller,
  body: CreateLinkBody,
): Promise<{ row: PaymentRow; madeWallet: boolean }> {
  const { userId } = caller
  const amountUsd = readAmountUsd(body.amount_usd)
  const returnUrl = readReturnUrl(body.return_url, publicUrl)
  const minutes = body.expires_in_minutes ?? PAYMENT_LINK_MINUTES
  const tolerance =
    body.tolerance_percent === undefined
      ? null
      : readTolerance(body.tolerance_percent, PAYMENT_TOLERANCE_MAX_PERCENT)
  const { made, ...wallet } = await collectionWallet(tx, wallets, caller)
  if ((await countPending(tx, userId)) >= OPEN_PAYMENTS_PER_USER)
    throw new Fault('payment_limit', { limit: OPEN_PAYMENTS_PER_USER })
  const now = clock.now()
  const row = await insertPayment(tx, {
    userId,
    reference: newReference(),
    amountUsd,
    status: 'pending',
    tolerance: tolerance ?? (await readSettings(tx, userId))?.tolerance ?? 0,
    payerEmail: body.payer_email || null,
    payerName: body.payer_name || null,
    returnUrl,
    createdAt: new Date(now),
    expiresAt: new Date(now + minutes * MINUTE_MS),
    walletId: wallet.id,
    walletName: wallet.name,
    walletAddress: wallet.address,
  })
  await bringForward(tx, wallet.address)
  await events.add(tx, { userId, paymentId: row.id, type: 'payment.created' })
  return { row, madeWallet: made }
}
