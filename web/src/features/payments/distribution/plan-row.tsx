import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { WalletSelect } from '#features/wallets/index.ts'
import { AmountInput } from '#ui/fields/amount-input.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import css from '../payments.module.css'
import type { PlanDraft } from './plan-rows.ts'

type Props = {
  row: PlanDraft
  /** Counted from one. */
  position: number
  wallets: Wallet[]
  problem: string | undefined
  onChange: (part: Partial<PlanDraft>) => void
  /** Undefined for the only row. */
  onRemove: (() => void) | undefined
}

export function PlanRow({ row, position, wallets, problem, onChange, onRemove }: Props) {
  return (
    <li>
      <div className={css.planRow}>
        <WalletSelect
          label={`Wallet ${position}`}
          wallets={wallets}
          chosen={wallets.find(({ id }) => id === row.walletId)}
          onChoose={({ id }) => onChange({ walletId: id })}
        />
        <AmountInput
          label={`Amount of wallet ${position}`}
          hideLabel
          value={row.amount}
          onChange={(amount) => onChange({ amount })}
        />
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
      <FieldError>{problem}</FieldError>
    </li>
  )
}
