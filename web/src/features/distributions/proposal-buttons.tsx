import { Button } from '@mantine/core'
import { proposeRetry, proposeUndo, type Proposal } from '@purser/contract/distributions.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Complaint } from '#ui/complaint.tsx'
import { call } from '#wire/api.ts'
import { hasCode, sentence } from '#wire/fault.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import type { FundsRequest } from './funds-request.ts'

type Props = {
  operationId: string
  /** Something failed. */
  retry: boolean
  /** A distribution with confirmed transfers. */
  undo: boolean
  onConfirm: (request: FundsRequest) => void
}

type What = 'retry' | 'undo'

/** The body exactly as proposed: it names its operation, so that nothing is sent or undone twice. */
function requestOf(proposal: Proposal): FundsRequest | undefined {
  const { distribute, gather } = proposal
  if (distribute) return { kind: 'distribute', body: distribute }
  return gather && { kind: 'gather', body: gather }
}

/** The server proposes what to send again or back; it is shown, and sent only when confirmed. Each click asks again. */
export function ProposalButtons({ operationId, retry, undo, onConfirm }: Props) {
  const [none, setNone] = useState<ReadonlySet<What>>(new Set())
  const ask = useMutation({
    onError: (error, what: What) => {
      if (hasCode(error, 'nothing_to_repeat')) setNone((before) => new Set(before).add(what))
    },
    mutationFn: (what: What) =>
      call(what === 'retry' ? proposeRetry : proposeUndo, { params: { id: operationId } }),
  })
  const request = ask.data && requestOf(ask.data)
  const asking = (what: What) => ask.isPending && ask.variables === what
  return (
    <>
      {retry && !none.has('retry') && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={ask.isPending}
          onClick={() => ask.mutate('retry')}
        >
          {asking('retry') ? 'Working it out...' : 'Retry only what failed'}
        </Button>
      )}
      {undo && !none.has('undo') && (
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
      {request && ask.data?.preview && (
        <PreviewDialog
          title={ask.variables === 'undo' ? 'Undo Distribution' : 'Retry What Failed'}
          request={request}
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
