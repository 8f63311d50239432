import { Button } from '@mantine/core'
import { type AgentState, getAgent } from '@purser/contract/agents/agents.ts'
import type { ChatAction } from '@purser/contract/agents/conversation.ts'
import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import { Suspense, useState } from 'react'
import { NewGroupDialog } from '#features/wallets/index.ts'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { lazyWhenIdle } from '#ui/lazy-when-idle.tsx'
import { clickOnce } from '#ui/buttons/press-once.ts'
import { toast } from '#ui/toast.ts'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import { StopEverythingModal } from '../kill-switch/stop-everything.tsx'
import { useAgents } from '../use-agents.ts'
import { useStrategy } from '../controls/use-strategy.ts'
import css from './chat-panel.module.css'

const ClosePositionModal = lazyWhenIdle(() =>
  import('../controls/close-position-modal.tsx').then((m) => m.ClosePositionModal),
)

/** The buttons under an answer. Each acts like the one of the same name above the chart, after the same question. */
export function ChatActions({ actions }: { actions: ChatAction[] }) {
  if (actions.length === 0) return null
  return (
    <div className={css.choices} role="group" aria-label="Actions">
      {actions.map((action) => (
        <ActionButton key={action.label} action={action} />
      ))}
    </div>
  )
}

function ActionButton({ action }: { action: ChatAction }) {
  const { do: verb, agent_id: agentId, strategy_id: strategyId } = action
  if (verb === 'stop_all' || verb === 'create_group') return <DialogButton action={action} />
  if (agentId === undefined || strategyId === undefined) return null
  return <StrategyButton verb={verb} label={action.label} agentId={agentId} strategyId={strategyId} />
}

function DialogButton({ action }: { action: ChatAction }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button size="xs" variant="default" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {action.label}
      </Button>
      <Suspense fallback={null}>
        {open && action.do === 'stop_all' && <StopEverythingModal onClose={close} />}
        {open && action.do === 'create_group' && <NewGroupDialog name={action.name ?? ''} onClose={close} />}
      </Suspense>
    </>
  )
}

type StrategyVerb = 'stop' | 'pause' | 'resume' | 'close'
/** The states in which a button acts, and what it says in another. */
const ABLE: Record<StrategyVerb, readonly AgentState[]> = {
  stop: ['running', 'paused'],
  pause: ['running'],
  resume: ['paused'],
  close: ['running', 'paused'],
}
const STATES: Record<AgentState, string> = {
  running: 'running',
  paused: 'paused',
  stopping: 'stopping...',
  stopped: 'stopped',
}

type StrategyButtonProps = { verb: StrategyVerb; label: string; agentId: number; strategyId: string }

function StrategyButton({ verb, label, agentId, strategyId }: StrategyButtonProps) {
  const { working, act, close } = useStrategy({ agentId, strategyId, complain: async (line) => toast(line) })
  const agent = useAgents().data?.value.find(({ id }) => id === agentId)
  // The answer stays on screen after its strategy has stopped, and another may run by then.
  const isCurrent = agent?.strategies.some(({ id }) => id === strategyId) ?? true
  const state = isCurrent ? agent?.status : 'stopped'
  const [closing, setClosing] = useState<Strategy>()
  const askToClose = async () => {
    try {
      const { strategies } = await call(getAgent, { params: { id: agentId } })
      const found = strategies.find(({ id }) => id === strategyId)
      if (found) setClosing(found)
    } catch (error) {
      toast(`Error closing the position: ${sentence(error, 'Unknown error')}`)
    }
  }
  if (agent && state && !working && !ABLE[verb].includes(state))
    return (
      <Button size="xs" variant="default" disabled>
        {agent.name} is {STATES[state]}
      </Button>
    )
  return (
    <>
      <BusyButton
        size="xs"
        variant="default"
        busy={working !== undefined}
        onClick={verb === 'close' ? () => void askToClose() : clickOnce(() => act(verb))}
      >
        {label}
      </BusyButton>
      <Suspense fallback={null}>
        {closing && (
          <ClosePositionModal
            strategy={closing}
            onClose={() => setClosing(undefined)}
            onConfirm={() => {
              setClosing(undefined)
              close()
            }}
          />
        )}
      </Suspense>
    </>
  )
}
