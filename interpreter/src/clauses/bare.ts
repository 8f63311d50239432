/** '2 SOL BONK', also at a price or at the market: bought by most who say it and sold by some, so it is asked about. */
import type { Bag } from './bag.ts'
import type { Role, RoleValues } from './roles.ts'

const MONEY = new Set(['SOL', 'USDC', 'USD'])

export function isBare({ text, roles }: Bag): boolean {
  const isMore = ({ kind }: { kind: string }, at: number): boolean =>
    kind !== 'mark' && !roles.some(({ from, to }) => from <= at && at < to)
  return roles.every(isNamed) && !text.words.some(isMore)
}

function isNamed({ kind, value }: Role): boolean {
  if (kind === 'now' || kind === 'slippage') return true
  if (kind === 'price') return (value as RoleValues['price']).limit === 'at'
  if (kind === 'asset') return (value as RoleValues['asset']).prep === ''
  const { unit, prep } = value as RoleValues['amount']
  return kind === 'amount' && prep === '' && MONEY.has(unit ?? '')
}
