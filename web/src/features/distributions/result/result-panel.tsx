import { Anchor, CloseButton, List, Loader, Text } from '@mantine/core'
import '@mantine/core/styles/List.css'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import type { DistributionResult } from '@purser/contract/distributions/distributions.ts'
import { Link } from 'react-router'
import { activityOf } from '#app/paths.ts'
import { isAboveZero } from '@purser/contract/money.ts'
import { Card } from '#ui/card.tsx'
import type { OperationDetail } from '@purser/contract/transfers/transfers.ts'
import { Receipt, type ReceiptLine } from '#ui/formats/receipt.tsx'
import type { AfterEnd } from '../operation/after-end.ts'
import { amountText } from '../amounts/asset.ts'
import { type Kind, movesTokens } from '../kinds.ts'
import { ProposalButtons } from './proposal-buttons.tsx'
import { UndoneNote } from './undone-note.tsx'
import { ResolvingPanel } from '../operation/resolving-panel.tsx'
import { listedErrors, successRate, suggestionsFor, titles, verdictOf } from '../run/result.ts'
import type { RunState } from '../run/run-state.ts'
import type { Runner } from '../run/use-run.ts'
import { sol } from '../amounts/sol.ts'
import { useUnit } from '../tokens/use-token-names.ts'
import css from './run-panels.module.css'

const icons = {
  done: <IconCircleCheck size={20} color="var(--good)" aria-hidden="true" />,
  partly: <IconAlertTriangle size={20} color="var(--warn)" aria-hidden="true" />,
  failed: <IconCircleX size={20} color="var(--bad)" aria-hidden="true" />,
}

const n = (count: number, word: string) => `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`

function countLines(kind: Kind, { summary }: DistributionResult): ReceiptLine[] {
  const { successfulTransfers: good, failedTransfers: bad, transactions } = summary
  if (movesTokens(kind))
    return [
      { name: 'Successful', value: good.toLocaleString('en') },
      { name: 'Failed', value: bad.toLocaleString('en') },
      {
        name: 'Total Transactions',
        value: `${n(good + bad, 'transfer')} in ${n(transactions, 'transaction')}`,
      },
    ]
  return [
    {
      name: 'Successful transfers',
      value: `${good.toLocaleString('en')} of ${(good + bad).toLocaleString('en')}`,
    },
    { name: 'Failed transfers', value: bad.toLocaleString('en') },
  ]
}

function receiptLines({ kind, task }: RunState, result: DistributionResult, unit: string): ReceiptLine[] {
  const { summary, sourceWallet, destinationWallet } = result
  const lines: ReceiptLine[] = [
    ...countLines(kind, result),
    { name: 'Success rate', value: successRate(result) },
    summary.totalGathered === undefined
      ? { name: 'Total distributed', value: amountText(summary.totalDistributed ?? 0, unit) }
      : { name: 'Total gathered', value: amountText(summary.totalGathered, unit) },
  ]
  if (task && task.received !== task.moved)
    lines.push({ name: 'Received', value: amountText(task.received, unit) })
  lines.push({ name: 'Network fees', value: sol(summary.fees) })
  if (task?.rent !== undefined && isAboveZero(task.rent))
    lines.push(
      { name: 'Account rent', value: sol(task.rent) },
      { name: 'SOL cost', value: sol(summary.fees, task.rent), isTotal: true },
    )
  if (sourceWallet) lines.push({ name: 'Source balance', value: amountText(sourceWallet.finalBalance, unit) })
  if (destinationWallet)
    lines.push({ name: 'Destination balance', value: amountText(destinationWallet.finalBalance, unit) })
  return lines
}

type Props = {
  runner: Runner
  state: RunState
  result: DistributionResult
  /** One sentence, while the end is new. */
  message: string | undefined
  /** The present operation if the chain has reopened it. */
  open: OperationDetail | undefined
  since: AfterEnd['since']
}

/** The result of an operation, and the actions on it: none while the chain has reopened it. */
export function ResultPanel({ runner, state, result, message, open, since }: Props) {
  const verdict = verdictOf(result)
  const unit = useUnit(movesTokens(state.kind) ? state.mint : undefined)
  const { shown, more } = listedErrors(result, state.kind)
  return (
    <Card label="Result">
      <h2 className={css.head}>
        {open ? <Loader size={18} aria-hidden="true" /> : icons[verdict]}
        <span>{open ? 'Open Again' : titles[verdict]}</span>
        <CloseButton aria-label="Close result" onClick={runner.clear} />
      </h2>
      {!open && verdict !== 'failed' && (
        // Its line stays when it is empty: the lines below do not move.
        <p className={css.message} data-verdict={verdict} role="status">
          {message}
        </p>
      )}
      {open && (
        <>
          <Text size="sm" role="status" mb="sm">
            The network has revised this operation. Its outcome is shown here once it is certain; until then
            nothing is sent again or undone.
          </Text>
          {open.status === 'resolving' && <ResolvingPanel operationId={open.id} />}
        </>
      )}
      {since && <UndoneNote operation={since} unit={unit} />}
      <div className={css.receipt}>
        <Receipt lines={receiptLines(state, result, unit)} />
      </div>
      {!open && shown.length > 0 && (
        <ul className={css.errors} aria-label="Errors">
          {shown.map((error, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the list never changes, and names may repeat
            <li key={index}>
              <strong>{error.walletName}</strong>: {error.text}
              {error.chain !== error.text && <span className={css.chain}>{error.chain}</span>}
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
            {suggestionsFor(state.kind).map((text) => (
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
              kind={state.kind}
              failed={result.summary.failedTransfers}
              confirmed={result.summary.successfulTransfers}
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
