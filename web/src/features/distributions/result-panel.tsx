import { Anchor, CloseButton, List, Loader, Text } from '@mantine/core'
import '@mantine/core/styles/List.css'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { DistributionResult } from '@purser/contract/distributions.ts'
import { Link } from 'react-router'
import { activityOf } from '#app/paths.ts'
import { Card } from '#ui/card.tsx'
import type { OperationDetail } from '@purser/contract/transfers.ts'
import { Figures, type Figure } from '#ui/figures.tsx'
import { ProposalButtons } from './proposal-buttons.tsx'
import { ResolvingPanel } from './resolving-panel.tsx'
import { successRate, SUGGESTIONS, titles, listedErrors, verdictOf } from './result.ts'
import type { RunState } from './run-state.ts'
import type { Runner } from './use-run.ts'
import { sol } from './sol.ts'
import css from './run-panels.module.css'

const icons = {
  done: <IconCircleCheck size={20} color="var(--good)" aria-hidden="true" />,
  partly: <IconAlertTriangle size={20} color="var(--warn)" aria-hidden="true" />,
  failed: <IconCircleX size={20} color="var(--bad)" aria-hidden="true" />,
}

function figuresOf(result: DistributionResult): Figure[] {
  const { summary, sourceWallet, destinationWallet } = result
  const all = summary.successfulTransfers + summary.failedTransfers
  const figures: Figure[] = [
    summary.totalGathered === undefined
      ? ['Total distributed', sol(summary.totalDistributed ?? 0)]
      : ['Total gathered', sol(summary.totalGathered)],
    [
      'Successful transfers',
      `${summary.successfulTransfers.toLocaleString('en')} of ${all.toLocaleString('en')}`,
    ],
    ['Failed transfers', summary.failedTransfers.toLocaleString('en')],
    ['Success rate', successRate(result)],
    ['Network fees', sol(summary.fees)],
  ]
  if (sourceWallet) figures.push(['Source balance', sol(sourceWallet.finalBalance)])
  if (destinationWallet) figures.push(['Destination balance', sol(destinationWallet.finalBalance)])
  return figures
}

type Props = {
  runner: Runner
  state: RunState
  result: DistributionResult
  /** The operation as it is now that the chain has opened it again. */
  open: OperationDetail | undefined
}

/** What became of an operation, and what can be done about it: nothing while the chain has opened it again. */
export function ResultPanel({ runner, state, result, open }: Props) {
  const verdict = verdictOf(result)
  const { shown, more } = listedErrors(result)
  return (
    <Card label="Result">
      <h2 className={css.head}>
        {open ? <Loader size={18} aria-hidden="true" /> : icons[verdict]}
        <span>{open ? 'Open Again' : titles[verdict]}</span>
        <CloseButton aria-label="Close result" onClick={runner.clear} />
      </h2>
      {open && (
        <>
          <Text size="sm" role="status" mb="sm">
            The network has revised this operation. Its outcome is shown here once it is certain; until then
            nothing is sent again or undone.
          </Text>
          {open.status === 'resolving' && <ResolvingPanel operationId={open.id} />}
        </>
      )}
      <Figures figures={figuresOf(result)} />
      {!open && shown.length > 0 && (
        <ul className={css.errors} aria-label="Errors">
          {shown.map((error, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the list never changes, and names may repeat
            <li key={index}>
              <strong>{error.walletName}</strong>: {error.text}
              <span className={css.chain}>{error.chain}</span>
            </li>
          ))}
          {more && <li>{more}</li>}
        </ul>
      )}
      {!open && verdict === 'failed' && (
        <div>
          <Text size="sm" fw={550} mt="sm">
            What may help
          </Text>
          <List size="sm">
            {SUGGESTIONS.map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </div>
      )}
      {state.operationId !== undefined && (
        <div className={css.actions}>
          {!open && (
            <ProposalButtons
              key={`${state.operationId} ${result.summary.successfulTransfers}`}
              operationId={state.operationId}
              retry={result.summary.failedTransfers > 0}
              undo={state.kind === 'distribute' && result.summary.successfulTransfers > 0}
              onConfirm={runner.start}
            />
          )}
          <Anchor component={Link} to={activityOf(state.operationId)} size="sm">
            Open in Activity
          </Anchor>
        </div>
      )}
    </Card>
  )
}
