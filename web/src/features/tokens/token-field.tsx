import { Button, Group, TextInput } from '@mantine/core'
import { KNOWN_TOKENS } from '@purser/contract/tokens.ts'
import { Address } from '@purser/contract/values.ts'
import { useTokenLabels } from './use-named-tokens.ts'

const KNOWN = KNOWN_TOKENS.map(({ mint, symbol, name }) => ({ mint, label: symbol, title: name }))

type Props = {
  value: string
  onChange: (mint: string) => void
  label?: string
  /** Marks the field, whatever stands in it. */
  invalid?: boolean
  disabled?: boolean
}

/** A mint, typed or chosen among the known tokens and those that the account knows by name. */
export function TokenField({
  value,
  onChange,
  label = 'Token Address',
  invalid = false,
  disabled = false,
}: Props) {
  const named = useTokenLabels()
  const wrong = value.trim() !== '' && !Address.safeParse(value.trim()).success
  return (
    <div>
      <TextInput
        label={label}
        placeholder="Mint address of the token to trade"
        spellCheck={false}
        value={value}
        error={wrong ? 'This is not a Solana address' : invalid}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group gap={6} mt={6} role="group" aria-label="Known tokens">
        {[...KNOWN, ...named].map((token) => (
          <Button
            key={token.mint}
            size="compact-xs"
            variant={value.trim() === token.mint ? 'filled' : 'default'}
            aria-pressed={value.trim() === token.mint}
            title={token.title}
            disabled={disabled}
            onClick={() => onChange(value.trim() === token.mint ? '' : token.mint)}
          >
            {token.label}
          </Button>
        ))}
      </Group>
    </div>
  )
}
