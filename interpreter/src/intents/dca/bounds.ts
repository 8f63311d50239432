/** The prices between which an order is placed; outside them it is skipped. */
import type { Bag } from '../../clauses/bag.ts'
import type { Price } from '../../clauses/roles.ts'
import { nameOf } from '../../text/names.ts'
import type { Trade } from '../../clauses/roles.ts'
import { planNumber } from '../../text/decimal.ts'
import type { RelativePrice } from '../../port.ts'
import { type Asked, ask, type Fields } from '../outcome.ts'

type Bounds = { fields: Fields; relative: RelativePrice[] }

export function boundsOf(bag: Bag, trade: Trade): Bounds | { asked: Asked } {
  const bounds: Bounds = { fields: {}, relative: [] }
  const put = (field: 'min_price_usd' | 'max_price_usd', price: Price) => {
    if ('price' in price) bounds.fields[field] = planNumber(price.price)
    else {
      bounds.relative.push({ field, percent: Number(price.relative) })
      bounds.fields[field] = 1
    }
  }
  for (const role of bag.all('range')) {
    bag.mark(role, 'min_price_usd')
    put('min_price_usd', role.value.low)
    put('max_price_usd', role.value.high)
  }
  for (const role of bag.all('price')) {
    const { limit, price, move, asset, condition, only } = role.value
    if (asset?.kind === 'token' && nameOf(asset) !== nameOf(trade.base)) return otherToken(nameOf(asset))
    if (asset && asset.kind !== 'token' && asset.kind !== trade.base.kind) return otherToken(asset.kind)
    if (!condition && !only && limit === 'at') return bound(trade)
    const side =
      limit === 'below' || (limit === 'at' && move === 'down')
        ? 'max_price_usd'
        : limit === 'above' || move === 'up'
          ? 'min_price_usd'
          : undefined
    if (side === undefined || (side === 'min_price_usd' && trade.side === 'buy' && limit === 'at' && !only))
      return bound(trade)
    if (bounds.fields[side] !== undefined) return bound(trade)
    bag.mark(role, side)
    put(side, price)
  }
  return bounds
}
const bound = ({ side }: Trade) =>
  ask(
    'price',
    `Which price should it ${side === 'buy' ? 'buy' : 'sell'} at? Say "only below $2" or "only above $1" for a limit that every order is held to.`,
  )
export const otherToken = (name: string) =>
  ask(
    'price',
    `Which price of the traded token should I wait for? A plan can wait for the price of the token that it trades, not for that of ${name}.`,
  )
