import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { formatUnits, parseUnitsDown, SOL_DECIMALS } from '@purser/contract/money.ts'
import { type FormEvent, useState } from 'react'
import { AmountInput } from '#ui/fields/amount-input.tsx'
import { unitsOf } from '#ui/formats/amount-text.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Selector } from '#ui/fields/selector.tsx'
import { amountText } from '../amounts/asset.ts'
import type { SendAsset } from './assets.ts'
import css from './send.module.css'
import { SendError } from './send-error.tsx'
import type { Send } from './use-send.ts'

export type Draft = { mint: string; to: string; amount: string }
export const NO_DRAFT: Draft = { mint: '', to: '', amount: '' }

/** An answer may write a small number with an exponent. */
export const plainText = (amount: number | string): string =>
  formatUnits(parseUnitsDown(amount, ANY_DECIMALS), ANY_DECIMALS)
/** More decimals than any mint has. */
const ANY_DECIMALS = 255

type Props = {
  assets: SendAsset[]
  draft: Draft
  onDraft: (change: (before: Draft) => Draft) => void
  send: Send
  onClose: () => void
}

/** The asset, the destination and the amount; the server checks them for the review. */
export function SendForm({ assets, draft, onDraft, send, onClose }: Props) {
  const [complaints, setComplaints] = useState<{ to?: string; amount?: string }>({})
  // Undefined if the wallet does not hold any of it: nothing else is sent in its place.
  const asset = assets.find(({ mint }) => (mint ?? '') === draft.mint)
  const { decimals = SOL_DECIMALS, symbol = '' } = asset ?? {}
  const to = draft.to.trim()
  const target = { to, ...(draft.mint === '' ? {} : { mint: draft.mint }) }
  const busy = send.busy !== undefined
  const change = (part: Partial<Draft>) => {
    setComplaints({})
    send.clear()
    onDraft((before) => ({ ...before, ...part }))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing = {
      ...(to === '' ? { to: 'Please enter an address' } : {}),
      ...((unitsOf(draft.amount, decimals) ?? 0n) > 0n
        ? {}
        : { amount: 'Please enter a valid positive amount' }),
    }
    setComplaints(missing)
    if (Object.keys(missing).length > 0 || !asset) return
    void send.review({ ...target, amount: draft.amount })
  }
  const takeAll = async () => {
    if (to === '') return setComplaints({ to: 'Please enter an address' })
    const most = await send.max(target)
    // Not if something else was chosen meanwhile.
    if (most !== undefined)
      onDraft((before) =>
        before.mint === draft.mint && before.to === draft.to
          ? { ...before, amount: plainText(most) }
          : before,
      )
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Selector
          label="Send"
          value={draft.mint}
          onChange={(mint) => change({ mint, amount: '' })}
          options={[
            ...(asset ? [] : [{ value: draft.mint, label: `${draft.mint} (none)` }]),
            ...assets.map((one) => ({
              value: one.mint ?? '',
              label: `${one.symbol} (${amountText(one.balance, one.symbol)})`,
            })),
          ]}
        />
        {!asset && (
          <Text size="sm" c="var(--bad)" role="alert">
            This wallet holds none of this token. Choose what to send.
          </Text>
        )}
        <TextInput
          label="To address"
          placeholder="A Solana address"
          data-autofocus
          spellCheck={false}
          autoComplete="off"
          classNames={{ input: css.address ?? '' }}
          value={draft.to}
          error={complaints.to}
          onChange={(event) => change({ to: event.currentTarget.value })}
        />
        <div className={css.amount}>
          <AmountInput
            label="Amount"
            unit={symbol}
            decimals={decimals}
            value={draft.amount}
            error={complaints.amount}
            onChange={(amount) => change({ amount })}
          />
          <BusyButton variant="default" busy={busy} disabled={!asset} onClick={() => void takeAll()}>
            {send.busy === 'max' ? 'Reading...' : 'Max'}
          </BusyButton>
        </div>
        <SendError send={send} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <BusyButton type="submit" busy={busy} disabled={!asset}>
            {send.busy === 'preview' ? 'Simulating...' : 'Review'}
          </BusyButton>
        </Group>
      </Stack>
    </form>
  )
}
