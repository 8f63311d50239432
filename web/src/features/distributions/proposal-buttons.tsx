import { Button } from '@mantine/core'
import { proposeRetry, proposeUndo, type Proposal } from '@purser/contract/distributions.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Complaint } from '#ui/complaint.tsx'
import { call } from '#wire/api.ts'
import { hasCode, sentence } from '#wire/fault.ts'
import { PreviewDialog } from './preview-dialog.tsx'
import type { FundsRequest } from './funds-request.ts'
import { isSpread, type Kind } from './kinds.ts'

type Props = {
  operationId: string
  kind: Kind
  /** Its transfers: what failed may be retried, what was confirmed undone (of SOL only a distribution). */
  failed: number
  confirmed: number
  onConfirm: (request: FundsRequest) => void
}

type What = 'retry' | 'undo'

/** The body exactly as proposed: it names its operation, so that nothing is sent or undone twice. */
function requestOf({ distribute, gather, tokenDistribute, tokenGather }: Proposal): FundsRequest | undefined {
  if (distribute) return { kind: 'distribute', body: distribute }
  if (gather) return { kind: 'gather', body: gather }
  if (tokenDistribute) return { kind: 'token-distribute', body: tokenDistribute }
  return tokenGather && { kind: 'token-gather', body: tokenGather }
}

const undoTitle = ({ kind }: FundsRequest) => (isSpread(kind) ? 'Undo Gather' : 'Undo Distribution')

/** The server proposes what to send again or back; it is shown, and sent only when confirmed. Each click asks again. */
export function ProposalButtons({ operationId, kind, failed, confirmed, onConfirm }: Props) {
  const retry = failed > 0
  const undo = kind !== 'gather' && confirmed > 0
  const [none, setNone] = useState<ReadonlySet<What>>(new Set())
  const ask = useMutation({
    onError: (error, what: What) => {
      if (hasCode(error, 'nothing_to_repeat')) setNone((before) => new Set(before).add(what))
    },
    mutationFn: (what: What) =>
      call(what === 'retry' ? proposeRetry : proposeUndo, { params: { id: operationId } }),
  })
  const request = ask.data && requestOf(ask.data)
  const preview = ask.data?.preview ?? ask.data?.tokenPreview
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
      {request && preview && (
        <PreviewDialog
          title={ask.variables === 'undo' ? undoTitle(request) : 'Retry What Failed'}
          request={request}
          preview={preview}
          onClose={ask.reset}
          onConfirm={(sent) => {
            ask.reset()
            onConfirm(sent)
          }}
        />
      )}
    </>
  )
}
