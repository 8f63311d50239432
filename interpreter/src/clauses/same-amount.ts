/** Tells whether two amounts are of one kind, and one amount said twice. */
import { compare } from '../text/decimal.ts'
import type { Bag } from './bag.ts'
import type { Role } from './roles.ts'

export const isSame = (one: Role<'amount'>, two: Role<'amount'>): boolean =>
  one.value.unit === two.value.unit &&
  JSON.stringify(one.value.asset ?? null) === JSON.stringify(two.value.asset ?? null)
/** It follows a verb, or a condition: 'sell 0.1 SOL above 70'. */
export const isOfSide = (bag: Bag, amount: Role<'amount'>): boolean => {
  const before = bag.roles[bag.roles.indexOf(amount) - 1]
  return (
    before !== undefined &&
    bag.text.words.slice(before.to, amount.from).every(({ text }) => text === 'for' || text === 'another') &&
    /\b(?:buy|buying|sell|selling|sold|bought|unload|dump|exit)$/i.test(before.said)
  )
}
export const isEqual = (one: Role<'amount'>, two: Role<'amount'>): boolean =>
  isSame(one, two) && compare(one.value.value, two.value.value) === 0
