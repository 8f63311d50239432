import { type HeldBack, heldBackText } from '@purser/contract/agents/held-back.ts'
import { figureWords } from '@purser/contract/money.ts'
import { isLive } from '../../strategies/index.ts'
import type { Control } from '../agents.ts'
import { getAgent } from '../ownership.ts'
import type { AgentsParts } from '../parts.ts'

/** Says why its sale does not go out yet; null: it is not held back. */
function heldBackIn(row: { state: { heldBack?: { found: HeldBack } } } | undefined): string | null {
  const found = row?.state.heldBack?.found
  return found ? `The sale is held back, ${heldBackText(found)} No new orders are placed.` : null
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
    return { status: 'stopped', message: 'The strategy had already ended. No orders are open.' }
  if (ended !== 'stopping')
    return { status: 'stopped', message: 'The strategy is stopped. No orders are open.' }
  const heldBack = heldBackIn(await strategies.lookups.findLive(userId, agent.id))
  return {
    status: 'stopping',
    message:
      heldBack ??
      'An order is still in flight. The strategy stops as soon as its outcome is known and places no new orders.',
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
        'The position is being sold. The strategy ends as soon as the sale is certain and places no new orders.',
      held,
    }
  const message =
    held === '0' && state.exit === null
      ? 'There was no position to sell. The strategy is stopped.'
      : held === '0'
        ? 'The position is closed. The strategy is stopped.'
        : `The position could not be sold: ${figureWords(held)} still held.`
  return { status: 'stopped', message, held }
}
