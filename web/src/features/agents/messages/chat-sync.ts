/**
 * Saves chat messages in order. A message is queued in the browser first and removed only when the server has stored
 * it, each under its own idempotency key, so that an outage or a closed tab neither loses nor doubles one.
 */
import { addChat, type ChatMessage } from '@purser/contract/agents/agents.ts'
import { call } from '#wire/api.ts'
import { chatQueue, type QueuedMessage } from '#wire/storage/caches.ts'
import { connection, onConnection } from '#wire/connection.ts'
import { isDown, WireFault } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'
import { redactKeys } from '#wire/storage/redact.ts'
import { forSaves } from '#wire/retry.ts'
import { onSession, token } from '#wire/session.ts'

/** Messages sent in this tab, for a browser that stores nothing. */
const mine = new Map<number, QueuedMessage[]>()
const busy = new Set<number>()

const mineOf = (agentId: number): QueuedMessage[] => {
  let queue = mine.get(agentId)
  if (!queue) mine.set(agentId, (queue = []))
  return queue
}

/** The plan that a message shows, and the question that it asks. */
export type ShownIn = { planId?: number | undefined; questionId?: number | undefined }

/** Messages to this agent that the server has not stored yet, of every tab of this browser. */
export function unsynced(agentId: number): readonly QueuedMessage[] {
  const stored = chatQueue.read(agentId)
  const known = new Set(stored.map(({ key }) => key))
  return [...stored, ...mineOf(agentId).filter(({ key }) => !known.has(key))]
}

function drop(agentId: number, key: string): void {
  mine.set(
    agentId,
    mineOf(agentId).filter((message) => message.key !== key),
  )
  chatQueue.drop(agentId, key)
}

export function saveMessage(
  agentId: number,
  role: ChatMessage['role'],
  content: string,
  { planId, questionId }: ShownIn = {},
): void {
  const message = {
    key: newKey(),
    role,
    content: redactKeys(content),
    timestamp: new Date().toISOString(),
    ...(planId === undefined ? {} : { planId }),
    ...(questionId === undefined ? {} : { questionId }),
  }
  mineOf(agentId).push(message)
  chatQueue.add(agentId, message)
  void syncChat(agentId)
}

/** Sends the queue, oldest first; stops while the server is unavailable. */
export async function syncChat(agentId: number): Promise<void> {
  if (busy.has(agentId)) return
  busy.add(agentId)
  // From now on the agent is synced after each outage.
  mineOf(agentId)
  try {
    for (let next = unsynced(agentId)[0]; next && token() !== null; next = unsynced(agentId)[0]) {
      const { key, role, content, planId, questionId } = next
      const body = { role, content, plan_id: planId, question_id: questionId }
      try {
        await call(addChat, { params: { id: agentId }, body, key, retry: forSaves })
      } catch (error) {
        // Refused for good (agent deleted, text too long): it would block the queue.
        const final =
          error instanceof WireFault && error.status >= 400 && error.status < 500 && error.status !== 429
        if (!final || error.status === 401 || isDown(error)) return
      }
      drop(agentId, key)
    }
  } finally {
    busy.delete(agentId)
  }
}

onConnection(() => {
  if (connection() === 'live') for (const agentId of mine.keys()) void syncChat(agentId)
})
onSession(() => {
  if (token() === null) mine.clear()
})
