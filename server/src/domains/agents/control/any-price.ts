/** A sale that is held back goes out at any price, once its owner has confirmed it. */
import type { HeldBack } from '@purser/contract/agents/held-back.ts'
import { figureWords } from '@purser/contract/money.ts'
import { writeAudit } from '../../../kernel/audit.store.ts'
import type { AnyPrice, Control } from '../agents.ts'
import { getAgent, stateOfStatus } from '../ownership.ts'
import type { AgentsParts } from '../parts.ts'

/** The sale as it is on record. */
const saleDetail = ({ sells, token, quote, worth, brings }: HeldBack) => ({
  sells: `${figureWords(sells)} ${token}`,
  worth: worth === null ? null : `${figureWords(worth)} ${quote}`,
  brings: `${figureWords(brings)} ${quote}`,
})

export async function sellAtAnyPrice(
  { db, accounts, strategies }: AgentsParts,
  id: string,
  { caller, strategyId, code, client, device }: AnyPrice,
): ReturnType<Control['sellAtAnyPrice']> {
  const { userId } = caller
  const agent = await getAgent(db, userId, id)
  const heldBack = await strategies.control.findHeldBack(userId, agent.id, strategyId)
  await accounts.keyCodes.check(caller, code, 'sale')
  const status = await strategies.control.sellAtAnyPrice(heldBack, (tx, found) =>
    writeAudit(tx, {
      userId,
      type: 'any-price',
      detail: { agent: agent.name, ...saleDetail(found) },
      address: client,
      device,
    }),
  )
  const message =
    status === 'paused'
      ? 'The strategy is paused. Once you resume it, the sale goes out at whatever price the market gives.'
      : 'The sale now goes out at whatever price the market gives.'
  return { status: stateOfStatus(status), message }
}
