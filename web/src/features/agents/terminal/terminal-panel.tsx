import { Button, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconDownload } from '@tabler/icons-react'
import { useDeferredValue, useState } from 'react'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { ToggleButton } from '#ui/buttons/toggle-button.tsx'
import { saveFile } from '#ui/save-file.ts'
import { Age } from '#ui/dates/age.tsx'
import { today } from '#ui/dates/today.ts'
import { UNSTABLE_ATTEMPTS } from '#wire/live/live-retry.ts'
import { agentName } from '../agent-name.ts'
import { fits, type LineFilter, linesText } from './line-filter.ts'
import { TerminalLines } from './terminal-lines.tsx'
import type { Terminal } from './use-terminal.ts'
import css from './terminal-panel.module.css'

type Props = {
  agent: { name: string; external_id: string }
  strategyId: string | undefined
  /** Something runs: only then does it matter that its lines are polled. */
  runs: boolean
  terminal: Terminal
}

const TROUBLE_FAILURES = 3

/** The log of an agent: its line, the filter of the lines, and the ways to export them. */
export function TerminalPanel({ agent, strategyId, runs, terminal }: Props) {
  const [text, setText] = useState('')
  const [errorsOnly, setErrorsOnly] = useState(false)
  // A busy terminal is filtered when there is time for it, and typing goes first.
  const filter: LineFilter = { text: useDeferredValue(text), errorsOnly }
  const live = terminal.channel.phase === 'open'
  const shown = () => linesText(terminal.store.lines().filter((line) => fits(line, filter)))
  const download = () =>
    saveFile(`terminal-${agentName(agent.name)}-${today()}.txt`, shown(), 'text/plain;charset=utf-8')
  return (
    <section className={css.panel} aria-label="Terminal">
      <div className={css.tools}>
        <div className={css.standing}>
          <span className={`status-dot ${live ? css.live : runs ? css.polling : css.resting}`}>
            {live ? 'Live' : 'Polling'}
          </span>
          {terminal.staleAt !== undefined && <Age at={terminal.staleAt} />}
          {strategyId !== undefined && (
            <span className={css.id} title={strategyId}>
              {strategyId}
            </span>
          )}
        </div>
        <TextInput
          className={css.filter}
          size="xs"
          type="search"
          placeholder="Filter lines..."
          aria-label="Filter lines"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <ToggleButton size="compact-xs" pressed={errorsOnly} onClick={() => setErrorsOnly(!errorsOnly)}>
          Errors only
        </ToggleButton>
        <CopyButton text={shown} label="Copy the lines" />
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconDownload size={13} />}
          disabled={terminal.empty}
          onClick={download}
        >
          Download
        </Button>
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
      <TerminalLines terminal={terminal} externalId={agent.external_id} filter={filter} />
    </section>
  )
}

function Trouble({ terminal }: { terminal: Terminal }) {
  if (terminal.failures >= TROUBLE_FAILURES)
    return (
      <div className={css.trouble} role="alert">
        <IconAlertTriangle size={16} aria-hidden="true" />
        <p>
          <strong>Connection Error</strong>{' '}
          <span>
            Unable to connect to trading agent after multiple attempts. Please try again later. Make sure the
            agent is active. Will attempt to reconnect automatically.
          </span>
        </p>
        <Button size="compact-xs" variant="default" onClick={terminal.reload}>
          Retry
        </Button>
      </div>
    )
  if (terminal.channel.attempts >= UNSTABLE_ATTEMPTS)
    return (
      <div role="status" className={css.unstable}>
        Connection unstable - retrying with longer intervals
      </div>
    )
  return null
}
