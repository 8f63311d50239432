/** How plans of this type are explained. */
import { figureWords } from '../../../money.ts'
import { type Rows, spendsWord, type TypeWords } from '../type-words.ts'
import type { LimitPlan } from './plan.ts'

export const limitWords: TypeWords<LimitPlan> = {
  orders: (plan, { each, price }) => [
    `One order ${spendsWord(plan)} ${each} in total as soon as the price is ${plan.trade_direction === 'buy' ? 'at or below' : 'at or above'} $${figureWords(plan.limit_price_usd)}. The price is now ${price}.`,
  ],
  end: ({ expires_in_seconds: wait }, { say, stays }) =>
    `It ends once the order is filled, and ${stays}. ${
      wait === undefined
        ? 'Nothing is traded until the price is reached.'
        : `If the price is not reached within ${say.time(wait)}, the order expires and nothing is traded.`
    }`,
  danger: () => 'The price may never be reached, and then nothing is traded.',
}

/** Names of its fields in the console, and of values from a fixed set. */
export const limitRows: Rows = {
  labels: { limit_price_usd: 'Limit price', expires_in_seconds: 'Expires after' },
}
