import type { Control } from '../agents.ts'
import { getAgent, toAgentState } from '../ownership.ts'
import type { AgentsParts } from '../parts.ts'

export async function pauseStrategy(
  { db, strategies }: AgentsParts,
  userId: number,
  id: string,
  strategyId?: string | null,
): ReturnType<Control['pause']> {
  const agent = await getAgent(db, userId, id)
  await strategies.control.pause(userId, agent.id, strategyId)
  const live = await strategies.lookups.findLive(userId, agent.id)
  const status = toAgentState(live)
  const unwatched = live && strategies.control.unwatched(live)
  const paused = unwatched ? `paused; ${unwatched}` : 'paused'
  return {
    status,
    message:
      status === 'paused'
        ? `The strategy is ${paused}.`
        : status === 'stopping'
          ? 'An order is still in flight. The strategy pauses as soon as its outcome is known and places no new orders.'
          : 'The strategy has ended in the meantime.',
  }
}

export async function resumeStrategy(
  { db, strategies }: AgentsParts,
  userId: number,
  id: string,
  strategyId?: string | null,
): ReturnType<Control['resume']> {
  await strategies.control.resume(userId, (await getAgent(db, userId, id)).id, strategyId)
  return { status: 'running', message: 'Strategy resumed.' }
}
