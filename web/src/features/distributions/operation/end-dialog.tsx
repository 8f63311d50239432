import { Button, Group, Stack, Text } from '@mantine/core'
import { KeyCodeField, type useKeyCode } from '#features/accounts/index.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { hasCode, sentence } from '#wire/fault.ts'
import { useEndOperation } from './use-end-operation.ts'

type Props = {
  operationId: string
  transactions: number
  keyCode: ReturnType<typeof useKeyCode>
  onClose: () => void
}

const OTHERWISE = 'The operation could not be ended. Please try again.'

/** Explains the end of an operation with unknown outcome, and asks for the mailed code. */
export function EndDialog({ operationId, transactions, keyCode, onClose }: Props) {
  const end = useEndOperation(operationId, onClose)
  const code = keyCode.code.trim()
  const early = hasCode(end.error, 'may_still_land')
  const one = transactions === 1
  return (
    <Dialog onClose={onClose} title="End as not sent">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (code !== '' && !end.isPending) end.mutate(code)
        }}
      >
        <Stack gap="md">
          <Text size="sm">
            The outcome of {one ? 'a transaction' : `${transactions} transactions`} of this operation cannot
            be determined. If you end it, {one ? 'it counts' : 'they count'} as not sent: the transfers are
            shown as failed, and the funds held for them are free again.
          </Text>
          <Text size="sm">
            The chain is watched for another hour. If {one ? 'it shows' : 'one of them shows'} up after all,
            it is booked as paid and you are notified. Check before you send the same again.
          </Text>
          <KeyCodeField state={keyCode} busy={end.isPending} first />
          {early ? (
            <Text size="sm" role="status">
              Not yet: one of its transactions can still be executed. Wait a moment and try again; your code
              stays valid.
            </Text>
          ) : (
            <FieldError>{end.isError ? sentence(end.error, OTHERWISE) : undefined}</FieldError>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose} disabled={end.isPending}>
              Cancel
            </Button>
            <BusyButton type="submit" color="red.9" busy={end.isPending} disabled={code === ''}>
              {end.isPending ? 'Ending...' : 'End as not sent'}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
