import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useAuth } from '#features/accounts/index.ts'
import { newKey } from '#wire/idempotency.ts'
import type { Wish } from './run-operation.ts'
import type { Kind, RunState } from './run-state.ts'
import {
  askAgain,
  clearRun,
  isBusy,
  onRuns,
  resumeRun,
  runningKey,
  startRun,
  takeUpKept,
  viewOf,
  type Place,
} from './run-store.ts'

export type Runner = {
  /** Where it was begun: one place has one run. */
  place: string
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
  /** Of what is certain; any other run stays. */
  clear: () => void
}

/**
 * The run of a place. Left while it runs it goes on, and is there again when one comes back; one that had ended is gone then.
 * `onMoved` is called when a run is over in which something was confirmed.
 */
export function useRun(name: string, onMoved?: () => void): Runner {
  const client = useQueryClient()
  const userId = useAuth()?.user?.id
  const view = useSyncExternalStore(onRuns, () => viewOf(name))
  const place = useMemo<Place>(() => ({ name, userId, client }), [name, userId, client])
  useEffect(() => takeUpKept(place), [place])
  useEffect(
    () => () => {
      clearRun(name)
      void client.invalidateQueries({ queryKey: runningKey })
    },
    [name, client],
  )
  const moved = useRef(onMoved)
  useEffect(() => {
    moved.current = onMoved
  }, [onMoved])
  const state = view?.state
  const good = state?.phase === 'over' && state.completed > 0 ? state : undefined
  useEffect(() => {
    if (good) moved.current?.()
  }, [good])
  const acts = useMemo(
    () => ({
      start: (wish: Wish) => startRun(place, wish, newKey()),
      resume: (kind: Kind, operationId: string) => resumeRun(place, kind, operationId),
      again: () => askAgain(place),
      clear: () => clearRun(name),
    }),
    [place, name],
  )
  return { place: name, state, busy: isBusy(state), cleared: view?.cleared ?? false, ...acts }
}
