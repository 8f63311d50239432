/** How plans of this type are explained. */
import { orderWords, sidedDanger, spendsWord, type TypeWords } from '../type-words.ts'
import type { SwapPlan } from './plan.ts'

export const swapWords: TypeWords<SwapPlan> = {
  orders: (plan, figures) => [
    `One order now ${spendsWord(plan)} ${orderWords(figures)} in total (${figures.rate}).`,
  ],
  end: (_, { stays }) => `It ends with that order, and ${stays}.`,
  danger: sidedDanger,
}
