import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useAuth } from '#features/accounts/index.ts'
import { newKey } from '#wire/idempotency.ts'
import type { FundsRequest } from '../funds-request.ts'
import type { Kind } from '../kinds.ts'
import type { RunState } from './run-state.ts'
import {
  clearRun,
  isBusy,
  onRuns,
  resumeRun,
  restoreRun,
  runningKey,
  sendAgain,
  startRun,
  viewOf,
  type Place,
} from './run-store.ts'

export type Runner = {
  /** A place has at most one run. */
  place: string
  state: RunState | undefined
  busy: boolean
  /** It ended more than 3 s ago: only its result stays. */
  cleared: boolean
  /** Call it once per confirmation by the user: each call makes its own key. */
  start: (request: FundsRequest) => void
  /** Follows a running operation. */
  resume: (kind: Kind, operationId: string) => void
  /** Sends the same request under the same key, if it is unknown whether it began. */
  again: () => void
  /** Removes a run whose outcome is certain. */
  clear: () => void
}

/**
 * The run of a place. It goes on when the page is left and is shown again on return; a run that ended is cleared then.
 * `onMoved` is called when a run ends in which at least one transfer was confirmed.
 */
export function useRun(name: string, onMoved?: () => void): Runner {
  const client = useQueryClient()
  const userId = useAuth()?.user?.id
  const view = useSyncExternalStore(onRuns, () => viewOf(name))
  const place = useMemo<Place>(() => ({ name, userId, client }), [name, userId, client])
  useEffect(() => restoreRun(place), [place])
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
  const good = state?.phase === 'ended' && state.completed > 0 ? state : undefined
  useEffect(() => {
    if (good) moved.current?.()
  }, [good])
  const acts = useMemo(
    () => ({
      start: (request: FundsRequest) => startRun(place, request, newKey()),
      resume: (kind: Kind, operationId: string) => resumeRun(place, kind, operationId),
      again: () => sendAgain(place),
      clear: () => clearRun(name),
    }),
    [place, name],
  )
  return { place: name, state, busy: isBusy(state), cleared: view?.cleared ?? false, ...acts }
}
