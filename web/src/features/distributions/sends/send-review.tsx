import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import type { SendPreview } from '@purser/contract/transfers/sends.ts'
import type { SendWarning } from '@purser/contract/transfers/send-texts.ts'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Figures, type Figure } from '#ui/formats/figures.tsx'
import { amountText } from '../amounts/asset.ts'
import { transferErrorText } from '../transfer-error-text.ts'
import { RealFundsField, useRealFunds } from '#features/tokens/index.ts'
import { atMost } from '../preview/preview-figures.tsx'
import { CommitmentNotes } from '../preview/commitment-notes.tsx'
import { sol } from '../amounts/sol.ts'
import css from './send.module.css'
import { SendError } from './send-error.tsx'
import type { Send, SendRequest } from './use-send.ts'

type Props = { send: Send; request: SendRequest; preview: SendPreview }

function figuresOf(preview: SendPreview): Figure[] {
  const { symbol, rent, source, recipient } = preview
  const token = preview.mint !== null
  const amount = (value: number | string) => amountText(value, symbol)
  return [
    ['Sends', amount(preview.amount)],
    ...(Number(preview.transferFee) > 0
      ? ([
          ['Withheld by the token', amount(preview.transferFee)],
          ['Arrives', amount(preview.received)],
        ] as Figure[])
      : []),
    ['Network fee', sol(preview.fees)],
    ...atMost(preview),
    [
      token ? 'New token account' : 'New account',
      rent.accounts === 0 ? 'None' : `1 (${sol(rent.amount)} ${token ? 'rent' : 'held as rent minimum'})`,
    ],
    ...(source.token
      ? ([
          [`${symbol} now`, amount(source.token.before)],
          [`${symbol} after`, amount(source.token.after)],
        ] as Figure[])
      : []),
    ['SOL now', sol(source.sol.before)],
    ['SOL after', sol(source.sol.after)],
    ['The address after', amount(recipient.after)],
  ]
}

/** The coming transfer, the warnings about the address, and the one confirmation. */
export function SendReview({ send, request, preview }: Props) {
  const { warnings, error, limit } = preview
  const [confirmed, setConfirmed] = useState<readonly SendWarning['code'][]>([])
  const funds = useRealFunds()
  const open = warnings.some(({ confirm, code }) => confirm && !confirmed.includes(code))
  const sending = send.busy === 'send'
  const confirm = () => {
    funds.confirm()
    // They are in the order of the warnings, however they were ticked: the same send is requested under the same key.
    const codes = warnings.flatMap(({ code }) => (confirmed.includes(code) ? [code] : []))
    void send.confirm({ ...request, amount: String(request.amount), confirmed: codes })
  }
  return (
    <Stack gap="md">
      <div>
        <Text size="sm" c="dimmed">
          From {preview.wallet.name} to {preview.toName ?? 'the address'}
        </Text>
        <span className={css.target}>{preview.to}</span>
      </div>
      <Figures figures={figuresOf(preview)} />
      <CommitmentNotes committed={preview.committed} />
      {warnings.map((warning) => (
        <Warning
          key={warning.code}
          warning={warning}
          confirmed={confirmed.includes(warning.code)}
          onConfirm={(on) =>
            setConfirmed((before) => [
              ...before.filter((code) => code !== warning.code),
              ...(on ? [warning.code] : []),
            ])
          }
        />
      ))}
      {error !== null && (
        <Text size="sm" fw={550} c="var(--bad)" role="alert">
          This would fail:{' '}
          {transferErrorText(preview.mint === null ? 'distribute' : 'token-distribute', error)}
        </Text>
      )}
      {limit && (
        <Text size="sm" fw={550} c="var(--bad)" role="alert">
          {limit.message}
        </Text>
      )}
      <RealFundsField funds={funds} />
      <SendError send={send} />
      <Group justify="flex-end">
        <Button variant="default" disabled={sending} onClick={send.back}>
          Back
        </Button>
        <BusyButton
          busy={send.busy !== undefined}
          disabled={open || error !== null || limit !== undefined || !funds.ready}
          onClick={confirm}
        >
          {sending ? 'Sending...' : send.error?.unknown ? 'Send again' : 'Confirm and send'}
        </BusyButton>
      </Group>
    </Stack>
  )
}

type WarningProps = { warning: SendWarning; confirmed: boolean; onConfirm: (on: boolean) => void }

function Warning({ warning, confirmed, onConfirm }: WarningProps) {
  const { message, confirm, like } = warning
  const Icon = confirm ? IconAlertTriangle : IconInfoCircle
  return (
    <div className={confirm ? css.warning : css.note} role={confirm ? 'alert' : 'status'}>
      <Icon size={18} className={css.icon ?? ''} aria-hidden="true" />
      <div>
        <Text size="sm">{message}</Text>
        {like && <span className={css.target}>{like.address}</span>}
        {confirm && (
          <Checkbox
            mt={8}
            label="I have checked this address and want to send to it."
            checked={confirmed}
            onChange={(event) => onConfirm(event.currentTarget.checked)}
          />
        )}
      </div>
    </div>
  )
}
