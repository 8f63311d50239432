import { Badge, Button } from '@mantine/core'
import type { AgentState } from '@purser/contract/agents.ts'
import type { StrategyStatus } from '@purser/contract/strategies.ts'
import { ParityButton } from '#features/strategies/index.ts'
import { ErrorBox } from '#ui/error-box.tsx'
import { StaleNote } from '#ui/stale-note.tsx'
import { UNSTABLE_ATTEMPTS } from '#wire/live-retry.ts'
import { RestartModal } from './restart-modal.tsx'
import { TerminalLines } from './terminal-lines.tsx'
import type { Terminal } from './use-terminal.ts'
import { useStrategy, type Verb } from './use-strategy.ts'
import css from './terminal-panel.module.css'

type Props = {
  agentId: number
  externalId: string
  state: AgentState
  strategy: { id: string; status: StrategyStatus } | undefined
  terminal: Terminal
}

const badges: Record<AgentState, { text: string; color: string }> = {
  running: { text: 'Running', color: 'teal.9' },
  paused: { text: 'Paused', color: 'orange.9' },
  stopping: { text: 'Processing...', color: 'blue.9' },
  stopped: { text: 'Stopped', color: 'gray.7' },
}
const labels: Record<Verb, [rest: string, busy: string]> = {
  start: ['Start', 'Starting...'],
  stop: ['Stop', 'Stopping...'],
  pause: ['Pause', 'Pausing...'],
  resume: ['Resume', 'Resuming...'],
}
const verbs: Record<AgentState, Verb[]> = {
  running: ['stop', 'pause'],
  paused: ['stop', 'resume'],
  stopping: [],
  stopped: ['start'],
}
const TROUBLE_FAILURES = 3

export function TerminalPanel({ agentId, externalId, state, strategy, terminal }: Props) {
  const { working, act, choice, choose, dismiss } = useStrategy({
    agentId,
    strategyId: strategy?.id ?? null,
    complain: terminal.append,
  })
  const badge = working ? badges.stopping : badges[state]
  const live = terminal.channel.phase === 'open'
  return (
    <section className="surface surface-panel" aria-labelledby="terminal-title">
      <div className={css.head}>
        <h2 id="terminal-title" className={css.title}>
          Terminal
        </h2>
        {strategy && (
          <span className={css.id} title={strategy.id}>
            {strategy.id}
          </span>
        )}
        <Badge color={badge.color} variant="filled" tt="none" data-testid="strategy-status">
          {badge.text}
        </Badge>
        <div className={css.buttons}>
          {strategy &&
            verbs[state].map((verb) => (
              <Button
                key={verb}
                size="compact-sm"
                variant="default"
                disabled={working !== undefined}
                onClick={() => act(verb)}
              >
                {labels[verb][working === verb ? 1 : 0]}
              </Button>
            ))}
        </div>
      </div>
      <div className={css.tools}>
        <span className={`status-dot ${live ? css.live : css.polling}`}>{live ? 'Live' : 'Polling'}</span>
        {terminal.staleAt !== undefined && <StaleNote at={terminal.staleAt} />}
        {strategy && <ParityButton agentId={agentId} strategyId={strategy.id} />}
        <Button
          size="compact-xs"
          variant="default"
          disabled={terminal.empty}
          onClick={() => void terminal.clear()}
        >
          Clear
        </Button>
      </div>
      <Trouble terminal={terminal} />
      <TerminalLines terminal={terminal} externalId={externalId} />
      {choice && <RestartModal choice={choice} onChoose={choose} onClose={dismiss} />}
    </section>
  )
}

function Trouble({ terminal }: { terminal: Terminal }) {
  if (terminal.failures >= TROUBLE_FAILURES)
    return (
      <ErrorBox
        title="Connection Error"
        message="Unable to connect to trading agent after multiple attempts. Please try again later. Make sure the agent is active. Will attempt to reconnect automatically."
        onRetry={terminal.reload}
      />
    )
  if (terminal.channel.attempts >= UNSTABLE_ATTEMPTS)
    return (
      <div role="status" className={css.unstable}>
        Connection unstable - retrying with longer intervals
      </div>
    )
  return null
}
