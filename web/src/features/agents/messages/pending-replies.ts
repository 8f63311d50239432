import { sessionKeys } from '@purser/contract/storage.ts'
import { readHere, removeHere, writeHere } from '#wire/storage/storage.ts'
import * as z from 'zod/mini'

/** Agents whose chat is on screen in this tab. */
export const onScreen = new Set<number>()

/**
 * The wait of the chat. `answered`: the call has been answered, so a missed channel message can be requested again.
 * `saved`: its text is in the history already.
 */
export type PendingReply = {
  kind: 'plan' | 'answer'
  answered: boolean
  since: number
  saved?: true | undefined
}

/** Only answered calls are stored over a reload: others may not have reached the server. */
const Stored = z.object({
  since: z.number(),
  for: z.enum(['plan', 'answer']),
  saved: z.optional(z.literal(true)),
})

const pending = new Map<number, PendingReply>()
/** The newest instruction whose answer was shown, by agent: copies of the answer may still arrive. */
const shown = new Map<number, number>()
const restored = new Set<number>()
const listeners = new Set<() => void>()
let ids: readonly number[] = []
const changed = () => {
  ids = [...pending.keys()]
  for (const listener of listeners) listener()
}

/** Restores the wait of this tab from before a reload. */
function restore(agentId: number): void {
  restored.add(agentId)
  const stored = readHere(sessionKeys.waiting(agentId), Stored)
  if (!stored || pending.has(agentId)) return
  const { for: kind, ...rest } = stored
  pending.set(agentId, { kind, answered: true, ...rest })
  ids = [...pending.keys()]
}

/**
 * The waits of this tab on chat channels, by agent, on screen or not: only the tab that sent the message saves the
 * answer.
 */
export const pendingReplies = {
  get: (agentId: number) => {
    if (!restored.has(agentId)) restore(agentId)
    return pending.get(agentId)
  },
  /** Tells whether the answer to this instruction, or to a newer one, has been shown. */
  wasShown: (agentId: number, parse: number | undefined) =>
    parse !== undefined && parse <= (shown.get(agentId) ?? 0),
  showed: (agentId: number, parse: number | undefined) => {
    if (parse !== undefined) shown.set(agentId, parse)
  },
  /** Referentially stable while nothing changes. */
  ids: () => ids,
  set: (agentId: number, what: PendingReply) => {
    pending.set(agentId, what)
    const { kind, answered, ...rest } = what
    if (answered) writeHere(sessionKeys.waiting(agentId), { for: kind, ...rest })
    changed()
  },
  delete: (agentId: number) => {
    restored.add(agentId)
    removeHere(sessionKeys.waiting(agentId))
    if (pending.delete(agentId)) changed()
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
