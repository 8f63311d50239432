import { Text } from '@mantine/core'
import type { Payment } from '@purser/contract/payments/payments.ts'
import { issueTexts, isZero, receivedText, solFour } from './payment-figures.ts'
import css from './payments.module.css'

/** The received amounts and their deviations from the request; renders nothing while nothing has arrived. */
export function ReceivedLine({ payment }: { payment: Payment }) {
  const texts = [
    receivedText(payment),
    ...(isZero(payment.arriving_sol)
      ? []
      : [`${solFour(payment.arriving_sol)} SOL is arriving: confirmed, not final yet.`]),
    ...(isZero(payment.unseen_sol)
      ? []
      : [
          `${solFour(payment.unseen_sol)} SOL was seen, but the network no longer shows it. Purser keeps looking for it.`,
        ]),
    ...issueTexts(payment),
  ].filter((text) => text !== undefined)
  if (texts.length === 0) return null
  return (
    <Text size="sm" c="dimmed" className={css.received ?? ''}>
      {texts.join(' ')}
    </Text>
  )
}

/** Only the deviations of an approved payment from the request; renders nothing if there are none. */
export function Issues({ payment }: { payment: Payment }) {
  const texts = issueTexts(payment)
  if (texts.length === 0) return null
  return (
    <Text size="sm" c="dimmed" mt={6}>
      {texts.join(' ')}
    </Text>
  )
}
