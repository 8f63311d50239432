import { Button, Loader, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useCountdown } from '#ui/dates/countdown.ts'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import type { Sent } from '#wire/storage/payer-sent.ts'
import css from './payer.module.css'

/** The time for which a transaction can still land, and some more for its confirmation. */
const APPEARS_MS = 120_000

/** Replaces the ways to pay while a sent transaction has not arrived. */
export function SentNote({ sent, onDismiss }: { sent: Sent; onDismiss: () => void }) {
  const waiting = useCountdown(sent.at + APPEARS_MS) > 0
  const unclear = sent.signature === null
  if (waiting && !unclear)
    return (
      <div className={css.sent}>
        <Loader size="sm" />
        <div>
          <strong>Sent</strong>
          <Text size="sm">The network will confirm it in a moment. Do not pay again.</Text>
          <Signature value={sent.signature} />
        </div>
      </div>
    )
  return (
    <div className={`amber-note ${css.sent}`}>
      <IconAlertTriangle size={20} aria-hidden="true" />
      <div>
        <strong>{unclear ? 'It may have been sent' : 'The network has not shown it yet'}</strong>
        <Text size="sm" mb="xs">
          Look in your wallet before you pay again. If it was sent, it appears here by itself.
        </Text>
        {sent.problem !== undefined && (
          <Text size="sm" mb="xs">
            {sent.problem}
          </Text>
        )}
        <Signature value={sent.signature} />
        <Button size="compact-sm" variant="default" onClick={onDismiss}>
          It was not sent
        </Button>
      </div>
    </div>
  )
}

function Signature({ value }: { value: string | null }) {
  if (value === null) return null
  return (
    <Text size="sm" className={css.signature} mb="xs">
      Transaction {value.slice(0, 8)}
      <CopyButton text={value} label="Copy transaction" />
    </Text>
  )
}
