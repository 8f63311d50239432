/** Below which level it buys, above which it sells. */
import type { Bag } from '../../clauses/bag.ts'
import type { Asked } from '../outcome.ts'
import { missing } from './missing.ts'

export function levelsOf(bag: Bag): { buy?: number; sell?: number } | { asked: Asked } {
  const found: { buy?: number; sell?: number } = {}
  const pair = bag.take('rsi_levels', 'buy_below') as { buy: string; sell: string } | undefined
  if (pair) Object.assign(found, { buy: Number(pair.buy), sell: Number(pair.sell) })
  for (const [kind, field, as] of [
    ['oversold', 'buy_below', 'buy'],
    ['overbought', 'sell_above', 'sell'],
  ] as const) {
    const said = bag.take(kind, field) as { level?: string } | undefined
    if (said?.level === undefined) continue
    if (found[as] !== undefined) return missing.levels()
    found[as] = Number(said.level)
  }
  // A level without its verb beside it: the verb before it must agree, or what it means is not known.
  for (const [kind, field, as, verb] of [
    ['low', 'buy_below', 'buy', 'buy'],
    ['high', 'sell_above', 'sell', 'sell'],
  ] as const) {
    const [role] = bag.all(kind)
    if (!role) continue
    const said = bag.roles
      .slice(0, bag.roles.indexOf(role))
      .findLast((one) => one.kind === 'verb' && SIDES.has((one.value as { verb: string }).verb))
    const next = bag.roles
      .slice(bag.roles.indexOf(role))
      .find((one) => one.kind === 'verb' && SIDES.has((one.value as { verb: string }).verb))
    const side = ((said ?? next)?.value as { verb?: string } | undefined)?.verb
    if (found[as] !== undefined || (side !== undefined && (side === 'exit' ? 'sell' : side) !== verb))
      return missing.levels()
    bag.take(kind, field)
    found[as] = Number((role.value as { level: string }).level)
  }
  // 'enter at 25 and exit at 75' is read as prices where nothing else says what they are.
  for (const role of bag.all('price')) {
    const { limit, price } = role.value
    const as = limit === 'below' ? 'buy' : limit === 'above' ? 'sell' : undefined
    if (
      as === undefined ||
      !('price' in price) ||
      found[as] !== undefined ||
      /[$]|usd|dollar/i.test(role.said)
    )
      continue
    bag.mark(role, as === 'buy' ? 'buy_below' : 'sell_above')
    found[as] = Number(price.price)
  }
  return found
}
const SIDES = new Set(['buy', 'sell', 'exit'])
