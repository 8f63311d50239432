import { Anchor, Button, Group, Stack } from '@mantine/core'
import { LIVE_RECONNECTS } from '@purser/contract/limits.ts'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { activityOf } from '#app/paths.ts'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { ProgressPanel } from './progress-panel.tsx'
import { liveText } from './progress.ts'
import { ResolvingPanel } from '../operation/resolving-panel.tsx'
import { ResultPanel } from './result-panel.tsx'
import { outcomeText, type RunState } from '../run/run-state.ts'
import { useAfterEnd } from '../operation/use-after-end.ts'
import type { Runner } from '../run/use-run.ts'
import css from './run-panels.module.css'

/** The run of a tab: its progress, which becomes its result in the same place. */
export function RunPanels({ runner }: { runner: Runner }) {
  const { cleared } = runner
  const after = useAfterEnd(runner.state)
  const state = after?.state
  const open = after?.open
  const place = useRef<HTMLDivElement>(null)
  const started = state !== undefined
  // The button that started it may be far below.
  useEffect(() => {
    if (!started) return
    place.current?.scrollIntoView({ block: 'nearest' })
    // That button is disabled while it runs, and the browser takes the focus from it.
    if (document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [started])
  if (!state) return null
  const outcome = open ? undefined : outcomeText(state)
  const good = state.phase === 'ended' && state.completed > 0
  const message = good && !cleared && !open ? outcome : undefined
  const result = state.phase === 'ended' ? state.result : undefined
  return (
    <Stack
      gap="sm"
      mb="md"
      ref={place}
      tabIndex={-1}
      role="group"
      aria-label="Progress and result"
      className={css.panels ?? ''}
    >
      {/* The step that failed is shown if nothing arrived. */}
      {state.phase !== 'refused' && !(result && good) && !cleared && <ProgressPanel state={state} />}
      {state.phase === 'running' && state.status === 'resolving' && state.operationId !== undefined && (
        <ResolvingPanel operationId={state.operationId} />
      )}
      {state.warning !== undefined && <Unresolved state={state} again={runner.again} />}
      {state.phase === 'refused' && (
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <div style={{ flex: 1 }}>
            <ErrorBox message={state.detail ? `${state.error} (${state.detail})` : (state.error ?? '')} />
          </div>
          <Button variant="default" size="compact-sm" onClick={runner.clear}>
            Dismiss
          </Button>
        </Group>
      )}
      {!result && message !== undefined && (
        <div className={css.said} data-partly={state.failed > 0} role="status">
          {message}
        </div>
      )}
      {state.phase === 'ended' && !good && outcome !== undefined && <ErrorBox message={outcome} />}
      {result && <ResultPanel {...{ runner, state, result, message, open }} since={after?.since} />}
    </Stack>
  )
}

/** The outcome is not certain: the warning, with the last reported state. */
function Unresolved({ state, again }: { state: RunState; again: () => void }) {
  return (
    <div className={`amber-note ${css.warning}`} role="alert">
      <p>{state.warning}</p>
      <p className="num" data-testid="live-state">
        {state.phase === 'unknown'
          ? 'The server has not confirmed whether it began. Asking again sends the same request under the same key, so it executes once.'
          : `Last heard: ${liveText(state)}.`}
        {state.attempt > 0 && ` Reconnecting, attempt ${state.attempt} of ${LIVE_RECONNECTS}.`}
      </p>
      <Group gap="sm">
        {state.phase === 'unknown' && (
          <Button size="compact-sm" variant="default" onClick={again}>
            Ask again
          </Button>
        )}
        {state.operationId !== undefined && (
          <Anchor
            component={Link}
            to={activityOf(state.operationId)}
            size="sm"
            c="inherit"
            underline="always"
          >
            Open in Activity
          </Anchor>
        )}
      </Group>
    </div>
  )
}
