import type { ListedStrategy, StrategyStatus } from '@purser/contract/strategies/strategies.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { clickOnce } from '#ui/buttons/press-once.ts'
import { toast } from '#ui/toast.ts'
import { agentName } from '../agent-name.ts'
import { useStrategy, type Verb } from '../controls/use-strategy.ts'
import css from './strategy-list.module.css'

const verbs: Record<StrategyStatus, Exclude<Verb, 'start'>[]> = {
  active: ['pause', 'stop'],
  paused: ['resume', 'stop'],
  stopping: [],
  stopped: [],
  completed: [],
  failed: [],
}
const labels: Record<Exclude<Verb, 'start'>, [rest: string, busy: string]> = {
  stop: ['Stop', 'Stopping...'],
  pause: ['Pause', 'Pausing...'],
  resume: ['Resume', 'Resuming...'],
}

type Props = { strategy: ListedStrategy; disabled: boolean }

/** The terminal's buttons in the list. */
export function StrategyActions({ strategy, disabled }: Props) {
  const { working, act } = useStrategy({
    agentId: strategy.agent_id,
    strategyId: strategy.id,
    complain: async (line) => toast(line),
  })
  return (
    <div className={css.buttons}>
      {verbs[strategy.status].map((verb) => (
        <BusyButton
          key={verb}
          size="compact-xs"
          variant="default"
          aria-label={`${labels[verb][working === verb ? 1 : 0]} the strategy of ${agentName(strategy.agent_name)}`}
          busy={working !== undefined}
          disabled={disabled}
          onClick={clickOnce(() => act(verb))}
        >
          {labels[verb][working === verb ? 1 : 0]}
        </BusyButton>
      ))}
    </div>
  )
}
