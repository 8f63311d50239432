/**
 * 'Buy 1 SOL of WIF at 0.8, sell at 0.95, stop at 0.75': entry, target and stop of one position. And
 * 'buy WIF for $200. Sell it when it reaches $2.60 or falls under $1.60': a buy and a later sale at a price are one
 * position with its exits, in one sentence or two. Only for the bought token, and only if nothing else is said about
 * the sale.
 */
import { compare } from '../text/decimal.ts'
import type { Amount, Price, Role } from './roles.ts'
import type { Text } from './text.ts'

type Said = { price: Price; limit?: string; move?: string; condition?: true; only?: true; market?: true }
const verbOf = ({ kind, value }: Role): string | undefined =>
  kind === 'verb' ? (value as { verb: string }).verb : kind === 'out_at' ? 'exit' : undefined
const assetOf = ({ value }: Role) => (value as { asset?: Amount['asset'] }).asset
const SELLS = new Set(['sell', 'exit'])
const BESIDE = new Set(['aside', 'asset', 'price'])

function wayOf({ value }: Role): 'up' | 'down' | 'at' {
  const { price, limit, move } = value as Said
  if ('relative' in price) return price.relative.startsWith('-') ? 'down' : 'up'
  if (limit === 'below' || move === 'down') return 'down'
  return limit === 'above' || move === 'up' ? 'up' : 'at'
}

export function readResale(text: Text, roles: readonly Role[]): readonly Role[] {
  const verbs = roles.filter(({ kind }) => kind === 'verb' || kind === 'out_at')
  const [buys, sells, ...more] = verbs
  if (!buys || !sells || more.length > 0 || verbOf(buys) !== 'buy' || !SELLS.has(verbOf(sells) ?? ''))
    return roles
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
  const target = findTarget(roles, roles.indexOf(sells), isBought)
  if (target) return withTarget(text, roles, sells, target).map(asSecondStop(roles, target))
  if (verbOf(sells) !== 'sell' || !first || prices.length > 2 || !isPlain || !isNamed || after[1] !== first)
    return roles
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

/** Roles of other strategies, which buy and sell again and again. */
const REPEATS = new Set(
  'rate levels range edge averages oversold overbought rsi_levels timeframe each'.split(' '),
)
const EXITS = new Set(['stop', 'trail'])
const plainPrice = (role: Role | undefined): string | undefined => {
  const { price } = (role?.value ?? {}) as Partial<Said>
  return (role?.kind === 'price' || role?.kind === 'out_at') && price && 'price' in price
    ? price.price
    : undefined
}

/** The role of the sale's price, if it is above the entry that is said; without an entry a stop must be. */
function findTarget(
  roles: readonly Role[],
  sale: number,
  isBought: (role: Role) => boolean,
): Role | undefined {
  if (roles.some(({ kind, value }) => REPEATS.has(kind) || isChart(kind, value))) return undefined
  const before = roles.slice(0, sale).filter(({ kind }) => kind === 'price')
  const after = roles.slice(sale + 1)
  const own = roles[sale]?.kind === 'out_at' ? roles[sale] : undefined
  const target = own ?? after[after[0]?.kind === 'asset' && isBought(after[0]) ? 1 : 0]
  const [second, ...more] = after.filter((role) => role.kind === 'price' && role !== target)
  if (!target || before.length > 1 || more.length > 0 || !isBought(target)) return undefined
  const entry = plainPrice(before[0])
  if (second && (entry === undefined || !isSecondStop(second, entry))) return undefined
  if (target.kind === 'two_prices') {
    const { first, second: other } = target.value as { first: string; second: string }
    const [low, high] = compare(first, other) < 0 ? [first, other] : [other, first]
    return entry !== undefined && compare(low, entry) < 0 && compare(entry, high) < 0 ? target : undefined
  }
  const price = plainPrice(target)
  if (price === undefined || wayOf(target) === 'down' || (target.value as Said).market) return undefined
  if (before.length === 0) return roles.some(({ kind }) => EXITS.has(kind)) ? target : undefined
  return entry !== undefined && compare(entry, price) < 0 ? target : undefined
}
/** '… or if it falls to 0.75' */
const isSecondStop = (role: Role, entry: string): boolean =>
  /^(?:or|and)\b/i.test(role.said) && wayOf(role) === 'down' && compare(plainPrice(role) ?? entry, entry) < 0
const asSecondStop =
  (roles: readonly Role[], target: Role) =>
  (role: Role): Role =>
    role.kind === 'price' && roles.indexOf(role) > roles.indexOf(target)
      ? { ...role, kind: 'stop', value: { price: plainPrice(role) } }
      : role
const isChart = (kind: string, value: unknown): boolean =>
  kind === 'announces' && !['limit', 'bracket'].includes((value as { type: string }).type)

function withTarget(text: Text, roles: readonly Role[], sells: Role, target: Role): Role[] {
  const part = (from: number, to: number) => ({ from, to, said: text.written(from, to) })
  const exit = (kind: 'stop' | 'take', price: string, place: object): Role => ({
    ...target,
    kind,
    value: { price },
    ...place,
  })
  const place = roles.indexOf(target)
  const createExits = (): Role[] => {
    if (target.kind !== 'two_prices')
      return [exit('take', plainPrice(target) ?? '', part(sells.from, target.to))]
    const { first, second } = target.value as { first: string; second: string }
    const [a, b]: ['stop' | 'take', 'stop' | 'take'] =
      compare(first, second) < 0 ? ['stop', 'take'] : ['take', 'stop']
    const or = text.words.findIndex(({ text: word }, i) => i >= target.from && word === 'or')
    return [exit(a, first, part(sells.from, or)), exit(b, second, part(or, target.to))]
  }
  return [...roles.slice(0, roles.indexOf(sells)), ...createExits(), ...roles.slice(place + 1)]
}
