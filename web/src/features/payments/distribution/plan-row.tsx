import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { WalletSelect } from '#features/wallets/index.ts'
import { AmountInput } from '#ui/fields/amount-input.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import css from '../payments.module.css'
import { amountShare, PERCENT_DECIMALS, type PlanDraft, type PlanUnit, shareAmount } from './plan-rows.ts'

type Props = {
  row: PlanDraft
  /** Counted from one. */
  position: number
  wallets: Wallet[]
  unit: PlanUnit
  /** Lamports that the shares are of. */
  available: bigint
  problem: string | undefined
  onChange: (part: Partial<PlanDraft>) => void
  /** Undefined for the only row. */
  onRemove: (() => void) | undefined
}

export function PlanRow(props: Props) {
  const { row, position, wallets, unit, available, problem, onChange, onRemove } = props
  return (
    <li>
      <div className={css.planRow}>
        <WalletSelect
          label={`Wallet ${position}`}
          wallets={wallets}
          chosen={wallets.find(({ id }) => id === row.walletId)}
          onChoose={({ id }) => onChange({ walletId: id })}
        />
        {unit === 'SOL' ? (
          <AmountInput
            label={`Amount of wallet ${position}`}
            hideLabel
            value={row.amount}
            onChange={(amount) => onChange({ amount, percent: undefined })}
          />
        ) : (
          <AmountInput
            label={`Share of wallet ${position}`}
            hideLabel
            unit="%"
            decimals={PERCENT_DECIMALS}
            placeholder="0"
            value={row.percent ?? amountShare(row.amount, available)}
            onChange={(percent) => onChange({ percent, amount: shareAmount(percent, available) })}
          />
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={`Remove wallet ${position}`}
          disabled={onRemove === undefined}
          onClick={onRemove}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </div>
      {unit === '%' && row.amount !== '' && <div className={`num ${css.share}`}>{row.amount} SOL</div>}
      <FieldError>{problem}</FieldError>
    </li>
  )
}
