import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { useQuery } from '@tanstack/react-query'
import type { LeftBehind } from '@purser/contract/distributions/distributions.ts'
import { useId, useRef, useState } from 'react'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { useSettled } from '#ui/dialogs/use-settled.ts'
import { sentence } from '#wire/fault.ts'
import { PreviewFigures } from './preview-figures.tsx'
import { PreviewTransfers } from './preview-transfers.tsx'
import { CommitmentNotes } from './commitment-notes.tsx'
import { LeftBehindNote } from './left-behind.tsx'
import { withoutFailing } from './skip-failing.ts'
import { countOf, type FundsPreview, type FundsRequest, mintOf, previewRequest } from '../funds-request.ts'
import { failedText } from '../kinds.ts'
import { RealFundsField, useRealFunds } from '#features/tokens/index.ts'
import { useUnit } from '../tokens/use-token-names.ts'

type Props = {
  title: string
  request: FundsRequest
  /** The preview, if the server has simulated it already. */
  preview?: FundsPreview
  /** Funds that an undo does not bring back. */
  leaves?: LeftBehind | undefined
  onConfirm: (request: FundsRequest) => void
  onClose: () => void
}

/** Shows the simulated plan; `onConfirm` is called at most once. */
export function PreviewDialog({ title, request: first, preview: made, leaves, onConfirm, onClose }: Props) {
  const id = useId()
  /** Without the transfers that would fail; each time some are left out it is previewed again. */
  const [request, setRequest] = useState(first)
  const asProposed = request === first
  const settled = useSettled()
  const unit = useUnit(mintOf(request))
  const query = useQuery({
    queryKey: ['preview', id, request],
    queryFn: async ({ signal }) => {
      const answer = await previewRequest(request, signal)
      return answer.preview ?? { error: answer.error ?? failedText(request.kind) }
    },
    enabled: made === undefined || !asProposed,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const funds = useRealFunds()
  const confirmed = useRef(false)
  const data = (asProposed ? made : undefined) ?? query.data
  const preview = data && 'transfers' in data ? data : undefined
  const refusal = data && 'error' in data ? data.error : undefined
  const failing = preview?.wouldFail ?? 0
  const none = preview !== undefined && failing === preview.transfers.length
  const fewer = preview && withoutFailing(request, preview)
  const confirm = () => {
    if (confirmed.current) return
    confirmed.current = true
    funds.confirm()
    onConfirm(request)
  }
  return (
    <Dialog onClose={onClose} title={title} size="xl" grows>
      <Stack gap="md">
        {query.isError && (
          <ErrorBox
            message={sentence(query.error, failedText(request.kind))}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        )}
        {refusal !== undefined && <ErrorBox message={refusal} />}
        {!data && !query.isError && (
          <div role="status" aria-label="Simulating every transaction">
            <Text size="sm" c="dimmed" mb={8}>
              Simulating every transaction. Nothing moves.
            </Text>
            <Skeleton h={84} mb={12} />
            <Skeleton h={180} />
          </div>
        )}
        {preview && (
          <>
            <PreviewFigures request={request} preview={preview} unit={unit} />
            {failing > 0 && (
              <Text size="sm" fw={550} c="var(--bad)" role="alert">
                {none
                  ? 'Every transfer would fail. Nothing can be sent.'
                  : `${failing.toLocaleString('en')} of ${preview.transfers.length.toLocaleString('en')} transfers would fail. The others do not depend on them.`}
              </Text>
            )}
            {fewer && (
              <Group>
                <Button variant="default" size="compact-sm" onClick={() => setRequest(fewer)}>
                  Skip what would fail
                </Button>
              </Group>
            )}
            {!asProposed && (
              <Text size="sm" role="status">
                {(countOf(first) - countOf(request)).toLocaleString('en')} that would have failed{' '}
                {countOf(first) - countOf(request) === 1 ? 'is' : 'are'} left out.
              </Text>
            )}
            {leaves && <LeftBehindNote left={leaves} unit={unit} />}
            <CommitmentNotes committed={preview.committed} />
            {preview.limit && (
              <Text size="sm" fw={550} c="var(--bad)" role="alert">
                {preview.limit.message}
              </Text>
            )}
            <PreviewTransfers kind={request.kind} preview={preview} unit={unit} />
            <RealFundsField funds={funds} />
          </>
        )}
        {/* The buttons appear once their place is known. */}
        {(data || query.isError) && (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button
              disabled={!preview || none || preview.limit !== undefined || !funds.ready || !settled}
              onClick={confirm}
            >
              Confirm and send
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}
