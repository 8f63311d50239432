import { Button } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import type { TerminalLog } from '@purser/contract/agents/agents.ts'
import {
  memo,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { chunkLines, sameChunk } from './chunk-lines.ts'
import { lineColour, splitResult } from './line-colour.ts'
import { clockOf, fits, isFiltering, type LineFilter } from './line-filter.ts'
import type { Terminal } from './use-terminal.ts'
import css from './terminal-panel.module.css'

/** Distance from the end, in pixels, that counts as being at the end. */
const AT_END = 24
/** Estimated height of a line that was not laid out yet, in pixels. */
const LINE = 20
const UPWARD = ['ArrowUp', 'PageUp', 'Home']

type Props = { terminal: Terminal; externalId: string; filter: LineFilter }

/** Follows the newest line; after scrolling up it stays put until the end is reached again. */
export function TerminalLines({ terminal, externalId, filter }: Props) {
  const { store, phase } = terminal
  const newest = useSyncExternalStore(store.subscribe, store.lines)
  const clearings = store.clearings()
  const box = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const top = useRef(0)
  /** It changes at once, not with the next render: lines laid out on the way up must not lead back to the end. */
  const follows = useRef(true)
  /** The lines at the time the reader scrolled up: new ones would move the text. */
  const [held, setHeld] = useState<{ lines: TerminalLog[]; clearings: number }>()
  const holds = held !== undefined && held.clearings === clearings
  const all = holds ? held.lines : newest
  const { text, errorsOnly } = filter
  const lines = useMemo(
    () => (isFiltering({ text, errorsOnly }) ? all.filter((line) => fits(line, { text, errorsOnly })) : all),
    [all, text, errorsOnly],
  )
  const toEnd = useEffectEvent(() => {
    const it = box.current
    if (!it || !follows.current) return
    it.scrollTop = it.scrollHeight
    top.current = it.scrollTop
  })
  useLayoutEffect(() => {
    follows.current = !holds
    toEnd()
  }, [holds])

  // The end moves when lines are laid out or wrap anew. Scrolling when they arrive would lay them out twice.
  useEffect(() => {
    const [it, inner] = [box.current, content.current]
    if (!it || !inner) return
    const observer = new ResizeObserver(() => toEnd())
    observer.observe(inner)
    observer.observe(it)
    return () => observer.disconnect()
  }, [])

  const hold = () => {
    const it = box.current
    if (holds || !it || it.scrollTop === 0) return
    follows.current = false
    setHeld({ lines: all, clearings })
  }
  const scrolled = () => {
    const it = box.current
    if (!it) return
    const atEnd = it.scrollHeight - it.scrollTop - it.clientHeight < AT_END
    // Only on scrolling up: arriving lines move the end away too.
    if (!atEnd && it.scrollTop < top.current) hold()
    else if (atEnd && it.scrollTop > top.current) setHeld(undefined)
    top.current = it.scrollTop
  }
  return (
    <div className={css.frame}>
      <div
        ref={box}
        className={holds ? css.log : `${css.log} ${css.following}`}
        role="log"
        aria-label="Terminal log"
        aria-live="off"
        data-lines={lines.length}
        tabIndex={0}
        onScroll={scrolled}
        // Before the scroll event: the next line would undo its first pixels.
        onWheel={(event) => event.deltaY < 0 && hold()}
        onKeyDown={(event) => UPWARD.includes(event.key) && hold()}
      >
        {all.length === 0 && phase === 'loading' && <p className={css.note}>Loading terminal history...</p>}
        {all.length === 0 && phase === 'failed' && (
          <p className={css.note}>
            Error loading terminal history.
            <br />
            Will attempt to reconnect automatically.
          </p>
        )}
        {all.length === 0 && phase === 'ready' && (
          <p className={css.note}>
            Waiting for strategy execution...
            <br />
            External ID: {externalId}
          </p>
        )}
        {all.length > 0 && lines.length === 0 && <p className={css.note}>No line matches the filter.</p>}
        <div ref={content}>
          {chunkLines(lines).map((chunk) => (
            <Chunk key={chunk.key} lines={chunk.lines} />
          ))}
        </div>
      </div>
      {holds && (
        <Button
          className={css.newest}
          size="compact-xs"
          leftSection={<IconArrowDown size={14} />}
          onClick={() => setHeld(undefined)}
        >
          Go to the newest line
        </Button>
      )}
    </div>
  )
}

const Chunk = memo(
  function Chunk({ lines }: { lines: TerminalLog[] }) {
    return (
      <div className={css.chunk} style={{ containIntrinsicHeight: `auto ${lines.length * LINE}px` }}>
        {lines.map((line) => (
          <Line key={line.id} line={line} />
        ))}
      </div>
    )
  },
  (before, now) => sameChunk(before.lines, now.lines),
)

const Line = memo(function Line({ line }: { line: TerminalLog }) {
  const { head, result, isLoss } = splitResult(line.message)
  return (
    <div className={`${css.line} ${css[lineColour(line.message)]}`}>
      <span className={css.time} title={line.timestamp}>
        [{clockOf(line)}]
      </span>{' '}
      {head}
      {result && <span className={isLoss ? css.error : css.success}>{result}</span>}
    </div>
  )
})
