import { Button, Group, Stack, Text } from '@mantine/core'
import type { FailedLine, Proposal } from '@purser/contract/distributions/distributions.ts'
import { useState } from 'react'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { AmountsList } from '../amounts/amounts-list.tsx'
import { SOL, tokenAsset } from '../amounts/asset.ts'
import { editedRequest, firstAmounts } from './edit-failed.ts'
import { transferErrorText } from '../transfer-error-text.ts'
import type { FundsRequest } from '../funds-request.ts'
import { isSpread, type Kind } from '../kinds.ts'
import { useTokenDetail } from '../tokens/use-token-names.ts'

type Props = {
  kind: Kind
  proposal: Proposal
  failed: FailedLine[]
  onPreview: (request: FundsRequest) => void
  onClose: () => void
}
const NONE = 'Please enter a positive amount for at least one wallet'

/**
 * The failed lines with their reasons, to be sent again with other amounts. Nothing moves from here: a preview follows.
 */
export function EditFailedDialog({ kind, proposal, failed, onPreview, onClose }: Props) {
  const mint = proposal.tokenDistribute?.token_address ?? proposal.tokenGather?.token_address
  const detail = useTokenDetail(mint).data
  const [amounts, setAmounts] = useState<ReadonlyMap<number, string>>(() => firstAmounts(failed))
  const [complaint, setComplaint] = useState<string>()
  const asset = mint === undefined ? SOL : detail && tokenAsset(detail)
  const preview = () => {
    if (!asset) return
    const request = editedRequest(proposal, { failed, amounts, asset })
    setComplaint(request ? undefined : NONE)
    if (request) onPreview(request)
  }
  return (
    <Dialog onClose={onClose} title="Edit Failed Amounts" size="lg">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          preview()
        }}
      >
        <Stack gap="md">
          <Text size="sm" c="dimmed">
            Only the {isSpread(kind) ? 'destinations' : 'sources'} that failed. A line without an amount is
            left out; what was sent stays as it is.
          </Text>
          {asset && (
            <AmountsList
              label="Failed amounts"
              asset={asset}
              holders={failed.map(({ walletId, walletName, address, error, refusal }) => ({
                id: walletId,
                name: walletName,
                address,
                note: error === null ? undefined : transferErrorText(kind, error, { certain: true, refusal }),
              }))}
              amounts={amounts}
              onAmount={(id, text) => {
                setComplaint(undefined)
                setAmounts((before) => new Map(before).set(id, text))
              }}
              disabled={false}
              empty="Nothing failed."
            />
          )}
          <FieldError>{complaint}</FieldError>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" disabled={!asset}>
              Preview
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
