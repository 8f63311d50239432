/** How plans of this type are explained. */
import {
  type Rows,
  endAfterLast,
  orderWords,
  sidedDanger,
  spendsWord,
  type TypeWords,
} from '../type-words.ts'
import type { DcaPlan } from './plan.ts'

function boundWords({ min_price_usd: min, max_price_usd: max }: DcaPlan): string[] {
  const bounds = [
    ...(min === undefined ? [] : [`below $${min}`]),
    ...(max === undefined ? [] : [`above $${max}`]),
  ]
  return bounds.length === 0
    ? []
    : [
        `While the price is ${bounds.join(' or ')}, orders are skipped and not made up later; the terminal shows each one.`,
      ]
}

export const dcaWords: TypeWords<DcaPlan> = {
  orders(plan, figures) {
    const { say, orders, ofOrders, rate, lasts } = figures
    const spends = spendsWord(plan)
    return [
      ...(orders === null ? [] : [`In total it ${spends} ${ofOrders} in ${say.count(orders, 'order')}.`]),
      `Each order ${spends} ${orderWords(figures)} at the current price (${rate}), one every ${say.time(plan.interval_seconds)}.`,
      ...(lasts === null
        ? []
        : [
            `It runs until you stop it or funds run out: ${lasts.funds} will last for about ${say.count(lasts.orders, 'order')}, ${say.time(plan.interval_seconds * lasts.orders)}.`,
          ]),
      ...boundWords(plan),
    ]
  },
  end: (plan, figures) => endAfterLast(plan.interval_seconds, figures),
  danger: sidedDanger,
}

/** Names of its fields in the console, and of values from a fixed set. */
export const dcaRows: Rows = {
  labels: { order_count: 'Orders', min_price_usd: 'Not below', max_price_usd: 'Not above' },
}
