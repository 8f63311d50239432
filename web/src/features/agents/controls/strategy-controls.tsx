import type { AgentState } from '@purser/contract/agents/agents.ts'
import type { Strategy } from '@purser/contract/strategies/strategies.ts'
import { Suspense, useState } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { lazyWhenIdle } from '#ui/lazy-when-idle.tsx'
import { clickOnce } from '#ui/buttons/press-once.ts'
import { labels, verbs } from './strategy-verbs.ts'
import type { useStrategy } from './use-strategy.ts'
import css from '../desk/desk-bar.module.css'

const ClosePositionModal = lazyWhenIdle(() =>
  import('./close-position-modal.tsx').then((m) => m.ClosePositionModal),
)
const RestartModal = lazyWhenIdle(() => import('./restart-modal.tsx').then((m) => m.RestartModal))

type Props = {
  state: AgentState
  strategy: Strategy
  controls: ReturnType<typeof useStrategy>
}

/** Pause or Resume, Stop, Close position; Start once it has ended. */
export function StrategyControls({ state, strategy, controls }: Props) {
  const { working, act, close, choice, choose, dismiss } = controls
  const [closing, setClosing] = useState(false)
  const isLive = state === 'running' || state === 'paused'
  const holds = Number(strategy.held) > 0
  return (
    <div className={css.buttons} role="group" aria-label="Strategy">
      {verbs[state].map((verb) => (
        <BusyButton
          key={verb}
          size="compact-sm"
          variant="default"
          busy={working !== undefined}
          onClick={clickOnce(() => act(verb))}
        >
          {labels[verb][working === verb ? 1 : 0]}
        </BusyButton>
      ))}
      {isLive && (
        <BusyButton
          size="compact-sm"
          variant="default"
          busy={working !== undefined}
          disabled={!holds}
          title={holds ? 'Sell everything it holds and end it' : 'It holds nothing'}
          onClick={() => setClosing(true)}
        >
          {working === 'close' ? (
            'Closing...'
          ) : (
            <span>
              Close<span className={css.object}> position</span>
            </span>
          )}
        </BusyButton>
      )}
      <Suspense fallback={null}>
        {closing && (
          <ClosePositionModal
            strategy={strategy}
            onClose={() => setClosing(false)}
            onConfirm={() => {
              setClosing(false)
              close()
            }}
          />
        )}
        {choice && <RestartModal choice={choice} onChoose={choose} onClose={dismiss} />}
      </Suspense>
    </div>
  )
}
