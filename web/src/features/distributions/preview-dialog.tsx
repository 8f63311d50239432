import { Button, Checkbox, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/InlineInput.css'
import '@mantine/core/styles/Checkbox.css'
import '@mantine/core/styles/Skeleton.css'
import {
  distributeSol,
  gatherSol,
  type DistributionAnswer,
  type DistributionPreview,
} from '@purser/contract/distributions.ts'
import { MONEY_TIMEOUT_MS } from '@purser/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { ErrorBox } from '#ui/error-box.tsx'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import { never } from '#wire/retry.ts'
import { useServerStatus } from '#wire/status.ts'
import { PreviewFigures } from './preview-figures.tsx'
import { PreviewTransfers } from './preview-transfers.tsx'
import { failedText } from './run-state.ts'
import type { Wish } from './run-operation.ts'

type Props = {
  title: string
  wish: Wish
  /** Where the server has already made it. */
  preview?: DistributionPreview
  onConfirm: (wish: Wish) => void
  onClose: () => void
}

/** The first send of real funds in this session has been confirmed as such. */
let realFundsKnown = false

function ask(wish: Wish, signal: AbortSignal): Promise<DistributionAnswer> {
  const options = { signal, retry: never, timeoutMs: MONEY_TIMEOUT_MS }
  return wish.kind === 'distribute'
    ? call(distributeSol, { body: { ...wish.body, dryRun: true }, ...options })
    : call(gatherSol, { body: { ...wish.body, dryRun: true }, ...options })
}

/** What would happen, before anything does; confirming hands the wish on, once. */
export function PreviewDialog({ title, wish, preview: made, onConfirm, onClose }: Props) {
  const id = useId()
  const query = useQuery({
    queryKey: ['preview', id],
    queryFn: async ({ signal }) => {
      const answer = await ask(wish, signal)
      return answer.preview ?? { error: answer.error ?? failedText(wish.kind) }
    },
    enabled: made === undefined,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const real = useServerStatus().data?.cluster === 'mainnet-beta'
  const [understood, setUnderstood] = useState(realFundsKnown)
  const confirmed = useRef(false)
  const data = made ?? query.data
  const preview = data && 'transfers' in data ? data : undefined
  const refusal = data && 'error' in data ? data.error : undefined
  const failing = preview?.wouldFail ?? 0
  const none = preview !== undefined && failing === preview.transfers.length
  const confirm = () => {
    if (confirmed.current) return
    confirmed.current = true
    if (real) realFundsKnown = true
    onConfirm(wish)
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
      centered
    >
      <Stack gap="md">
        {query.isError && (
          <ErrorBox
            message={sentence(query.error, failedText(wish.kind))}
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
            <PreviewFigures kind={wish.kind} preview={preview} />
            {failing > 0 && (
              <Text size="sm" fw={550} c="var(--bad)" role="alert">
                {none
                  ? 'Every transfer would fail. Nothing can be sent.'
                  : `${failing.toLocaleString('en')} of ${preview.transfers.length.toLocaleString('en')} transfers would fail. The others do not depend on them.`}
              </Text>
            )}
            <PreviewTransfers kind={wish.kind} preview={preview} />
            {real && (
              <Checkbox
                label="These are real funds on mainnet-beta. I have checked recipients and amounts."
                checked={understood}
                onChange={(event) => setUnderstood(event.currentTarget.checked)}
              />
            )}
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!preview || none || (real && !understood)} onClick={confirm}>
            Confirm and send
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
