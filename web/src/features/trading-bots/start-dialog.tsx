import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { botTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import { type BotPreview, startBot } from '@purser/contract/trading-bots/trading-bots.ts'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import { never } from '#wire/retry.ts'
import { useServerStatus } from '#wire/status.ts'
import { StartPreview } from './start-preview.tsx'
import type { Start } from './use-bot.ts'

type Props = {
  groupId: number
  /** The saved mint. */
  mint: string
  start: Pick<Start, 'starting' | 'startError'>
  onConfirm: () => void
  onClose: () => void
}

/** The results of a start, by the present balances; nothing is stored or sent before it is confirmed, and then once. */
export function StartDialog({ groupId, mint, start, onConfirm, onClose }: Props) {
  const id = useId()
  const cluster = useServerStatus().data?.cluster
  const preview = useQuery({
    queryKey: ['trading-bot-preview', id],
    queryFn: async ({ signal }): Promise<BotPreview> => {
      const answer = await call(startBot, {
        body: { groupId, mintAddress: mint, dryRun: true },
        signal,
        retry: never,
      })
      if (!answer.preview) throw new Error('an answer without a preview')
      return answer.preview
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const { starting, startError } = start
  const error = startError ?? (preview.error ? botTexts.startFailed(sentence(preview.error)) : undefined)
  return (
    <Dialog onClose={onClose} title="Start the trading bot" size="xl" grows>
      <Stack gap="md">
        {error && (
          <ErrorBox
            message={error}
            {...(startError ? {} : { onRetry: () => void preview.refetch(), retrying: preview.isFetching })}
          />
        )}
        {preview.isPending && (
          <div role="status" aria-label="Planning the first turns">
            <Text size="sm" c="dimmed" mb={8}>
              Planning the first turns. Nothing is stored or sent.
            </Text>
            <Skeleton h={84} mb={12} />
            <Skeleton h={160} />
          </div>
        )}
        {preview.data && <StartPreview preview={preview.data} cluster={cluster} />}
        {/* The buttons appear once their place is known. */}
        {!preview.isPending && (
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button disabled={!preview.data || starting} onClick={onConfirm}>
              {starting ? 'Starting...' : 'Confirm and start'}
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  )
}
