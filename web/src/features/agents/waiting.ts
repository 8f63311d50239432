/** Agents whose chat is on screen in this tab. */
export const onScreen = new Set<number>()

/** What an agent is asked for; `answered`: the call is, so that what was missed on the channel can be asked for. */
export type Awaited = { kind: 'plan' | 'answer'; answered: boolean }

const awaited = new Map<number, Awaited>()
const listeners = new Set<() => void>()
let ids: readonly number[] = []
const changed = () => {
  ids = [...awaited.keys()]
  for (const listener of listeners) listener()
}

/** Agents that this tab waits for on the chat channel, whichever is on screen: only the tab that asked saves what arrives. */
export const waitingFor = {
  get: (agentId: number) => awaited.get(agentId),
  /** The same array for as long as nothing changes. */
  ids: () => ids,
  set: (agentId: number, what: Awaited) => {
    awaited.set(agentId, what)
    changed()
  },
  delete: (agentId: number) => {
    if (awaited.delete(agentId)) changed()
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
