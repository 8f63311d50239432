import { type HeldBack, heldBackText } from '@purser/contract/held-back.ts'
import { figureWords } from '@purser/contract/money.ts'
import { isLive } from '../../strategies/index.ts'
import type { Control } from '../agents.ts'
import { getAgent } from '../ownership.ts'
import type { AgentsParts } from '../parts.ts'

/** Says why its sale does not go out yet; null: it is not held back. */
function heldBackIn(row: { state: { heldBack?: { found: HeldBack } } } | undefined): string | null {
  const found = row?.state.heldBack?.found
  return found ? `The sale is held back, ${heldBackText(found)} Nothing new is started.` : null
}

export async function stopStrategy(
  { db, strategies }: AgentsParts,
  userId: number,
  id: string,
  strategyId?: string | null,
): ReturnType<Control['stop']> {
  const agent = await getAgent(db, userId, id)
  const ended = await strategies.control.stop(userId, agent.id, strategyId)
  if (ended === 'completed' || ended === 'failed')
    return { status: 'stopped', message: 'The strategy had ended already. No order is open.' }
  if (ended !== 'stopping')
    return { status: 'stopped', message: 'The strategy is stopped. No order is open.' }
  const heldBack = heldBackIn(await strategies.lookups.findLive(userId, agent.id))
  return {
    status: 'stopping',
    message:
      heldBack ??
      'An order is still in flight. The strategy stops as soon as its outcome is known; nothing new is started.',
  }
}

export async function closePosition(
  { db, strategies }: AgentsParts,
  userId: number,
  id: string,
  strategyId: string,
): ReturnType<Control['closePosition']> {
  const agent = await getAgent(db, userId, id)
  const row = await strategies.control.closePosition(userId, agent.id, strategyId)
  const { status: ended, state } = row
  const { held } = state
  if (isLive(ended))
    return {
      status: 'stopping',
      message:
        heldBackIn(row) ??
        'The position is being sold. The strategy ends as soon as that is certain; nothing new is started.',
      held,
    }
  const message =
    held === '0' && state.exit === null
      ? 'It held nothing, so nothing was sold. The strategy is stopped.'
      : held === '0'
        ? 'The position is closed. The strategy is stopped.'
        : `The position could not be sold: ${figureWords(held)} are still held.`
  return { status: 'stopped', message, held }
}
