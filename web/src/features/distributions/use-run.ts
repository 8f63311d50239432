import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { newKey } from '#wire/idempotency.ts'
import { countOf, runOperation, type Run, type Wish } from './run-operation.ts'
import { advance, beginRun, type Kind, type RunEvent, type RunState } from './run-state.ts'
import { groupedKey } from './use-holders.ts'

/** What arrives is shown at most this often: ten thousand messages must not mean ten thousand renderings. */
const SHOW_MS = 100
/** Progress and words of success leave after this. */
const CLEAR_MS = 3_000

export const operationsKey = ['operations']
export const operationKey = (id: string) => [...operationsKey, id]

export type Runner = {
  state: RunState | undefined
  busy: boolean
  /** The run has been over for 3 s: only its result stays. */
  cleared: boolean
  /** One call for one confirmation by the user: it makes the key. */
  start: (wish: Wish) => void
  /** Follows an operation that is under way. */
  resume: (kind: Kind, operationId: string) => void
  /** The same request under the same key, when nobody knows whether it began. */
  again: () => void
  clear: () => void
}

/** `onMoved` is called when a run is over in which something was confirmed. */
export function useRun(onMoved?: () => void): Runner {
  const client = useQueryClient()
  const [state, setState] = useState<RunState>()
  const [cleared, setCleared] = useState(false)
  const current = useRef<{ stop: AbortController; request: Run['request'] }>(undefined)
  const moved = useRef(onMoved)
  useEffect(() => {
    moved.current = onMoved
  }, [onMoved])
  useEffect(() => () => current.current?.stop.abort(), [])

  const launch = useCallback(
    (first: RunState, run: Omit<Run, 'tell' | 'signal' | 'kind'>) => {
      current.current?.stop.abort()
      const stop = new AbortController()
      current.current = { stop, request: run.request }
      setState(first)
      setCleared(false)
      let now = first
      let waiting: RunEvent[] = []
      let timer: ReturnType<typeof setTimeout> | undefined
      const show = () => {
        timer = undefined
        if (stop.signal.aborted) return
        now = advance(now, waiting)
        waiting = []
        setState(now)
      }
      const tell = (event: RunEvent) => {
        waiting.push(event)
        timer ??= setTimeout(show, SHOW_MS)
      }
      const over = () => {
        clearTimeout(timer)
        show()
        if (stop.signal.aborted) return
        void client.invalidateQueries({ queryKey: operationsKey })
        void client.invalidateQueries({ queryKey: groupedKey })
        if (now.phase !== 'over') return
        if (now.completed > 0) moved.current?.()
        setTimeout(() => !stop.signal.aborted && setCleared(true), CLEAR_MS)
      }
      void runOperation({ ...run, kind: first.kind, tell, signal: stop.signal }).then(over, over)
    },
    [client],
  )
  const start = useCallback(
    (wish: Wish) =>
      launch(beginRun(wish.kind, countOf(wish)), { request: { wish, key: newKey() }, maybeSent: false }),
    [launch],
  )
  const resume = useCallback(
    (kind: Kind, operationId: string) =>
      launch(beginRun(kind, 0, operationId), { operationId, maybeSent: true }),
    [launch],
  )
  const again = useCallback(() => {
    const request = current.current?.request
    if (request) launch(beginRun(request.wish.kind, countOf(request.wish)), { request, maybeSent: true })
  }, [launch])
  const clear = useCallback(() => {
    current.current?.stop.abort()
    setState(undefined)
    setCleared(false)
  }, [])
  const phase = state?.phase
  return {
    state,
    busy: phase === 'connecting' || phase === 'running' || phase === 'unknown',
    cleared,
    start,
    resume,
    again,
    clear,
  }
}
