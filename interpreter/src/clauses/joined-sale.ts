/** '$25 of JUP and sell if …': the part before 'and' is not the sale, and no verb says what it is. */
import type { Bag } from './bag.ts'
import type { Role, Verb } from './roles.ts'

const JOINS = new Set(['and', 'n', 'nd', 'then', '&', 'plus'])
const SELLS = new Set<Verb>(['sell', 'exit'])
/** Money may also be spent on a buy; an amount in tokens is there to be sold. */
const MONEY = new Set(['SOL', 'USDC', 'USD'])

export function isJoinedSale(bag: Bag, amount: Role<'amount'> | undefined): boolean {
  const [verb] = bag.all('verb')
  if (
    !amount ||
    !verb ||
    !MONEY.has(amount.value.unit) ||
    !SELLS.has(verb.value.verb) ||
    amount.to > verb.from
  )
    return false
  return JOINS.has(bag.text.words[verb.from - 1]?.text ?? '')
}
