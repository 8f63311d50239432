import { Button } from '@mantine/core'
import { proposeRetry, proposeUndo, type Proposal } from '@purser/contract/distributions.ts'
import { useMutation } from '@tanstack/react-query'
import { Complaint } from '#ui/complaint.tsx'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import type { Wish } from './run-operation.ts'

type Props = {
  operationId: string
  /** Something failed. */
  retry: boolean
  /** A distribution of which something arrived. */
  undo: boolean
  onConfirm: (wish: Wish) => void
}

function wishOf(proposal: Proposal): Wish | undefined {
  if (proposal.type === 'distribute')
    return proposal.distribute && { kind: 'distribute', body: proposal.distribute }
  return proposal.gather && { kind: 'gather', body: proposal.gather }
}

/** The server works out what would be sent again or back; it is shown, and sent only when confirmed. */
export function ProposalButtons({ operationId, retry, undo, onConfirm }: Props) {
  const ask = useMutation({
    mutationFn: (what: 'retry' | 'undo') =>
      call(what === 'retry' ? proposeRetry : proposeUndo, { params: { id: operationId } }),
  })
  const wish = ask.data && wishOf(ask.data)
  const asking = (what: 'retry' | 'undo') => ask.isPending && ask.variables === what
  return (
    <>
      {retry && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={ask.isPending}
          onClick={() => ask.mutate('retry')}
        >
          {asking('retry') ? 'Working it out...' : 'Retry only what failed'}
        </Button>
      )}
      {undo && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={ask.isPending}
          onClick={() => ask.mutate('undo')}
        >
          {asking('undo') ? 'Working it out...' : 'Undo'}
        </Button>
      )}
      <Complaint>
        {ask.isError ? sentence(ask.error, 'This could not be worked out. Please try again.') : undefined}
      </Complaint>
      {wish && (
        <PreviewDialog
          title={ask.variables === 'undo' ? 'Undo Distribution' : 'Retry What Failed'}
          wish={wish}
          preview={ask.data.preview}
          onClose={ask.reset}
          onConfirm={(confirmed) => {
            ask.reset()
            onConfirm(confirmed)
          }}
        />
      )}
    </>
  )
}
