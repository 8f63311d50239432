/** An amount and a price that could be one another: 'sell jup limit 900 $1.12' is 900 JUP for $1.12 each, or nothing. */
import { compare } from '../text/decimal.ts'
import type { Amount, Role } from './roles.ts'

/** 'Limit 1.2 jup 900': a bare figure before a name, and another behind it. */
export const isBareBefore = (role: Role, next: Role | undefined, last: Role | undefined): boolean =>
  LIMIT.test(role.said) &&
  next?.kind === 'asset' &&
  next.from === role.to &&
  last?.kind === 'amount' &&
  last.from === next.to &&
  (last.value as Amount).unit === 'none'
const LIMIT = /^(?:an? )?(?:limit|lmt|lim)(?: order)? [\d.,]+[km]?$/i

/**
 * A bare figure that would be the price, or the distance of an exit, while one with a currency sign would be the
 * amount. 'Buy $50 of WIF at 1.2' and '$50 wif limit 1.2' are both plain.
 */
export function isSwapped(role: Role, roles: readonly Role[]): boolean {
  if (!BARE.test(role.said)) return false
  const amount = roles.find(({ kind, value }) => kind === 'amount' && (value as Amount).unit === 'USD')
  if (!amount) return false
  if (role.kind !== 'price') return roles.some((one) => one.from === role.to && isName(one))
  const { price } = (role.value as { price: { price?: string } }).price
  if (price === undefined) return false
  const isLess = compare((amount.value as Amount).value, price) < 0
  if (PLACED.test(role.said)) return isLess && amount.from > role.from
  return isLess || (amount.from === role.to && !/^entry\b/i.test(role.said))
}
/** Neither a currency nor a percent sign. */
const BARE = /^[^$%]*\b(?:[\d,]*\.)?\d+[km]?(?:\s*usdc)?$/i
const PLACED =
  /^(?!(?:.*\b)?(?:limit|lmt|lim)\b).*(?:@|\b(?:at|to|down|below|above|under|over|price|px|when|if|once|hits)\b)/i
const isName = ({ kind, mentions }: Role): boolean =>
  kind === 'asset' && mentions.some((one) => one.kind === 'token')
