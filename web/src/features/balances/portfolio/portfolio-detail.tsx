import { Skeleton, Tabs, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import '@mantine/core/styles/Tabs.css'
import type { PortfolioSummary } from '@purser/contract/balances/portfolio.ts'
import type { View } from '#features/wallets/index.ts'
import { useState } from 'react'
import { QueryError } from '#ui/states/query-error.tsx'
import { TimeAgo } from '#ui/dates/time-ago.tsx'
import { isDown } from '#wire/fault.ts'
import { CommittedFunds } from './committed-funds.tsx'
import { AgentProfits, GroupProfits, ProfitFigures } from './portfolio-figures.tsx'
import type { usePortfolio } from './use-portfolio.ts'
import css from './portfolio-panel.module.css'

type Props = { query: ReturnType<typeof usePortfolio>['query']; view: View }

/**
 * Profit of the shown wallets, and by group, by agent and by purpose one click away; all of one time, which it names.
 */
export function PortfolioDetail({ query, view }: Props) {
  const [tab, setTab] = useState<string | null>(null)
  const summary = query.data
  if (query.isPending)
    return (
      <Skeleton
        className={css.waitingDetail ?? ''}
        data-view={view}
        role="status"
        aria-label="Loading the profit"
      />
    )
  // The chart above says that nobody answers, and its retry loads both.
  if (!summary && isDown(query.error)) return null
  if (!summary) return <QueryError query={query} fallback="The profit could not be loaded." />
  if (summary.at === null) return null
  return (
    <div className={css.detail} data-view={view}>
      <ScopedProfit summary={summary} view={view} />
      <Text size="xs" c="dimmed" mt={4} role="status">
        Excludes deposits and withdrawals. Updated <TimeAgo at={summary.at} />.
        {query.isError && ' The figures could not be refreshed.'}
      </Text>
      <Tabs value={tab} onChange={setTab} allowTabDeactivation mt="xs" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="groups">By group</Tabs.Tab>
          <Tabs.Tab value="agents">By agent</Tabs.Tab>
          <Tabs.Tab value="committed">Committed funds</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="groups">
          <GroupProfits groups={summary.groups} />
        </Tabs.Panel>
        <Tabs.Panel value="agents">
          <AgentProfits agents={summary.agents} />
        </Tabs.Panel>
        <Tabs.Panel value="committed">
          <CommittedFunds committed={summary.committed} />
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}

function ScopedProfit({ summary, view }: { summary: PortfolioSummary; view: View }) {
  if (view === 'ungrouped')
    return <Text size="sm">Profit is recorded for all wallets and for each group.</Text>
  if (view === 'all') return <ProfitFigures summary={summary} />
  // Nothing is recorded yet for a new group.
  const windows = summary.groups.find(({ id }) => id === view)?.windows ?? []
  return <ProfitFigures summary={{ ...summary, windows }} />
}
