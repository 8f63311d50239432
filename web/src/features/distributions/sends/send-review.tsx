import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import type { SendPreview } from '@purser/contract/transfers/sends.ts'
import type { SendWarning } from '@purser/contract/transfers/send-texts.ts'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Receipt, type ReceiptLine } from '#ui/formats/receipt.tsx'
import { amountText } from '../amounts/asset.ts'
import { transferErrorText } from '../transfer-error-text.ts'
import { RealFundsField, useRealFunds } from '#features/tokens/index.ts'
import { feeNote } from '../preview/preview-figures.tsx'
import { CommitmentNotes } from '../preview/commitment-notes.tsx'
import { sol } from '../amounts/sol.ts'
import css from './send.module.css'
import { SendError } from './send-error.tsx'
import type { Send, SendRequest } from './use-send.ts'

type Props = { send: Send; request: SendRequest; preview: SendPreview }

function receiptLines(preview: SendPreview): ReceiptLine[] {
  const { symbol, rent, fees, source, recipient } = preview
  const isToken = preview.mint !== null
  const amount = (value: number | string) => amountText(value, symbol)
  const lines: ReceiptLine[] = [
    { name: 'From', value: preview.wallet.name },
    {
      name: 'To',
      value: preview.toName ?? preview.to,
      note: preview.toName === null ? undefined : preview.to,
    },
    { name: 'Amount', value: amount(preview.amount) },
  ]
  if (Number(preview.transferFee) > 0)
    lines.push(
      { name: 'Withheld by the token', value: amount(preview.transferFee) },
      { name: 'Arrives', value: amount(preview.received), isTotal: true },
    )
  lines.push({ name: 'Network fee', value: sol(fees), note: feeNote(preview.fees_at_most) })
  if (rent.accounts > 0)
    lines.push(
      isToken
        ? { name: 'Rent', value: sol(rent.amount), note: 'for a new token account' }
        : {
            name: 'Rent minimum',
            value: sol(rent.amount),
            note: 'part of the amount, held by the new account',
          },
    )
  lines.push(
    isToken
      ? { name: 'SOL cost', value: sol(fees, rent.amount), isTotal: true }
      : { name: 'Total', value: sol(preview.amount, fees), isTotal: true },
  )
  if (source.token)
    lines.push(
      { name: `${symbol} now`, value: amount(source.token.before) },
      { name: `${symbol} after`, value: amount(source.token.after) },
    )
  lines.push(
    { name: 'SOL now', value: sol(source.sol.before) },
    { name: 'SOL after', value: sol(source.sol.after) },
    { name: 'The address after', value: amount(recipient.after) },
  )
  return lines
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
      <Receipt lines={receiptLines(preview)} />
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
