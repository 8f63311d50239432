import { Button } from '@mantine/core'
import { getAgent } from '@purser/contract/agents/agents.ts'
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
type StrategyButtonProps = { verb: StrategyVerb; label: string; agentId: number; strategyId: string }

function StrategyButton({ verb, label, agentId, strategyId }: StrategyButtonProps) {
  const { working, act, close } = useStrategy({ agentId, strategyId, complain: async (line) => toast(line) })
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
