import type { TerminalLog } from '@purser/contract/agents.ts'
import { memo, useLayoutEffect, useRef } from 'react'
import { lineColour, splitProfit } from './line-colour.ts'
import type { Terminal } from './use-terminal.ts'
import css from './terminal-panel.module.css'

/** How near the end counts as reading the newest line, in pixels. */
const AT_END = 24

/** The log itself: follows the newest line unless the reader scrolled up. */
export function TerminalLines({ terminal, externalId }: { terminal: Terminal; externalId: string }) {
  const { lines, phase } = terminal
  const box = useRef<HTMLDivElement>(null)
  const following = useRef(true)
  useLayoutEffect(() => {
    if (lines.length > 0 && following.current && box.current) box.current.scrollTop = box.current.scrollHeight
  }, [lines])
  const scrolled = () => {
    const it = box.current
    if (it) following.current = it.scrollHeight - it.scrollTop - it.clientHeight < AT_END
  }
  return (
    <div
      ref={box}
      className={css.log}
      role="log"
      aria-label="Terminal log"
      aria-live="off"
      tabIndex={0}
      onScroll={scrolled}
    >
      {lines.length === 0 && phase === 'loading' && <p className={css.note}>Loading terminal history...</p>}
      {lines.length === 0 && phase === 'failed' && (
        <p className={css.note}>
          Error loading terminal history.
          <br />
          Will attempt to reconnect automatically.
        </p>
      )}
      {lines.length === 0 && phase === 'ready' && (
        <p className={css.note}>
          Waiting for strategy execution...
          <br />
          External ID: {externalId}
        </p>
      )}
      {lines.map((line) => (
        <Line key={line.id} line={line} />
      ))}
    </div>
  )
}

const Line = memo(function Line({ line }: { line: TerminalLog }) {
  const { head, profit } = splitProfit(line.message)
  return (
    <div className={`${css.line} ${css[lineColour(line.message)]}`}>
      <span className={css.time} title={line.timestamp}>
        [{new Date(line.timestamp).toLocaleTimeString('en-GB')}]
      </span>{' '}
      {head}
      {profit && <span className={css.success}>{profit}</span>}
    </div>
  )
})
