/** The lower and upper price of a grid, explicit or around the present price. */
import type { Bag } from '../../clauses/bag.ts'
import type { Price, Trade } from '../../clauses/roles.ts'
import { getName } from '../../text/names.ts'
import { planNumber } from '../../text/decimal.ts'
import type { RelativePrice } from '../../port.ts'
import { otherToken } from '../dca/bounds.ts'
import type { Asked, Fields } from '../outcome.ts'
import { missing } from './missing.ts'

export function readRange(
  bag: Bag,
  trade: Trade,
): { fields: Fields; relative: RelativePrice[] } | { asked: Asked } | undefined {
  const said = bag.take('range', 'lower_price_usd')
  const around = bag.take('around', 'lower_price_usd') as { below: string; above: string } | undefined
  let [low, high]: (Price | undefined)[] = [said?.low, said?.high]
  if (around) {
    if (said) return missing.range()
    low = { relative: `-${around.below}` }
    high = { relative: around.above }
  }
  for (const role of bag.all('edge') as unknown as { value: { edge: 'low' | 'high'; price: Price } }[]) {
    const { edge, price } = role.value
    const before = edge === 'low' ? low : high
    if (before && JSON.stringify(before) !== JSON.stringify(price)) return missing.range()
    if (edge === 'low') low = price
    else high = price
    bag.mark(role as never, `${edge === 'low' ? 'lower' : 'upper'}_price_usd`)
  }
  for (const role of bag.all('price')) {
    const { limit, price, asset } = role.value
    if (asset?.kind === 'token' && getName(asset) !== getName(trade.base)) return otherToken(getName(asset))
    const falls = 'relative' in price ? price.relative.startsWith('-') : limit === 'above'
    if (falls ? low : high) return missing.range()
    if (falls) low = price
    else high = price
    bag.mark(role, falls ? 'lower_price_usd' : 'upper_price_usd')
  }
  if (!low || !high) return undefined
  const relative: RelativePrice[] = []
  const put = (field: 'lower_price_usd' | 'upper_price_usd', price: Price, stands: number) => {
    if ('price' in price) return planNumber(price.price)
    relative.push({ field, percent: Number(price.relative) })
    return stands
  }
  const fields = {
    lower_price_usd: put('lower_price_usd', low, 1),
    upper_price_usd: put('upper_price_usd', high, 2),
  }
  if (relative.length === 0 && Number(fields.lower_price_usd) >= Number(fields.upper_price_usd))
    return missing.empty()
  return { fields, relative }
}
