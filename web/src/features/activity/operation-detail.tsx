import { figureWords } from '@purser/contract/money.ts'
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { STANDING_NAMES } from '@purser/contract/transfers/story-words.ts'
import { isFinalStatus } from '@purser/contract/transfers/transfers.ts'
import {
  kindOf,
  ProposalButtons,
  ResolvingPanel,
  RunPanels,
  useOperation,
  useRun,
} from '#features/distributions/index.ts'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { Card } from '#ui/card.tsx'
import { Figures } from '#ui/formats/figures.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { QueryError } from '#ui/states/query-error.tsx'
import { DateTime } from '#ui/dates/date-time.tsx'
import { typeName } from './filter.ts'
import { FinalMark, OperationBadge } from './status-badge.tsx'
import { TransferList } from './transfer-list.tsx'
import css from './activity.module.css'

type Props = { id: string; onClose: () => void }

/** One operation with its transfers; updates live while it runs. */
export function OperationDetail({ id, onClose }: Props) {
  const query = useOperation(id)
  const runner = useRun(`activity-${id}`)
  const detail = query.data
  const kind = detail && kindOf(detail.type)
  return (
    <Card label="Operation">
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <h2 className="section-title">{detail ? typeName(detail.type) : 'Operation'}</h2>
        <Button size="compact-sm" variant="default" onClick={onClose}>
          Close
        </Button>
      </Group>
      <RunPanels runner={runner} />
      {query.isPending && (
        <div role="status" aria-label="Loading the operation">
          <Skeleton h={70} mb={12} />
          <Skeleton h={200} />
        </div>
      )}
      <QueryError query={query} fallback="The operation could not be loaded." />
      {detail && (
        <Stack gap="md">
          <Group gap="md">
            <OperationBadge status={detail.status} />
            {detail.standing !== null && (
              <span className={css.standing}>{STANDING_NAMES[detail.standing]}</span>
            )}
            <FinalMark operation={detail} />
            <Text size="sm" c="dimmed" component="div">
              <DateTime at={detail.created_at} />
            </Text>
            <Text size="sm" c="dimmed" component="div">
              <span className={css.id} title={detail.id}>
                {detail.id}
              </span>
              <CopyButton text={detail.id} label="Copy operation id" />
            </Text>
          </Group>
          <Figures
            figures={[
              ['Transfers', detail.summary.total.toLocaleString('en')],
              ['Confirmed', detail.summary.confirmed.toLocaleString('en')],
              ['Failed', detail.summary.failed.toLocaleString('en')],
              ...(detail.summary.amount === null
                ? []
                : ([['Moved', `${figureWords(detail.summary.amount)} ${detail.summary.symbol ?? ''}`]] as [
                    string,
                    string,
                  ][])),
              ...(detail.undone === undefined || detail.undone.amount === null
                ? []
                : ([['Came back', `${figureWords(detail.undone.amount)} ${detail.summary.symbol ?? ''}`]] as [
                    string,
                    string,
                  ][])),
              ['Network fees', `${figureWords(detail.summary.fees)} SOL`],
            ]}
          />
          {detail.error !== null && <ErrorBox message={detail.error} />}
          {kind && isFinalStatus(detail.status) && !runner.busy && (
            <Group gap="xs">
              <ProposalButtons
                key={`${detail.id} ${detail.updated_at} ${runner.state?.operationId}`}
                operationId={detail.id}
                kind={kind}
                failed={detail.summary.failed}
                confirmed={detail.summary.confirmed}
                onConfirm={runner.start}
              />
            </Group>
          )}
          {!isFinalStatus(detail.status) && (
            <Text size="sm" c="dimmed" role="status">
              It continues even if you leave this page.
            </Text>
          )}
          {detail.status === 'resolving' && <ResolvingPanel operationId={detail.id} />}
          <TransferList transfers={detail.transfers} />
        </Stack>
      )}
    </Card>
  )
}
