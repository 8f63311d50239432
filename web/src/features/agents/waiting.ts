import { sessionKeys } from '@purser/contract/storage.ts'
import { readHere, removeHere, writeHere } from '#wire/storage.ts'
import * as z from 'zod/mini'

/** Agents whose chat is on screen in this tab. */
export const onScreen = new Set<number>()

/** What an agent is asked for; `answered`: the call is, so that what was missed on the channel can be asked for. `saved`: its words stand in the history. */
export type Awaited = { kind: 'plan' | 'answer'; answered: boolean; since: number; saved?: true }

/** Over a reload only what was answered is kept: of anything else nobody knows whether it was asked. */
const Kept = z.object({ since: z.number(), for: z.enum(['plan', 'answer']) })

const awaited = new Map<number, Awaited>()
const looked = new Set<number>()
const listeners = new Set<() => void>()
let ids: readonly number[] = []
const changed = () => {
  ids = [...awaited.keys()]
  for (const listener of listeners) listener()
}

/** What this tab waited for before it was loaded again. */
function recall(agentId: number): void {
  looked.add(agentId)
  const kept = readHere(sessionKeys.waiting(agentId), Kept)
  if (!kept || awaited.has(agentId)) return
  awaited.set(agentId, { kind: kept.for, answered: true, since: kept.since })
  ids = [...awaited.keys()]
}

/** Agents that this tab waits for on the chat channel, whichever is on screen: only the tab that asked saves what arrives. */
export const waitingFor = {
  get: (agentId: number) => {
    if (!looked.has(agentId)) recall(agentId)
    return awaited.get(agentId)
  },
  /** The same array for as long as nothing changes. */
  ids: () => ids,
  set: (agentId: number, what: Awaited) => {
    awaited.set(agentId, what)
    if (what.answered) writeHere(sessionKeys.waiting(agentId), { since: what.since, for: what.kind })
    changed()
  },
  delete: (agentId: number) => {
    looked.add(agentId)
    removeHere(sessionKeys.waiting(agentId))
    if (awaited.delete(agentId)) changed()
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
