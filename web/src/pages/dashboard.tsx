import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { AgentDesk } from '#features/agents/agent-desk.tsx'
import { AgentList } from '#features/agents/agent-list.tsx'
import { FirstSteps } from '#features/agents/guide/first-steps.tsx'
import { useAgentParam } from '#features/agents/use-agent-param.ts'
import { useAgents, useCreateAgent } from '#features/agents/use-agents.ts'
import { useWalletChoice } from '#features/agents/use-wallet-choice.ts'
import { WalletArea } from '#features/agents/wallet-area.tsx'
import { useWalletConnection } from '#features/wallets/use-wallet-connection.ts'
import { ErrorBox } from '#ui/error-box.tsx'
import { QueryError } from '#ui/query-error.tsx'
import { PageSpinner } from '#ui/page-spinner.tsx'
import { Toasts } from '#ui/toast.tsx'
import { useTitle } from '#ui/use-title.ts'
import { sentence } from '#wire/fault.ts'
import css from './dashboard.module.css'

export function DashboardPage() {
  useTitle('Dashboard')
  const agents = useAgents()
  const [picked, setPicked] = useState<number>()
  useAgentParam(setPicked)
  const creation = useCreateAgent((agent) => setPicked(agent.id))
  const list = agents.data?.value
  // The first by default, or when the chosen one is deleted.
  const selected = list?.find((agent) => agent.id === picked) ?? list?.[0]
  const { choice, failure, staleAt } = useWalletChoice(selected?.id)
  const { state, busy, connect } = useWalletConnection(selected && choice.chosen?.address)
  const create = () => creation.mutate()
  return (
    <div className={css.page}>
      <Toasts />
      <h1 className="visually-hidden">Trading Agent Dashboard</h1>
      <div className={css.side}>
        <AgentList
          agents={agents.data}
          loading={agents.isPending}
          selected={selected?.id}
          onSelect={setPicked}
          onCreate={create}
          creating={creation.isPending}
        />
        {selected && <FirstSteps onCreateAgent={create} creating={creation.isPending} />}
      </div>
      <div className={css.main}>
        {creation.isError && (
          <ErrorBox message={sentence(creation.error, 'Failed to create agent. Please try again.')} />
        )}
        <QueryError query={agents} fallback="Failed to load agents. Please try again." />
        {agents.isPending && <PageSpinner label="Loading agents" />}
        {list && !selected && <Welcome onCreate={create} creating={creation.isPending} />}
        {selected && (
          <AgentDesk
            key={selected.id}
            agent={selected}
            choice={choice}
            onDeleted={() => setPicked(undefined)}
            wallet={
              <WalletArea
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
      </div>
    </div>
  )
}

function Welcome({ onCreate, creating }: { onCreate: () => void; creating: boolean }) {
  return (
    <section className={`surface ${css.welcome}`}>
      <h2 className={css.title}>Welcome to Trading Agent</h2>
      <Text c="dimmed" maw={460} ta="center">
        Create a new agent or select an existing one to get started with automated trading.
      </Text>
      <Button onClick={onCreate} disabled={creating}>
        Create Agent
      </Button>
      <FirstSteps onCreateAgent={onCreate} creating={creating} />
    </section>
  )
}
