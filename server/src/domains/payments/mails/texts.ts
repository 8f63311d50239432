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

/** Transactions that a receipt lists. */
const LISTED = 20
export const timeOf = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`

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
      ...(paidAt ? [`Paid: ${timeOf(paidAt)}`] : []),
      ...listed.map((one) => `Transaction: ${one}`),
      ...(more > 0 ? [`And ${more} more.`] : []),
      `Reference: ${reference}`,
      '',
      `This payment: ${link}`,
      'You get this e-mail because your address was named for this payment.',
      '',
    ].join('\n'),
  }
}

export const webhookOffText = (origin: string, consoleUrl: string): Text => ({
  subject: 'A webhook was switched off',
  text: [
    `Nothing could be delivered to your webhook at ${origin} for ${WEBHOOK_FAILING_DAYS} days, so it was switched off.`,
    'Deliveries that were still waiting have failed. Its log says why, and each of them can be sent again.',
    '',
    `Once the address answers again, switch it on at ${consoleUrl}`,
    '',
  ].join('\n'),
})

export const webhookChangedText = (about: string, consoleUrl: string): Text => ({
  subject: 'A webhook of your Purser account has changed',
  text: [
    about,
    '',
    `If it was not you, set it right at ${consoleUrl}, have its secret renewed, and log out everywhere.`,
    '',
  ].join('\n'),
})
