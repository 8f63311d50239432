import { Button, Group, Stack, Text } from '@mantine/core'
import { revokeGrant } from '@purser/contract/tokens/token-authorization.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { toast } from '#ui/toast.ts'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import { useTokenChange } from './use-token-change.ts'

/** A grant that the user gave ('Revoke') or was given ('Remove'). */
export type Removal = { id: number; verb: 'Revoke' | 'Remove'; symbol: string; who: string }

type Props = { removal: Removal; onClose: () => void }

export function RemoveGrantDialog({ removal: { id, verb, symbol, who }, onClose }: Props) {
  const change = useTokenChange(
    (grant: number, key) => call(revokeGrant, { params: { id: grant }, key }),
    () => {
      toast(verb === 'Revoke' ? `${who} no longer has access to ${symbol}.` : `${symbol} was removed.`)
      onClose()
    },
  )
  return (
    <Dialog onClose={onClose} title={`${verb} Access`}>
      <Stack gap="md">
        <Text size="sm">
          {verb === 'Revoke'
            ? `Are you sure you want to revoke the access of ${who} to ${symbol}? Strategies that run go on, but the token is no longer known there by name.`
            : `Are you sure you want to remove ${symbol}, shared by ${who}, from your tokens? What you hold of it and strategies that run stay as they are.`}
        </Text>
        <FieldError>
          {change.isError ? sentence(change.error, 'Failed to revoke the authorization') : undefined}
        </FieldError>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} disabled={change.isPending}>
            Cancel
          </Button>
          <BusyButton color="red.9" busy={change.isPending} onClick={() => change.mutate(id)}>
            {change.isPending ? `${verb === 'Revoke' ? 'Revoking' : 'Removing'}...` : `${verb} Access`}
          </BusyButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
