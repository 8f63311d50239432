import { Button, Group, Stack, Text } from '@mantine/core'
import type { TokenCreationPreview } from '@purser/contract/tokens/created-tokens.ts'
import { formatUnits, groupThousands, parseUnitsDown } from '@purser/contract/money.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Receipt } from '#ui/formats/receipt.tsx'
import { RealFundsField, useRealFunds } from '../real-funds.tsx'
import type { TokenRequest } from './token-draft.ts'

type Props = {
  request: TokenRequest
  preview: TokenCreationPreview
  busy: boolean
  /** Nobody knows whether it was created: confirming repeats the very same request. */
  unknown: boolean
  onConfirm: () => void
  onBack: () => void
}

/** More decimals than any mint has. */
const ANY_DECIMALS = 255
/** Exact, without an exponent. */
const plain = (amount: number | string) =>
  groupThousands(formatUnits(parseUnitsDown(amount, ANY_DECIMALS), ANY_DECIMALS))
const sol = (amount: number | string) => `${plain(amount)} SOL`

/** The costs and the proceeds of creating the token; nothing has moved yet. */
export function TokenPreview({ request, preview, busy, unknown, onConfirm, onBack }: Props) {
  const funds = useRealFunds()
  const symbol = request.symbol.trim().toUpperCase()
  const { rent, fee, fee_at_most: most, total, keep, wallet, supply, error } = preview
  const confirm = () => {
    funds.confirm()
    onConfirm()
  }
  return (
    <Stack gap="md">
      <Receipt
        lines={[
          { name: 'Token', value: `${request.name.trim()} (${symbol})` },
          { name: 'Supply', value: `${plain(supply)} ${symbol}` },
          { name: 'Decimals', value: String(request.decimals) },
          { name: 'Received by', value: wallet.name },
          { name: 'Mint rent', value: sol(rent.mint) },
          { name: 'Token account rent', value: sol(rent.account) },
          { name: 'Network fee', value: sol(fee), note: most === fee ? undefined : `at most ${sol(most)}` },
          { name: 'Total', value: sol(total), isTotal: true },
          { name: 'Minimum balance', value: sol(keep) },
          { name: 'Wallet now', value: sol(wallet.balance) },
          { name: 'Wallet after', value: sol(wallet.after) },
        ]}
      />
      <Text size="sm" c="dimmed">
        Name, ticker, description, image address and supply are permanent. No one can mint more, freeze the
        token or change its details, not even you.
      </Text>
      {error !== null && (
        <Text size="sm" fw={550} c="var(--bad)" role="alert">
          {error}
        </Text>
      )}
      <RealFundsField funds={funds} checked="the token and the wallet" />
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack} disabled={busy}>
          Back
        </Button>
        <BusyButton busy={busy} disabled={error !== null || !funds.ready} onClick={confirm} data-autofocus>
          {busy ? 'Creating...' : unknown ? 'Create again' : 'Confirm and create'}
        </BusyButton>
      </Group>
    </Stack>
  )
}
