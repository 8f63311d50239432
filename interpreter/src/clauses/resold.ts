/**
 * 'Buy WIF for $200. Sell it when it reaches $2.60 or falls under $1.60': a buy and a later sale at a price are one
 * position with its exits, in one sentence or two. Only for the bought token, and only if nothing else is said about
 * the sale.
 */
import type { Amount, Price, Role } from './roles.ts'
import type { Text } from './text.ts'

type Said = { price: Price; limit?: string; move?: string; condition?: true; only?: true; market?: true }
const verbOf = ({ kind, value }: Role): string | undefined =>
  kind === 'verb' ? (value as { verb: string }).verb : undefined
const assetOf = ({ value }: Role) => (value as { asset?: Amount['asset'] }).asset
const BESIDE = new Set(['aside', 'asset', 'price'])

function wayOf({ value }: Role): 'up' | 'down' | 'at' {
  const { price, limit, move } = value as Said
  if ('relative' in price) return price.relative.startsWith('-') ? 'down' : 'up'
  if (limit === 'below' || move === 'down') return 'down'
  return limit === 'above' || move === 'up' ? 'up' : 'at'
}

export function resold(text: Text, roles: readonly Role[]): readonly Role[] {
  const verbs = roles.filter(({ kind }) => kind === 'verb')
  const [buys, sells, ...more] = verbs
  if (!buys || !sells || more.length > 0 || verbOf(buys) !== 'buy' || verbOf(sells) !== 'sell') return roles
  const after = roles.slice(roles.indexOf(sells) + 1)
  const prices = after.filter(({ kind }) => kind === 'price') as Role<'price'>[]
  const [first, second] = prices
  const bought = roles.slice(0, roles.indexOf(sells)).flatMap(({ mentions }) => mentions)
  const isBought = (role: Role): boolean => {
    const asset = assetOf(role)
    return asset?.kind === 'token'
      ? bought.some((one) => one.kind === 'token' && one.mint === asset.mint)
      : asset === undefined || asset.kind === 'it'
  }
  const isPlain = after.every((role) => BESIDE.has(role.kind) && isBought(role))
  const isNamed = after[0]?.kind === 'asset' && after[0].to === after[1]?.from
  if (!first || prices.length > 2 || !isPlain || !isNamed || after[1] !== first) return roles
  if (after.filter(({ kind }) => kind === 'asset').length > 1) return roles
  const said = prices.map(({ value }) => value as Said)
  if (said[0]?.condition !== true || said.some(({ only, market }) => only || market)) return roles
  const ways = prices.map(wayOf)
  const down = ways.filter((way) => way === 'down').length
  // One of two exits must be a loss; two that are both reached leave open which is which.
  if (second && (down !== 1 || !/^or\b/i.test(second.said) || second.from - first.to > 1)) return roles
  return roles.flatMap((role): Role[] => {
    if (role === sells || role === after[0]) return []
    if (role !== first && role !== second) return [role]
    const { price } = role.value as Said
    const from = role === first ? sells.from : role.from
    return [
      {
        ...role,
        kind: wayOf(role) === 'down' ? 'stop' : 'take',
        value: 'relative' in price ? { percent: price.relative.replace('-', '') } : { price: price.price },
        from,
        said: text.written(from, role.to),
      },
    ]
  })
}
