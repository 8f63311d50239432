import { ActionIcon, Skeleton, Text } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconPlus } from '@tabler/icons-react'
import type { Agent } from '@purser/contract/agents/agents.ts'
import type { ListedStrategy, Strategy, StrategyTotals } from '@purser/contract/strategies/strategies.ts'
import { Gain } from '#features/strategies/index.ts'
import { usdWords } from '#ui/formats/amount-words.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import type { Known } from '#wire/storage/cache.ts'
import { useConnection } from '#wire/use-connection.ts'
import { StaleNote } from '#ui/states/stale-note.tsx'
import { clickOnce } from '#ui/buttons/press-once.ts'
import { AgentRow } from './agent-row.tsx'
import { type Creation, ListError, type Loading } from '../desk/agent-errors.tsx'
import { currentStrategy, useAgent } from '../use-agents.ts'
import { totalProfit } from './total-profit.ts'
import { useCurrentStrategies } from './use-current-strategies.ts'
import css from './agent-list.module.css'

type Props = {
  agents: Known<Agent[]> | undefined
  loading: boolean
  selected: number | undefined
  onSelect: (id: number) => void
  onCreate: () => void
  creation: Creation
  /** The one of the two that is shown here when it fails. */
  failures: { creation?: Creation; loading?: Loading }
  folded: boolean
  onFold: (folded: boolean) => void
}

type SelectedProps = {
  agent: Agent
  listed: ListedStrategy | undefined
  offline: boolean
  onSelect: () => void
}

/** It uses the answer that fills the bar too: the two never differ. */
function SelectedRow({ agent, listed, offline, onSelect }: SelectedProps) {
  const { data } = useAgent(agent.id)
  const present = (data && currentStrategy(data)) ?? listed
  return <AgentRow agent={agent} present={present} offline={offline} selected onSelect={onSelect} />
}

function totalTitle({ more, strategies }: StrategyTotals): string {
  const count = `${strategies.toLocaleString('en')} ${strategies === 1 ? 'strategy' : 'strategies'}`
  return `${more ? `The newest ${count}` : count} that bought something, fees included`
}

type TotalProps = { totals: StrategyTotals | undefined; shown?: Strategy | undefined }

/** The profit of all agents together. Its line is there while it loads: the list below it does not move. */
function Total({ totals, shown }: TotalProps) {
  const pnl = totals ? totalProfit(totals, shown) : null
  return (
    <div className={css.total} title={totals && totalTitle(totals)} data-testid="all-agents-profit">
      <span>P&L of all agents</span>
      {pnl === null ? <span>–</span> : <Gain value={pnl} text={usdWords(pnl, true)} />}
    </div>
  )
}

/** It adds up with the row of the selected agent at every moment. */
function TotalOnDesk({ totals, selected }: TotalProps & { selected: number }) {
  const { data } = useAgent(selected)
  return <Total totals={totals} shown={data && currentStrategy(data)} />
}

const AnyTotal = ({ totals, selected }: TotalProps & { selected: number | undefined }) =>
  selected === undefined ? <Total totals={totals} /> : <TotalOnDesk totals={totals} selected={selected} />

export function AgentList(props: Props) {
  const { agents, loading, selected, onSelect, onCreate, creation, failures, folded, onFold } = props
  const down = useConnection() === 'down'
  const current = useCurrentStrategies().data
  const Fold = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse
  return (
    <nav
      className={`surface ${css.panel} ${folded ? css.folded : ''}`}
      aria-labelledby="my-agents"
      data-testid="agents"
    >
      <div className={css.head}>
        <h2 id="my-agents" className={css.title}>
          My Agents
        </h2>
        <ActionIcon
          className={css.fold}
          variant="subtle"
          color="gray"
          aria-label={folded ? 'Unfold the list' : 'Fold the list'}
          title={folded ? 'Unfold the list' : 'Fold the list'}
          aria-expanded={!folded}
          onClick={() => onFold(!folded)}
        >
          <Fold size={17} />
        </ActionIcon>
      </div>
      <BusyButton
        className={css.create}
        size="compact-sm"
        variant="default"
        leftSection={<IconPlus size={14} />}
        onClick={clickOnce(onCreate)}
        busy={creation.isPending}
      >
        Create Agent
      </BusyButton>
      {agents?.value.some(({ strategies }) => strategies.length > 0) && (
        <AnyTotal totals={current?.totals} selected={selected} />
      )}
      {agents?.stale && <StaleNote at={agents.at} />}
      {loading && [1, 2, 3].map((n) => <Skeleton key={n} h={48} mb={4} />)}
      {agents?.value.length === 0 && (
        <Text size="sm" c="dimmed" className={css.none}>
          No agents found
        </Text>
      )}
      {agents && (
        <ul className={css.list}>
          {agents.value.map((agent) => (
            <li key={agent.id}>
              {agent.id === selected ? (
                <SelectedRow
                  agent={agent}
                  listed={current?.byAgent.get(agent.id)}
                  offline={agents.stale || down}
                  onSelect={() => onSelect(agent.id)}
                />
              ) : (
                <AgentRow
                  agent={agent}
                  present={current?.byAgent.get(agent.id)}
                  offline={agents.stale || down}
                  selected={false}
                  onSelect={() => onSelect(agent.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      <ListError
        creation={failures.creation}
        loading={failures.loading}
        folded={folded}
        onUnfold={() => onFold(false)}
      />
    </nav>
  )
}
