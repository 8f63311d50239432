import { Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { useState } from 'react'
import { AgentDesk } from '#features/agents/desk/agent-desk.tsx'
import { DeskError } from '#features/agents/desk/agent-errors.tsx'
import { AgentList } from '#features/agents/list/agent-list.tsx'
import { DeskNav } from '#features/agents/desk/desk-nav.tsx'
import { DeskWelcome } from '#features/agents/desk/desk-welcome.tsx'
import { FirstSteps } from '#features/agents/guide/first-steps.tsx'
import { useAgents, useCreateAgent } from '#features/agents/use-agents.ts'
import { useDeskPlace } from '#features/agents/desk/use-desk-place.ts'
import { useWalletChoice } from '#features/agents/wallet/use-wallet-choice.ts'
import { WalletArea } from '#features/agents/wallet/wallet-area.tsx'
import { useWalletConnection } from '#features/wallets/use-wallet-connection.ts'
import { PageSpinner } from '#ui/states/page-spinner.tsx'
import { useTitle } from '#ui/use-title.ts'
import { deskLayout } from '#wire/storage/caches.ts'
import css from './dashboard.module.css'

/** One full and fixed screen: its parts scroll by themselves, the page does not. */
export function DashboardPage() {
  useTitle('Dashboard')
  const place = useDeskPlace()
  const { go } = place
  const [folded, setFolded] = useState(() => deskLayout.read().folded)
  const agents = useAgents()
  const [made, setMade] = useState<number>()
  const creation = useCreateAgent((agent) => go({ agent: agent.id, part: 'chat' }), setMade)
  const list = agents.data?.value
  // The first by default, or when the chosen one is deleted.
  const selected = list?.find((agent) => agent.id === place.agent) ?? list?.[0]
  const { choice, failure, staleAt } = useWalletChoice(selected?.id)
  const { state, busy, connect } = useWalletConnection(selected && choice.chosen?.address)
  const create = () => {
    if (!creation.isPending) creation.mutate()
  }
  const fold = (next: boolean) => {
    setFolded(next)
    deskLayout.write({ ...deskLayout.read(), folded: next })
  }
  const isWelcome = list !== undefined && !selected
  // It includes a retry, during which the query is pending again.
  const isFailed = list === undefined && agents.errorUpdateCount > 0
  const isLoading = agents.isPending && !isFailed
  return (
    <div className={css.page} data-folded={folded} data-part={place.part} data-failed={isFailed}>
      <h1 className="visually-hidden">Trading Agent Dashboard</h1>
      <div className={css.side} data-desk="agents">
        <AgentList
          agents={agents.data}
          loading={isLoading}
          selected={selected?.id}
          onSelect={(id) => go({ agent: id, part: 'chat' })}
          onCreate={create}
          creation={creation}
          failures={{ ...(isWelcome ? {} : { creation }), ...(isFailed ? {} : { loading: agents }) }}
          folded={folded}
          onFold={fold}
        />
        {selected && !folded && <FirstSteps />}
      </div>
      {isLoading && <DeskSkeleton />}
      {isFailed && <DeskError loading={agents} />}
      {isWelcome && <DeskWelcome onCreate={create} creation={creation} />}
      {selected && (
        <AgentDesk
          key={selected.id}
          agent={selected}
          isNew={made === selected.id}
          choice={choice}
          tab={place.tab}
          onTab={(tab) => go({ tab }, true)}
          onDeleted={() => go({ agent: undefined }, true)}
          wallet={
            <WalletArea
              key={selected.id}
              choice={choice}
              failure={failure}
              staleAt={staleAt}
              connection={state}
              busy={busy}
              onConnect={(address) => void connect(address)}
            />
          }
        />
      )}
      <DeskNav part={place.part} onPart={(part) => go({ part })} />
    </div>
  )
}

/** Takes the places of the bar, the chart and the chat before their contents are known. */
function DeskSkeleton() {
  return (
    <>
      <Skeleton className={`${css.bar} ${css.barWaiting}`} radius={10} />
      <div className={`surface ${css.middle}`} data-desk="chart">
        <PageSpinner label="Loading agents" />
      </div>
      <Skeleton className={css.chat ?? ''} radius={10} data-desk="chat" />
    </>
  )
}
