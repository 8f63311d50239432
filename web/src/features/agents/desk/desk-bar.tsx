import { ActionIcon, Badge, Skeleton } from '@mantine/core'
import '@mantine/core/styles/Skeleton.css'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { percentText } from '@purser/contract/market/percent-text.ts'
import type { Agent, AgentState } from '@purser/contract/agents/agents.ts'
import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { type ReactNode, Suspense, useState } from 'react'
import { Gain } from '#features/strategies/index.ts'
import { Age } from '#ui/dates/age.tsx'
import { compactWords, usdWords } from '#ui/formats/amount-words.ts'
import { lazyWhenIdle } from '#ui/lazy-when-idle.tsx'
import { agentName } from '../agent-name.ts'
import { HeldBackButton } from '../controls/held-back-button.tsx'
import { StrategyControls } from '../controls/strategy-controls.tsx'
import { strategySummary } from '../strategies/strategy-summary.ts'
import { badges } from '../controls/strategy-verbs.ts'
import type { useStrategy } from '../controls/use-strategy.ts'
import css from './desk-bar.module.css'

const DeleteAgentModal = lazyWhenIdle(() =>
  import('./delete-agent-modal.tsx').then((m) => m.DeleteAgentModal),
)
const RenameAgentModal = lazyWhenIdle(() =>
  import('./rename-agent-modal.tsx').then((m) => m.RenameAgentModal),
)

type Props = {
  agent: Agent
  state: AgentState
  /** The strategy that runs, or ran last. */
  strategy: Strategy | undefined
  /** There is a strategy, which is not loaded yet. */
  loading: boolean
  /** When everything here was last known (ms), if it is not the present state. */
  staleAt: number | undefined
  controls: ReturnType<typeof useStrategy>
  wallet: ReactNode
  onDeleted: () => void
}

/** The fixed bar: the agent, its strategy and standing, its controls, and the wallet. */
export function DeskBar(props: Props) {
  const { agent, state, strategy, loading, staleAt, controls, wallet, onDeleted } = props
  const [asking, setAsking] = useState<'rename' | 'delete'>()
  const close = () => setAsking(undefined)
  const name = agentName(agent.name)
  const badge = controls.working ? badges.stopping : badges[state]
  return (
    <header className={`surface ${css.bar}`} data-testid="desk-bar">
      <div className={css.agent}>
        <div className={css.who}>
          <h2 className={css.title} title={name}>
            {name}
          </h2>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Rename ${name}`}
            title="Rename agent"
            onClick={() => setAsking('rename')}
          >
            <IconPencil size={15} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`Delete ${name}`}
            title="Delete agent"
            onClick={() => setAsking('delete')}
          >
            <IconTrash size={15} />
          </ActionIcon>
        </div>
        {strategy && (
          <span className={css.doing} title={strategy.plan.goal}>
            {strategySummary(strategy)}
          </span>
        )}
        {/* The line is there while it loads: the name above it does not move. */}
        {!strategy &&
          (loading ? (
            <span className={css.blank}>&nbsp;</span>
          ) : (
            <span className={css.none}>No strategy yet</span>
          ))}
      </div>
      {strategy && (
        <>
          <Badge
            className={css.badge ?? ''}
            color={badge.color}
            variant="filled"
            tt="none"
            data-testid="strategy-status"
          >
            {badge.text}
          </Badge>
          <Figures strategy={strategy} />
          <StrategyControls state={state} strategy={strategy} controls={controls} />
          <HeldBackButton strategy={strategy} />
          {staleAt !== undefined && <Age at={staleAt} />}
        </>
      )}
      {loading && <Skeleton w={380} className={css.waiting ?? ''} />}
      <div className={css.wallet}>{wallet}</div>
      <Suspense fallback={null}>
        {asking === 'rename' && <RenameAgentModal agent={agent} onClose={close} />}
        {asking === 'delete' && <DeleteAgentModal agent={agent} onClose={close} onDeleted={onDeleted} />}
      </Suspense>
    </header>
  )
}

/** The two figures of the desk: profit and position. */
function Figures({ strategy }: { strategy: Strategy }) {
  const { plan, held, pnl, return_percent: gain } = strategy
  return (
    <dl className={css.figures}>
      <div className={css.profit} title="Profit and loss, fees included">
        <dt>
          P&L
          {gain !== null && <span className={css.percent}> {percentText(gain)}</span>}
        </dt>
        <dd data-testid="strategy-profit">
          <Gain value={pnl} text={pnl === null ? '' : usdWords(pnl, true)} />
        </dd>
      </div>
      <div className={css.position} title={`${held} ${symbolInPlan(plan)}`}>
        <dt>Position</dt>
        <dd data-testid="strategy-position">
          {compactWords(held, '').trimEnd()} <span className={css.unit}>{symbolInPlan(plan)}</span>
        </dd>
      </div>
    </dl>
  )
}
