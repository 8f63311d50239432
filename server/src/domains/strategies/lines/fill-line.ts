/** The log line of a filled order. */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Side } from '../engine/codes.ts'
import type { OrderRef } from './line-types.ts'
import { line } from './lines.ts'
import { inText } from '../engine/position.ts'
import type { Filled } from '../engine/types.ts'

type Booked = {
  order: OrderRef
  /** Orders filled by now. */
  filled: number
  profit: bigint | null
}

export function fillLine(plan: Plan, side: Side, event: Filled, { order, filled, profit }: Booked) {
  const { spent, received, tokens, quote, note = null } = event
  const gain = profit === null ? null : { value: inText(profit), unit: plan.quote }
  return line(side === 'buy' ? 'bought' : 'sold', {
    order,
    spent,
    received,
    tokens,
    quote,
    filled,
    note,
    profit: gain,
  })
}
