import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import type { TokenCreationPreview } from '@purser/contract/created-tokens.ts'
import { useState } from 'react'
import { Figures } from '#ui/figures.tsx'
import { useServerStatus } from '#wire/status.ts'
import type { TokenRequest } from './token-draft.ts'

type Props = {
  request: TokenRequest
  preview: TokenCreationPreview
  busy: boolean
  onConfirm: () => void
  onBack: () => void
}

/** Whether the user has confirmed once in this session that these are real funds. */
let realFundsKnown = false

const grouped = (value: number | string) => {
  const [whole = '0', fraction] = String(value).split('.')
  const thousands = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? thousands : `${thousands}.${fraction}`
}

/** What creating the token costs and brings; nothing has moved yet. */
export function TokenPreview({ request, preview, busy, onConfirm, onBack }: Props) {
  const real = useServerStatus().data?.cluster === 'mainnet-beta'
  const [understood, setUnderstood] = useState(realFundsKnown)
  const symbol = request.symbol.trim().toUpperCase()
  const { rent, fee, total, keep, wallet, supply, error } = preview
  const confirm = () => {
    if (real) realFundsKnown = true
    onConfirm()
  }
  return (
    <Stack gap="md">
      <Figures
        figures={[
          ['Token', `${request.name.trim()} (${symbol})`],
          ['Supply', `${grouped(supply)} ${symbol}`],
          ['Decimals', String(request.decimals)],
          ['Received by', wallet.name],
          ['Deposit of the token', `${rent.mint} SOL`],
          ['Deposit of its account', `${rent.account} SOL`],
          ['Network fee', `${fee} SOL`],
          ['In all', `${total} SOL`],
          ['Must stay in it', `${keep} SOL`],
          ['Wallet before', `${wallet.balance} SOL`],
          ['Wallet after', `${wallet.after} SOL`],
        ]}
      />
      <Text size="sm" c="dimmed">
        Name, ticker, description, image address and supply are fixed once the token is created: nobody can
        mint more, freeze it or change its texts, not even you.
      </Text>
      {error !== null && (
        <Text size="sm" fw={550} c="var(--bad)" role="alert">
          {error}
        </Text>
      )}
      {real && (
        <Checkbox
          label="These are real funds on mainnet-beta. I have checked the token and the wallet."
          checked={understood}
          onChange={(event) => setUnderstood(event.currentTarget.checked)}
        />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack} disabled={busy}>
          Back
        </Button>
        <Button disabled={busy || error !== null || (real && !understood)} onClick={confirm} data-autofocus>
          {busy ? 'Creating...' : 'Confirm and create'}
        </Button>
      </Group>
    </Stack>
  )
}
