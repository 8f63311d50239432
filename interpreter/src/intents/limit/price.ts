/** The price that one order waits for. */
import type { Bag } from '../../clauses/bag.ts'
import { getName } from '../../text/names.ts'
import type { Trade } from '../../clauses/roles.ts'
import type { RelativePrice } from '../../port.ts'
import { planNumber } from '../../text/decimal.ts'
import { otherToken } from '../dca/bounds.ts'
import type { Asked } from '../outcome.ts'
import { missing } from './missing.ts'

/** undefined: there is none. A relative one is 1 until the market's is known. */
export function readPrice(
  bag: Bag,
  trade: Trade,
  field: 'limit_price_usd' | 'entry_price_usd',
  relative: RelativePrice[],
): { price: number | string } | { asked: Asked } | undefined {
  const [role, second] = bag.all('price')
  if (!role) return undefined
  if (second) return missing.onePrice()
  const { limit, price, move, asset } = role.value
  if (asset?.kind === 'token' && getName(asset) !== getName(trade.base)) return otherToken(getName(asset))
  if (asset && (asset.kind === 'SOL' || asset.kind === 'USDC') && asset.kind !== trade.base.kind)
    return otherToken(asset.kind)
  const up =
    limit === 'above' ||
    (limit === 'at' && move === 'up') ||
    ('relative' in price && !price.relative.startsWith('-'))
  const down =
    limit === 'below' ||
    (limit === 'at' && move === 'down') ||
    ('relative' in price && price.relative.startsWith('-'))
  // A limit order never buys after a rise, nor sells after a fall: that would be a stop order.
  if (trade.side === 'buy' && up) return missing.wrongSide('buy', 'at or below')
  if (trade.side === 'sell' && down) return missing.wrongSide('sell', 'at or above')
  bag.mark(role, field)
  if ('price' in price) return { price: planNumber(price.price) }
  relative.push({ field, percent: Number(price.relative) })
  return { price: 1 }
}
