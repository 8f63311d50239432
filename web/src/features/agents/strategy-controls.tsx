import { Button } from '@mantine/core'
import type { AgentState } from '@purser/contract/agents.ts'
import type { Strategy } from '@purser/contract/strategies.ts'
import { type RefObject, Suspense, useState } from 'react'
import { lazySoon } from '#ui/lazy-soon.tsx'
import { clickOnce } from '#ui/press-once.ts'
import { useKeptFocus } from '#ui/use-kept-focus.ts'
import { labels, verbs } from './strategy-verbs.ts'
import type { useStrategy } from './use-strategy.ts'
import css from './desk-bar.module.css'

const ClosePositionModal = lazySoon(() =>
  import('./close-position-modal.tsx').then((m) => m.ClosePositionModal),
)
const RestartModal = lazySoon(() => import('./restart-modal.tsx').then((m) => m.RestartModal))

type Props = {
  state: AgentState
  strategy: Strategy
  controls: ReturnType<typeof useStrategy>
  /** Has the focus after a start. */
  group: RefObject<HTMLDivElement | null>
}

/** Pause or Resume, Stop, Close position; Start once it has ended. */
export function StrategyControls({ state, strategy, controls, group }: Props) {
  const { working, act, close, choice, choose, dismiss } = controls
  const [closing, setClosing] = useState(false)
  const focus = useKeptFocus<HTMLDivElement>()
  const isLive = state === 'running' || state === 'paused'
  const holds = Number(strategy.held) > 0
  return (
    <div ref={group} className={css.buttons} role="group" aria-label="Strategy" tabIndex={-1} {...focus}>
      {verbs[state].map((verb) => (
        <Button
          key={verb}
          size="compact-sm"
          variant="default"
          disabled={working !== undefined}
          onClick={clickOnce(() => act(verb))}
        >
          {labels[verb][working === verb ? 1 : 0]}
        </Button>
      ))}
      {isLive && (
        <Button
          size="compact-sm"
          variant="default"
          disabled={working !== undefined || !holds}
          title={holds ? 'Sell all that it holds and end it' : 'It holds nothing'}
          onClick={() => setClosing(true)}
        >
          {working === 'close' ? (
            'Closing...'
          ) : (
            <span>
              Close<span className={css.object}> position</span>
            </span>
          )}
        </Button>
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
