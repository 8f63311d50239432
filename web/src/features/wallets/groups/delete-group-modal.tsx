import { Button, Group, Stack, Text } from '@mantine/core'
import { deleteGroup } from '@purser/contract/wallets/wallet-groups.ts'
import type { WalletGroup } from '@purser/contract/wallets/wallets.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { call } from '#wire/api.ts'
import { useWalletChange } from '../use-wallet-change.ts'

export function DeleteGroupModal({ group, onClose }: { group: WalletGroup; onClose: () => void }) {
  const change = useWalletChange(
    (id: number, key) => call(deleteGroup, { params: { id }, key }),
    'Failed to delete group. Please try again.',
    onClose,
  )
  return (
    <Dialog onClose={onClose} title="Delete Group">
      <Stack gap="md">
        <Text size="sm">
          Are you sure you want to delete the group "{group.name}"? This will not delete the wallets in the
          group.
        </Text>
        <FieldError>{change.error}</FieldError>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={change.busy}>
            Cancel
          </Button>
          <BusyButton color="red.9" busy={change.busy} onClick={() => change.run(group.id)}>
            {change.busy ? 'Deleting...' : 'Delete Group'}
          </BusyButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
