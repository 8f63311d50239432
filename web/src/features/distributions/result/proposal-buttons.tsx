import { proposeRetry, proposeUndo, type Proposal } from '@purser/contract/distributions/distributions.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { FieldError } from '#ui/fields/field-error.tsx'
import { call } from '#wire/api.ts'
import { hasCode, sentence } from '#wire/fault.ts'
import { EditFailedDialog } from './edit-failed-dialog.tsx'
import { PreviewDialog } from '../preview/preview-dialog.tsx'
import type { FundsRequest } from '../funds-request.ts'
import { isSpread, type Kind } from '../kinds.ts'

type Props = {
  operationId: string
  kind: Kind
  /** Its transfers: failed ones may be retried, confirmed ones undone (for SOL only in a distribution). */
  failed: number
  confirmed: number
  onConfirm: (request: FundsRequest) => void
}

type What = 'retry' | 'edit' | 'undo'
const texts: Record<What, string> = {
  retry: 'Retry only what failed',
  edit: 'Edit failed amounts',
  undo: 'Undo',
}
/** If nothing is left for one button, nothing is left for the others in its row. */
const together: Record<What, What[]> = { retry: ['retry', 'edit'], edit: ['retry', 'edit'], undo: ['undo'] }

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
  const offered: What[] = [
    ...(failed > 0 ? (['retry', 'edit'] as const) : []),
    ...(kind !== 'gather' && confirmed > 0 ? (['undo'] as const) : []),
  ]
  const [none, setNone] = useState<ReadonlySet<What>>(new Set())
  /** The request with the new amounts. */
  const [edited, setEdited] = useState<FundsRequest>()
  const ask = useMutation({
    onError: (error, what: What) => {
      if (hasCode(error, 'nothing_to_repeat')) setNone((before) => new Set([...before, ...together[what]]))
    },
    mutationFn: (what: What) => {
      const params = { id: operationId }
      if (what === 'undo') return call(proposeUndo, { params })
      return call(proposeRetry, { params, query: what === 'edit' ? { lines: 'only' } : {} })
    },
  })
  const { data, variables } = ask
  const request = data && requestOf(data)
  const preview = data?.preview ?? data?.tokenPreview
  const asking = (what: What) => ask.isPending && variables === what
  const close = () => {
    setEdited(undefined)
    ask.reset()
  }
  const confirm = (sent: FundsRequest) => {
    close()
    onConfirm(sent)
  }
  return (
    <>
      {offered
        .filter((what) => !none.has(what))
        .map((what) => (
          <BusyButton
            key={what}
            size="compact-sm"
            variant="default"
            busy={ask.isPending}
            onClick={() => ask.mutate(what)}
          >
            {asking(what) ? 'Working it out...' : texts[what]}
          </BusyButton>
        ))}
      <FieldError>
        {ask.isError ? sentence(ask.error, 'This could not be worked out. Please try again.') : undefined}
      </FieldError>
      {request && preview && (
        <PreviewDialog
          title={variables === 'undo' ? undoTitle(request) : 'Retry What Failed'}
          request={request}
          preview={preview}
          leaves={data.leaves}
          onClose={close}
          onConfirm={confirm}
        />
      )}
      {data?.failed && !edited && (
        <EditFailedDialog
          kind={kind}
          proposal={data}
          failed={data.failed}
          onPreview={setEdited}
          onClose={close}
        />
      )}
      {edited && (
        <PreviewDialog
          title="Retry With New Amounts"
          request={edited}
          onClose={() => setEdited(undefined)}
          onConfirm={confirm}
        />
      )}
    </>
  )
}
