import { Button, Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { IconPlus } from '@tabler/icons-react'
import type { Agent } from '@purser/contract/agents.ts'
import type { Known } from '#wire/caches.ts'
import { useConnection } from '#wire/use-connection.ts'
import { StaleNote } from '#ui/stale-note.tsx'
import { agentName } from './agent-name.ts'
import css from './agent-list.module.css'

type Props = {
  agents: Known<Agent[]> | undefined
  loading: boolean
  selected: number | undefined
  onSelect: (id: number) => void
  onCreate: () => void
  creating: boolean
}

export function AgentList({ agents, loading, selected, onSelect, onCreate, creating }: Props) {
  // Fresher than the last poll of the agents.
  const down = useConnection() === 'down'
  return (
    <nav className={`surface ${css.panel}`} aria-labelledby="my-agents">
      <div className={css.head}>
        <h2 id="my-agents" className={css.title}>
          My Agents
        </h2>
        <Button size="compact-sm" leftSection={<IconPlus size={14} />} onClick={onCreate} disabled={creating}>
          Create Agent
        </Button>
      </div>
      {agents?.stale && <StaleNote at={agents.at} />}
      {loading && [1, 2, 3].map((n) => <Skeleton key={n} h={34} mb={6} />)}
      {agents?.value.length === 0 && (
        <Text size="sm" c="dimmed">
          No agents found
        </Text>
      )}
      <ul className={css.list}>
        {agents?.value.map((agent) => (
          <li key={agent.id}>
            <button
              type="button"
              className={`plain-button ${css.agent}`}
              aria-current={agent.id === selected}
              onClick={() => onSelect(agent.id)}
            >
              <span className={css.name}>{agentName(agent.name)}</span>
              {agents.stale || down ? (
                <span className={css.offline}>offline</span>
              ) : (
                agent.active && <span className={`status-dot ${css.active}`}>Active</span>
              )}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
