import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { CREATED_TOKEN_DECIMALS_MAX, TOKEN_NAME_BYTES } from '@purser/contract/limits.ts'
import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import type { FormEvent } from 'react'
import { WalletSelect } from '#features/wallets/index.ts'
import { AmountInput } from '#ui/fields/amount-input.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import type { TokenDraft, DraftField } from './token-draft.ts'
import css from '../authorization/token-authorization.module.css'

type Props = {
  draft: TokenDraft
  wallets: Wallet[]
  /** Problems by field. */
  problems: Partial<Record<DraftField, string>>
  /** A problem of no field. */
  problem: string | undefined
  onChange: (draft: TokenDraft) => void
  onSubmit: () => void
  onCancel: () => void
}

export function CreateTokenForm({ draft, wallets, problems, problem, onChange, onSubmit, onCancel }: Props) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  const text = (field: 'name' | 'symbol' | 'description' | 'image' | 'decimals', label: string) => ({
    label,
    value: draft[field],
    error: problems[field],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...draft, [field]: event.currentTarget.value }),
  })
  const wallet = wallets.find(({ id }) => id === draft.walletId)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <div className={css.form}>
          <TextInput
            {...text('name', 'Name')}
            description={`At most ${TOKEN_NAME_BYTES} letters`}
            data-autofocus
            autoComplete="off"
          />
          <TextInput
            {...text('symbol', 'Ticker')}
            description="2 to 10 letters and digits"
            autoComplete="off"
            spellCheck={false}
          />
          <TextInput className={css.wide ?? ''} {...text('description', 'Description (optional)')} />
          <TextInput
            className={css.wide ?? ''}
            {...text('image', 'Image address (optional)')}
            description="Stored on-chain. Purser does not load external images."
            placeholder="https://"
            spellCheck={false}
          />
          <TextInput
            {...text('decimals', 'Decimals')}
            description={`0 to ${CREATED_TOKEN_DECIMALS_MAX}`}
            inputMode="numeric"
          />
          <AmountInput
            label="Supply"
            description="Fixed supply. No one can mint more."
            value={draft.supply}
            error={problems.supply}
            unit={draft.symbol.trim().toUpperCase() || 'tokens'}
            decimals={CREATED_TOKEN_DECIMALS_MAX}
            onChange={(supply) => onChange({ ...draft, supply })}
          />
          <div className={css.wide}>
            <Text size="sm" fw={500} mb={4} component="div">
              Wallet that pays and receives the supply
            </Text>
            <WalletSelect
              label="Wallet"
              wallets={wallets}
              chosen={wallet}
              onChoose={({ id }) => onChange({ ...draft, walletId: id })}
            />
            <FieldError>{problems.wallet_id}</FieldError>
          </div>
        </div>
        <FieldError>{problem}</FieldError>
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit">Preview</Button>
        </Group>
      </Stack>
    </form>
  )
}
