import { Button, Group, Stack, Text } from '@mantine/core'
import { removeWhitelistEntry, type WhitelistEntry } from '@purser/contract/tokens/whitelist.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { call } from '#wire/api.ts'
import { useKeyedChange } from '#wire/use-keyed-change.ts'
import { mintName } from './mint-name.ts'
import { whitelistKey } from './use-whitelist.ts'
import css from './whitelist.module.css'

type Props = { entry: WhitelistEntry; onClose: () => void }

export function RemoveDialog({ entry, onClose }: Props) {
  const name = mintName(entry.mint_address)
  const change = useKeyedChange({
    change: (id: number, key) => call(removeWhitelistEntry, { params: { id }, key }),
    fallback: 'Failed to remove entry',
    changes: whitelistKey,
    done: () => {
      toast('Entry removed.')
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title="Remove Whitelist Entry">
      <Stack gap="md">
        <Text size="sm">Are you sure you want to remove this entry from your whitelist?</Text>
        <dl className={css.pair}>
          <dt>Wallet Address</dt>
          <dd>{entry.wallet_address}</dd>
          <dt>Token Mint Address</dt>
          <dd>
            {entry.mint_address}
            {name && ` (${name})`}
          </dd>
        </dl>
        <FieldError>{change.error}</FieldError>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={change.busy}>
            Cancel
          </Button>
          <BusyButton color="red.9" busy={change.busy} onClick={() => change.run(entry.id)}>
            {change.busy ? 'Removing...' : 'Remove Entry'}
          </BusyButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
