/** What this tab waits for on the chat channels: only the tab that asked shows and saves what arrives. */
import { sessionKeys } from '@purser/contract/storage.ts'
import { readHere, removeHere, writeHere } from '#wire/storage.ts'
import * as z from 'zod/mini'

const Wait = z.object({ since: z.number(), for: z.enum(['plan', 'answer']) })
export type Wait = z.infer<typeof Wait>

/** Agents that were asked, also while the call is not answered yet. */
const asked = new Set<number>()
/** Agents whose chat is on screen in this tab. */
export const onScreen = new Set<number>()

export const waitingFor = {
  add: (agentId: number) => void asked.add(agentId),
  has: (agentId: number) => asked.has(agentId) || waitOf(agentId) !== undefined,
  delete(agentId: number): void {
    asked.delete(agentId)
    removeHere(sessionKeys.waiting(agentId))
  },
}

/** Outlives the page: whoever comes back to the agent, or reloads, asks for the outcome again. */
export const keepWait = (agentId: number, wait: Wait) => void writeHere(sessionKeys.waiting(agentId), wait)
export const waitOf = (agentId: number): Wait | undefined => readHere(sessionKeys.waiting(agentId), Wait)
