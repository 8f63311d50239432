/** Parts of the patterns of prices, and their values. */
import { compare, times } from '../text/decimal.ts'
import type { Asset } from '../text/names.ts'
import type { Limit, Price } from './roles.ts'

type Found = Readonly<Record<string, unknown>>
export const IF = '(and / but / or)? (only / just)? IF'
const OF = '(SUBJECT / of / OWN / the price of / price of)*'
export const SUBJECT = `(${OF} $token:subject ('s / itself / alone)? (price / is / token / coin / market)* / SUBJECT SUBJECT*)?`
export const MOVE_DOWN = '(IS* DOWN)'
export const MOVE_UP = '(IS* UP)'

export const at =
  (limit: Limit, more: object = {}) =>
  (m: Found) => ({
    limit,
    price: { price: String(m.price ?? m.usd) } satisfies Price,
    ...(m.subject ? { asset: m.subject as Asset } : {}),
    ...more,
  })
export const off =
  (limit: Limit, sign: '' | '-', more: object = {}) =>
  (m: Found) => ({
    limit,
    price: { relative: `${sign}${String(m.pct)}` } satisfies Price,
    ...(m.subject ? { asset: m.subject as Asset } : {}),
    ...more,
  })
export const condition = { condition: true }
export const only = { only: true }
export const range =
  (more: object = {}) =>
  (m: Found) => {
    const [a, b] = [String(m.a), String(m.b)]
    const [low, high] = compare(a, b) <= 0 ? [a, b] : [b, a]
    return { low: { price: low }, high: { price: high }, ...more }
  }
export const cents = (m: Found) => range()({ a: times(String(m.a), '0.01'), b: times(String(m.b), '0.01') })
export const PAIR = '(and / to / - / until / till / up to / & / through / , / upto / .. / or / .) '
