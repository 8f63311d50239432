/** Texts of e-mails about payments. A receipt goes to a stranger: it holds nothing of the desk's owner. */
import { WEBHOOK_FAILING_DAYS } from '@purser/contract/limits.ts'

type Text = { subject: string; text: string }

export type ReceiptFacts = {
  /** Decimal texts. */
  amountUsd: string
  receivedSol: string
  signatures: string[]
  reference: string
  link: string
  paidAt: Date | null
}

/** The most transactions that a receipt lists. */
const LISTED = 20
export const formatTime = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`

export function receiptText(facts: ReceiptFacts): Text {
  const { amountUsd, receivedSol, signatures, reference, link, paidAt } = facts
  const listed = signatures.slice(0, LISTED)
  const more = signatures.length - listed.length
  return {
    subject: `Receipt for your payment of $${amountUsd}`,
    text: [
      `Your payment of $${amountUsd} has arrived.`,
      '',
      `Received: ${receivedSol} SOL`,
      ...(paidAt ? [`Paid: ${formatTime(paidAt)}`] : []),
      ...listed.map((one) => `Transaction: ${one}`),
      ...(more > 0 ? [`And ${more} more.`] : []),
      `Reference: ${reference}`,
      '',
      `View payment: ${link}`,
      'You received this email because your address was given for this payment.',
      '',
    ].join('\n'),
  }
}

export const webhookOffText = (origin: string, consoleUrl: string): Text => ({
  subject: 'A webhook was switched off',
  text: [
    `No delivery to your webhook at ${origin} succeeded for ${WEBHOOK_FAILING_DAYS} days, so it was switched off.`,
    'Pending deliveries have failed. The delivery log shows why, and you can resend each one.',
    '',
    `Once the address responds again, switch the webhook back on at ${consoleUrl}`,
    '',
  ].join('\n'),
})

export const webhookChangedText = (about: string, consoleUrl: string): Text => ({
  subject: 'A webhook in your Purser account was changed',
  text: [
    about,
    '',
    `If this was not you, correct it at ${consoleUrl}, renew its secret, and log out everywhere.`,
    '',
  ].join('\n'),
})
