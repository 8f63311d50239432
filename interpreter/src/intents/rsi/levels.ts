/** The level below which it buys, and the one above which it sells. */
import type { Bag } from '../../clauses/bag.ts'
import type { Role } from '../../clauses/roles.ts'
import type { Asked } from '../outcome.ts'
import { missing } from './missing.ts'

export function readLevels(bag: Bag): { buy?: number; sell?: number } | { asked: Asked } {
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
  // A level without its verb beside it: the verb before it must agree, or its meaning is unknown.
  for (const [kind, field, as, verb] of [
    ['low', 'buy_below', 'buy', 'buy'],
    ['high', 'sell_above', 'sell', 'sell'],
  ] as const) {
    const [role] = bag.all(kind)
    if (!role) continue
    const at = bag.roles.indexOf(role)
    const side =
      bag.roles
        .slice(0, at)
        .map(sideOf)
        .findLast((one) => one !== undefined) ??
      bag.roles
        .slice(at)
        .map(sideOf)
        .find((one) => one !== undefined)
    if (found[as] !== undefined || (side !== undefined && side !== verb)) return missing.levels()
    bag.take(kind, field)
    found[as] = Number((role.value as { level: string }).level)
  }
  // 'enter at 25 and exit at 75' is read as prices if nothing else tells what they are.
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
/** 'Sell', and 'sell when overbought'. */
function sideOf({ kind, value }: Role): 'buy' | 'sell' | undefined {
  if (kind === 'oversold') return 'buy'
  if (kind === 'overbought') return 'sell'
  const { verb } = value as { verb?: string }
  return kind !== 'verb'
    ? undefined
    : verb === 'buy'
      ? 'buy'
      : verb === 'sell' || verb === 'exit'
        ? 'sell'
        : undefined
}
