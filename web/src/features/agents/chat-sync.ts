/**
 * Saves chat messages in order. A message is queued in the browser first and removed only when the server has stored it,
 * each under its own idempotency key, so that an outage or a closed tab neither loses nor doubles one.
 */
import { addChat, type ChatMessage } from '@purser/contract/agents.ts'
import { call } from '#wire/api.ts'
import { chatQueue, type QueuedMessage } from '#wire/caches.ts'
import { connection, onConnection } from '#wire/connection.ts'
import { isDown, WireFault } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'
import { redactKeys } from '#wire/redact.ts'
import { forSaves } from '#wire/retry.ts'
import { onSession, token } from '#wire/session.ts'

const queues = new Map<number, QueuedMessage[]>()
const busy = new Set<number>()

const queueOf = (agentId: number) => {
  let queue = queues.get(agentId)
  if (!queue) queues.set(agentId, (queue = chatQueue.read(agentId)))
  return queue
}

/** The plan that a message shows, the question that it asks. */
export type ShownIn = { planId?: number | undefined; questionId?: number | undefined }

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
  queueOf(agentId).push(message)
  chatQueue.write(agentId, queueOf(agentId))
  void syncChat(agentId)
}

/** Messages to this agent that the server has not stored yet. */
export const unsynced = (agentId: number): readonly QueuedMessage[] => queueOf(agentId)

/** Sends the queue, oldest first; stops while the server is unavailable. */
export async function syncChat(agentId: number): Promise<void> {
  if (busy.has(agentId)) return
  busy.add(agentId)
  try {
    for (let next = queueOf(agentId)[0]; next && token() !== null; next = queueOf(agentId)[0]) {
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
      if (queueOf(agentId)[0] === next) queueOf(agentId).shift()
      chatQueue.write(agentId, queueOf(agentId))
    }
  } finally {
    busy.delete(agentId)
  }
}

onConnection(() => {
  if (connection() === 'live') for (const agentId of queues.keys()) void syncChat(agentId)
})
onSession(() => {
  if (token() === null) queues.clear()
})
