import { Loader, Skeleton, Text } from '@mantine/core'
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import type { TopUpLog } from '@purser/contract/top-ups.ts'
import { listSol } from '#features/distributions/index.ts'
import { solText } from '#ui/formats/amount-text.ts'
import { Address } from '#ui/formats/address.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { DateTime } from '#ui/dates/date-time.tsx'
import { loadText } from './load-text.ts'
import type { TopUps } from './use-top-ups.ts'
import css from './auto-tab.module.css'

export function TopUpLogs({ logs }: { logs: TopUps['logs'] }) {
  const entries = logs.data?.data.logs
  return (
    <Card label="Recent Distribution Logs">
      <h2 className={css.title}>Recent Distribution Logs</h2>
      {logs.isPending && <Skeleton h={120} />}
      {logs.isError && (
        <ErrorBox
          message={loadText(logs.error, 'Failed to load the logs')}
          onRetry={() => void logs.refetch()}
          retrying={logs.isFetching}
        />
      )}
      {entries?.length === 0 && (
        <Text size="sm" c="dimmed">
          No top-ups yet. Each one is listed here with its wallets, amount and outcome.
        </Text>
      )}
      {entries && entries.length > 0 && (
        <ul className={css.list}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Card>
  )
}

/** Anything that is neither completed nor failed is in progress. */
const stateOf = (status: TopUpLog['status']) =>
  status === 'completed' || status === 'failed' ? status : 'in progress'

const icons = {
  completed: <IconCircleCheck size={18} color="var(--good)" aria-hidden="true" />,
  failed: <IconCircleX size={18} color="var(--bad)" aria-hidden="true" />,
  'in progress': <Loader size={15} aria-hidden="true" />,
}

function Entry({ entry }: { entry: TopUpLog }) {
  const state = stateOf(entry.status)
  const sent = parseUnits(entry.amount_sent, SOL_DECIMALS)
  return (
    <li className={css.log} data-testid="top-up-log">
      <span className={css.icon} title={state}>
        {icons[state]}
        <span className="visually-hidden">{state}</span>
      </span>
      <div className={css.what}>
        <div>
          {entry.from_wallet_name} → {entry.to_wallet_name}
        </div>
        <div className={css.addresses}>
          <Address value={entry.from_wallet_address} what={`address of ${entry.from_wallet_name}`} />
          <Address value={entry.to_wallet_address} what={`address of ${entry.to_wallet_name}`} />
        </div>
        {entry.error_message !== null && <div className={css.error}>{entry.error_message}</div>}
      </div>
      <div className={css.sent}>
        <div className="num" title={`${solText(sent)} SOL`}>
          {listSol(sent)} SOL
        </div>
        <Text size="xs" c="dimmed" component="div">
          <DateTime at={entry.created_at} />
        </Text>
      </div>
    </li>
  )
}
