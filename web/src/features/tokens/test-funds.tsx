import { Group, Text } from '@mantine/core'
import { FAUCET_DEFAULT_SOL } from '@purser/contract/limits.ts'
import { requestFaucet } from '@purser/contract/tokens/tokens.ts'
import { useMutation } from '@tanstack/react-query'
import { Address } from '#ui/formats/address.tsx'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'

/** Ten SOL of test funds; `onDone` is called once they are confirmed. */
export function TestFunds({ address, onDone }: { address: string; onDone: () => void }) {
  const faucet = useMutation({
    mutationFn: () => call(requestFaucet, { body: { address, sol: FAUCET_DEFAULT_SOL }, key: newKey() }),
    onSuccess: onDone,
  })
  return (
    <Group gap="xs">
      <BusyButton size="compact-sm" variant="default" busy={faucet.isPending} onClick={() => faucet.mutate()}>
        {faucet.isPending ? 'Getting test funds...' : 'Get test funds'}
      </BusyButton>
      {faucet.isSuccess && (
        <Text size="sm" c="var(--good)" role="status" component="div">
          {FAUCET_DEFAULT_SOL} SOL received <Address value={faucet.data.signature} what="signature" />
        </Text>
      )}
      {faucet.isError && (
        <Text size="sm" c="var(--bad)" role="alert">
          {sentence(faucet.error, 'The test funds could not be sent.')}
        </Text>
      )}
    </Group>
  )
}
