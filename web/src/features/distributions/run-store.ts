/**
 * Runs by the place where they were begun: they outlive the tab or page that shows them, and, being kept until their outcome
 * is certain, a reload. Only a logout ends them here.
 */
import { liveTexts } from '@purser/contract/distribution-texts.ts'
import type { QueryClient } from '@tanstack/react-query'
import { onSession, token } from '#wire/session.ts'
import { forgetRun, howToTakeUp, keepRun, keptRun, type KeptRun } from './kept-run.ts'
import { countOf, runOperation, type Wish } from './run-operation.ts'
import { advance, beginRun, type Kind, type RunEvent, type RunState } from './run-state.ts'
import { groupedKey } from './use-holders.ts'

/** What arrives is shown at most this often: ten thousand messages must not mean ten thousand renderings. */
const SHOW_MS = 100
/** Progress and words of success leave after this. */
const CLEAR_MS = 3_000

export const operationsKey = ['operations']
export const operationKey = (id: string) => [...operationsKey, id]
export const runningKey = [...operationsKey, 'running']

/** `cleared`: the run has been over for 3 s, and only its result stays. */
export type View = { state: RunState; cleared: boolean }
/** Who begins a run and where. Without a user it is not kept. */
export type Place = { name: string; userId: number | undefined; client: QueryClient }
type Request = { wish: Wish; key: string; at: number }
type Live = {
  view: View
  stop: AbortController
  request: Request | undefined
  operationId: string | undefined
}

const lives = new Map<string, Live>()
/** Operations that ended here, and when: an older answer may still name them as running. */
const ended = new Map<string, number>()
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}

export function onRuns(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
export const viewOf = (name: string): View | undefined => lives.get(name)?.view
/** Milliseconds; undefined: it has not ended here. */
export const endedAt = (operationId: string): number | undefined => ended.get(operationId)
/** Whether an answer that was asked for at `asked` knows less: asked later, it may be open again. */
export const endedSince = (operationId: string, asked: number): boolean =>
  (ended.get(operationId) ?? Number.NEGATIVE_INFINITY) >= asked
/** Which of these places follows the operation. */
export const placeOf = <N extends string>(operationId: string, names: readonly N[]): N | undefined =>
  names.find((name) => lives.get(name)?.operationId === operationId)
export const isBusy = (state: RunState | undefined) =>
  state?.phase === 'connecting' || state?.phase === 'running' || state?.phase === 'unknown'
/** Which of these places has a run that is not certain yet. */
export const busyPlace = <N extends string>(names: readonly N[], userId: number | undefined): N | undefined =>
  names.find((name) => isBusy(viewOf(name)?.state)) ??
  names.find((name) => userId !== undefined && keptRun(userId, name) !== undefined)

type Start = { first: RunState; request?: Request | undefined; operationId?: string; maybeSent: boolean }

function launch(place: Place, { first, request, operationId, maybeSent }: Start): void {
  const { name, userId, client } = place
  lives.get(name)?.stop.abort()
  const stop = new AbortController()
  const live: Live = { view: { state: first, cleared: false }, stop, request, operationId }
  lives.set(name, live)
  const keep = (unknown: boolean) => {
    if (!request || userId === undefined) return
    const known = live.operationId === undefined ? {} : { operationId: live.operationId }
    keepRun(userId, name, { ...request, ...known, unknown })
  }
  // Before anything is sent: a reload in the next moment must find the key.
  keep(false)
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
  const tell = (event: RunEvent) => {
    if (stop.signal.aborted) return
    waiting.push(event)
    timer ??= setTimeout(show, SHOW_MS)
    const id = operationIdOf(event)
    if (id !== undefined && id !== live.operationId) {
      live.operationId = id
      keep(false)
      void client.invalidateQueries({ queryKey: runningKey })
    }
    if (event.type === 'unknown') keep(true)
  }
  const over = () => {
    clearTimeout(timer)
    show()
    if (stop.signal.aborted) return
    const { state } = live.view
    if (!isBusy(state)) {
      if (userId !== undefined && request) forgetRun(userId, name)
      if (live.operationId !== undefined) ended.set(live.operationId, Date.now())
    }
    void client.invalidateQueries({ queryKey: operationsKey })
    void client.invalidateQueries({ queryKey: groupedKey })
    if (state.phase !== 'over') return
    setTimeout(() => {
      if (stop.signal.aborted) return
      live.view = { state, cleared: true }
      changed()
    }, CLEAR_MS)
  }
  const run = { kind: first.kind, maybeSent, tell, signal: stop.signal }
  void runOperation({
    ...run,
    ...(request ? { request } : {}),
    ...(operationId === undefined ? {} : { operationId }),
  }).then(over, over)
}

function operationIdOf(event: RunEvent): string | undefined {
  if (event.type === 'asked') return event.detail.id
  if (event.type === 'answer') return event.answer.operationId
  if (event.type === 'message' && 'operationId' in event.message) return event.message.operationId
  return undefined
}

/** One call for one confirmation by the user, under the key made for it. */
export function startRun(place: Place, wish: Wish, key: string): void {
  const request = { wish, key, at: Date.now() }
  launch(place, { first: beginRun(wish.kind, countOf(wish)), request, maybeSent: false })
}

/** Follows an operation that is under way. */
export const resumeRun = (place: Place, kind: Kind, operationId: string): void =>
  launch(place, { first: beginRun(kind, 0, operationId), operationId, maybeSent: true })

/** The same request under the same key, when nobody knows whether it began. */
export function askAgain(place: Place): void {
  const request = lives.get(place.name)?.request
  if (!request) return
  const { wish } = request
  launch(place, { first: beginRun(wish.kind, countOf(wish)), request, maybeSent: true })
}

/** What was kept over a reload, unless something runs here. */
export function takeUpKept(place: Place): void {
  const { name, userId } = place
  if (userId === undefined || lives.has(name)) return
  const kept = keptRun(userId, name)
  if (kept) takeUp(place, kept)
}

function takeUp(place: Place, { wish, key, at, operationId, ...rest }: KeptRun): void {
  const request = { wish, key, at }
  const how = howToTakeUp({ ...rest, wish, key, at, operationId }, Date.now())
  if (how === 'resume' && operationId !== undefined)
    return launch(place, {
      first: beginRun(wish.kind, 0, operationId),
      request,
      operationId,
      maybeSent: true,
    })
  const first = beginRun(wish.kind, countOf(wish))
  if (how === 'ask') return launch(place, { first, request, maybeSent: true })
  const state: RunState = { ...first, phase: 'unknown', warning: liveTexts.lost }
  const view = { state, cleared: false }
  lives.set(place.name, { view, stop: new AbortController(), request, operationId: undefined })
  changed()
}

/** What is shown of a run that is certain goes; any other stays. */
export function clearRun(name: string): void {
  const live = lives.get(name)
  if (!live || isBusy(live.view.state)) return
  live.stop.abort()
  lives.delete(name)
  changed()
}

onSession(() => {
  if (token() !== null) return
  for (const live of lives.values()) live.stop.abort()
  lives.clear()
  ended.clear()
  changed()
})
