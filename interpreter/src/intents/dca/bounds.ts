/** The prices between which an order is placed; outside them it is skipped. */
import type { Bag } from '../../clauses/bag.ts'
import type { Price } from '../../clauses/roles.ts'
import { getName } from '../../text/names.ts'
import type { Role, Trade } from '../../clauses/roles.ts'
import { planNumber } from '../../text/decimal.ts'
import type { RelativePrice } from '../../port.ts'
import { type Asked, ask, type Fields } from '../outcome.ts'
import { quoteText } from '../questions.ts'

type Bounds = { fields: Fields; relative: RelativePrice[] }

export function readBounds(bag: Bag, trade: Trade): Bounds | { asked: Asked } {
  const bounds: Bounds = { fields: {}, relative: [] }
  const put = (field: 'min_price_usd' | 'max_price_usd', price: Price) => {
    if ('price' in price) bounds.fields[field] = planNumber(price.price)
    else {
      bounds.relative.push({ field, percent: Number(price.relative) })
      bounds.fields[field] = 1
    }
  }
  for (const role of bag.all('range')) {
    if (mayBeHours(role)) return whichRange(role.said)
    bag.mark(role, 'min_price_usd')
    put('min_price_usd', role.value.low)
    put('max_price_usd', role.value.high)
  }
  for (const role of bag.all('price')) {
    const { limit, price, move, asset, condition, only, event } = role.value
    if (asset?.kind === 'token' && getName(asset) !== getName(trade.base)) return otherToken(getName(asset))
    if (asset && asset.kind !== 'token' && asset.kind !== trade.base.kind) return otherToken(asset.kind)
    if (event || (!condition && !only && limit === 'at')) return bound(trade)
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
  const { min_price_usd: low, max_price_usd: high } = bounds.fields
  // An earlier 'only below $2', and 'above $3': no price is both.
  const isEmpty = bounds.relative.length === 0 && low !== undefined && high !== undefined
  return isEmpty && Number(low) >= Number(high) ? bound(trade) : bounds
}
/** 'Every hour between 9 and 17': whole numbers without a word of money may be hours of the day. */
function mayBeHours({ value: { low, high }, said }: Role<'range'>): boolean {
  if (!('price' in low) || !('price' in high) || /[$.,]|usd|dollar|buck|cent|pric|worth|cost/i.test(said))
    return false
  return Number(high.price) > EARLIEST && Number(high.price) <= HOURS
}
const [EARLIEST, HOURS] = [5, 24]
const whichRange = (said: string) =>
  ask(
    'price',
    `Which prices are meant by ${quoteText(said)}? Write "$" before them; hours of the day are not offered.`,
  )
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
