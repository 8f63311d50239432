import type { Bag } from '../../clauses/bag.ts'
import type { Amount, Direction } from '../../clauses/roles.ts'

/** The whole holding is guarded if there is no amount. */
export const ALL: Amount = { value: '100', unit: 'percent' }

/** Guarding is selling; so is a bracket without a word of buying, on a holding. */
export function readSide(bag: Bag): Direction | undefined {
  if (bag.says('buy')) return 'buy'
  if (bag.has('guards') || bag.says('sell', 'exit')) return 'sell'
  if (bag.says('put', 'want', 'stack', 'convert')) {
    const [amount] = bag.all('amount')
    const spends = amount && ['SOL', 'USDC', 'USD'].includes(amount.value.unit)
    if (spends) return 'buy'
  }
  const [amount] = bag.all('amount')
  if (!amount)
    return bag.says('put', 'want') || bag.has('lacks') ? 'sell' : bag.has('price') ? undefined : 'sell'
  const { unit, asset } = amount.value
  return unit === 'token' || (unit === 'percent' && asset?.kind !== 'SOL' && asset?.kind !== 'USDC')
    ? 'sell'
    : 'buy'
}
