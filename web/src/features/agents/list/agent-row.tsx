import { IconAlertTriangle, IconLoader, IconPlayerPause } from '@tabler/icons-react'
import type { Agent } from '@purser/contract/agents/agents.ts'
import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import { Gain } from '#features/strategies/index.ts'
import { usdWords } from '#ui/formats/amount-words.ts'
import { agentName } from '../agent-name.ts'
import { type AgentBadge, findBadge } from './agent-badge.ts'
import { strategySummary } from '../strategies/strategy-summary.ts'
import css from './agent-list.module.css'

type Props = {
  agent: Agent
  /** The strategy that it runs, or ran last; undefined while unknown. */
  present: Strategy | undefined
  offline: boolean
  selected: boolean
  onSelect: () => void
}

/** One agent: its name, its badge, its strategy, and its profit. */
export function AgentRow({ agent, present, offline, selected, onSelect }: Props) {
  const name = agentName(agent.name)
  const badge = findBadge(agent, offline)
  const doing = present && strategySummary(present)
  return (
    <button
      type="button"
      className={`plain-button ${css.agent}`}
      aria-current={selected}
      title={[name, doing].filter(Boolean).join(': ')}
      onClick={onSelect}
    >
      <span className={css.line}>
        <span className={css.name}>{name}</span>
        {badge && <Marker badge={badge} />}
      </span>
      <span className={css.line}>
        <span className={css.doing}>
          {doing ?? (agent.strategies.length === 0 ? 'No strategy yet' : ' ')}
        </span>
        {present && present.pnl !== null && (
          <span className={css.profit}>
            <Gain value={present.pnl} text={usdWords(present.pnl, true)} />
          </span>
        )}
      </span>
    </button>
  )
}

/** The badge is not shown by colour alone. */
const icons = { paused: IconPlayerPause, stopping: IconLoader, error: IconAlertTriangle }

function Marker({ badge: { kind, text } }: { badge: AgentBadge }) {
  if (kind === 'active') return <span className={`status-dot ${css.state} ${css.active}`}>{text}</span>
  const Icon = kind === 'ended' || kind === 'offline' ? undefined : icons[kind]
  return (
    <span className={`${css.state} ${css[kind]}`}>
      {Icon && <Icon size={12} aria-hidden="true" />}
      {text}
    </span>
  )
}
