/**
 * Runs by the place (tab or page) where they began. They continue when it is left and, saved until their outcome is
 * certain, survive a reload; logout ends them here.
 */
import { liveTexts } from '@purser/contract/live-texts.ts'
import type { QueryClient } from '@tanstack/react-query'
import { onSession, token } from '#wire/session.ts'
import { type ConfirmedRequest, countOf, type FundsRequest, mintOf } from '../funds-request.ts'
import type { Kind } from '../kinds.ts'
import { runOperation } from './run-operation.ts'
import { advance, beginRun, type RunEvent, type RunState } from './run-state.ts'
import { deleteRun, howToRestore, savedRun, type SavedRun, saveRun } from './saved-run.ts'
import { groupedKey, heldTokensKey } from '../query-keys.ts'

/** Messages are rendered at most this often, however many arrive. */
const SHOW_MS = 100
/** After this the progress of a run that ended is hidden; its result stays. */
const CLEAR_MS = 3_000

export const operationsKey = ['operations']
export const operationKey = (id: string) => [...operationsKey, id]
export const runningKey = [...operationsKey, 'running']

/** `cleared`: the run has been over for 3 s, and only its result stays. */
export type View = { state: RunState; cleared: boolean }
/** The place where a run began, and its user. Without a user it is not saved. */
export type Place = { name: string; userId: number | undefined; client: QueryClient }
type Confirmed = ConfirmedRequest & { at: number }
type ActiveRun = {
  view: View
  stop: AbortController
  confirmed: Confirmed | undefined
  operationId: string | undefined
}

const runs = new Map<string, ActiveRun>()
/** The times when operations ended here: an answer requested before may still list them as running. */
const ended = new Map<string, number>()
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

export function onRuns(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const viewOf = (name: string): View | undefined => runs.get(name)?.view
/** In milliseconds; undefined while it has not ended here. */
export const endedAt = (operationId: string): number | undefined => ended.get(operationId)
/** Tells whether it ended after `requestedAt`; an answer requested later knows more, since it may be open again. */
export const endedSince = (operationId: string, requestedAt: number): boolean =>
  (ended.get(operationId) ?? Number.NEGATIVE_INFINITY) >= requestedAt
/** Returns the place among these that follows the operation. */
export const placeOf = <N extends string>(operationId: string, names: readonly N[]): N | undefined =>
  names.find((name) => runs.get(name)?.operationId === operationId)
export const isBusy = (state: RunState | undefined) =>
  state?.phase === 'connecting' || state?.phase === 'running' || state?.phase === 'unknown'
/** Returns the place among these that has a run without a certain outcome. */
export const busyPlace = <N extends string>(names: readonly N[], userId: number | undefined): N | undefined =>
  names.find((name) => isBusy(viewOf(name)?.state)) ??
  names.find((name) => userId !== undefined && savedRun(userId, name) !== undefined)

type Start = {
  first: RunState
  confirmed?: Confirmed | undefined
  operationId?: string
  maybeSent: boolean
}

function launch(place: Place, { first, confirmed, operationId, maybeSent }: Start): void {
  const { name, userId, client } = place
  runs.get(name)?.stop.abort()
  const stop = new AbortController()
  const live: ActiveRun = { view: { state: first, cleared: false }, stop, confirmed, operationId }
  runs.set(name, live)
  const save = (unknown: boolean) => {
    if (!confirmed || userId === undefined) return
    const known = live.operationId === undefined ? {} : { operationId: live.operationId }
    saveRun(userId, name, { ...confirmed, ...known, unknown })
  }
  // Saved before anything is sent: a reload right after must find the key.
  save(false)
  changed()
  let waiting: RunEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const show = () => {
    timer = undefined
    if (stop.signal.aborted || waiting.length === 0) return
    live.view = { state: advance(live.view.state, waiting), cleared: false }
    waiting = []
    changed()
  }
  const emit = (event: RunEvent) => {
    if (stop.signal.aborted) return
    waiting.push(event)
    timer ??= setTimeout(show, SHOW_MS)
    const id = operationIdOf(event)
    if (id !== undefined && id !== live.operationId) {
      live.operationId = id
      save(false)
      void client.invalidateQueries({ queryKey: runningKey })
    }
    if (event.type === 'unknown') save(true)
  }
  const finish = () => {
    clearTimeout(timer)
    show()
    if (stop.signal.aborted) return
    const { state } = live.view
    if (!isBusy(state)) {
      if (userId !== undefined && confirmed) deleteRun(userId, name)
      if (live.operationId !== undefined) ended.set(live.operationId, Date.now())
    }
    void client.invalidateQueries({ queryKey: operationsKey })
    void client.invalidateQueries({ queryKey: groupedKey })
    void client.invalidateQueries({ queryKey: heldTokensKey })
    if (state.phase !== 'ended') return
    setTimeout(() => {
      if (stop.signal.aborted) return
      live.view = { state, cleared: true }
      changed()
    }, CLEAR_MS)
  }
  const run = { kind: first.kind, maybeSent, emit, signal: stop.signal }
  void runOperation({
    ...run,
    ...(confirmed ? { confirmed } : {}),
    ...(operationId === undefined ? {} : { operationId }),
  }).then(finish, finish)
}

function operationIdOf(event: RunEvent): string | undefined {
  if (event.type === 'polled') return event.detail.id
  if (event.type === 'started') return event.operationId
  if (event.type === 'task') return event.message.task_id
  if (event.type === 'answer') return event.answer.operationId
  if (event.type === 'message' && 'operationId' in event.message) return event.message.operationId
  return undefined
}

const firstOf = (request: FundsRequest): RunState =>
  beginRun(request.kind, countOf(request), { mint: mintOf(request) })

/** Call it once per confirmation by the user, with the key made for it. */
export function startRun(place: Place, request: FundsRequest, key: string): void {
  const confirmed = { request, key, at: Date.now() }
  launch(place, { first: firstOf(request), confirmed, maybeSent: false })
}

/** Follows an operation that is running. */
export const resumeRun = (place: Place, kind: Kind, operationId: string): void =>
  launch(place, { first: beginRun(kind, 0, { operationId }), operationId, maybeSent: true })

/** Sends the same request under the same key, when it is unknown whether it began. */
export function sendAgain(place: Place): void {
  const confirmed = runs.get(place.name)?.confirmed
  if (confirmed) relaunch(place, confirmed)
}

const relaunch = (place: Place, confirmed: Confirmed): void =>
  launch(place, { first: firstOf(confirmed.request), confirmed, maybeSent: true })

/** Restores the state saved before a reload, unless something runs here. */
export function restoreRun(place: Place): void {
  const { name, userId } = place
  if (userId === undefined || runs.has(name)) return
  const saved = savedRun(userId, name)
  if (saved) restore(place, saved)
}

function restore(place: Place, saved: SavedRun): void {
  const { request, key, at, operationId } = saved
  const confirmed = { request, key, at }
  const how = howToRestore(saved, Date.now())
  if (how === 'resume' && operationId !== undefined) {
    const first = beginRun(request.kind, 0, { operationId, mint: mintOf(request) })
    return launch(place, { first, confirmed, operationId, maybeSent: true })
  }
  if (how === 'send') return relaunch(place, confirmed)
  const state: RunState = { ...firstOf(request), phase: 'unknown', warning: liveTexts.lost }
  const view = { state, cleared: false }
  runs.set(place.name, { view, stop: new AbortController(), confirmed, operationId: undefined })
  changed()
}

/** Removes a run whose outcome is certain from the screen; any other stays. */
export function clearRun(name: string): void {
  const live = runs.get(name)
  if (!live || isBusy(live.view.state)) return
  live.stop.abort()
  runs.delete(name)
  changed()
}

onSession(() => {
  if (token() !== null) return
  for (const live of runs.values()) live.stop.abort()
  runs.clear()
  ended.clear()
  changed()
})
