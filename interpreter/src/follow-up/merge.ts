/** Merges the roles of two texts: the later text replaces what the earlier says of the same. */
import { compare, planNumber, plus, times } from '../text/decimal.ts'
import type { Amount, Role } from '../clauses/roles.ts'

/** Further kinds that a kind replaces. */
const REPLACES: Record<string, string[]> = {
  amount: ['vague'],
  rate: ['vague'],
  duration: ['endless'],
  endless: ['duration', 'count'],
  count: ['slices', 'endless'],
  max_spend: ['capped'],
  price: ['capped', 'vague_price'],
  slices: ['count'],
  stop: ['both_exits'],
  take: ['both_exits'],
  both_exits: ['stop', 'take'],
  range: ['price', 'around', 'edge'],
  rsi_levels: ['oversold', 'overbought', 'low', 'high'],
  low: ['oversold'],
  high: ['overbought'],
  around: ['range', 'edge'],
  each: ['total', 'divided', 'slices'],
  total: ['each'],
  length: ['rsi_length'],
  rsi_length: ['length'],
}
/** A text may have several of these: each for its own token, limit or average. */
const SEVERAL = new Set([
  'asset',
  'averages',
  'announces',
  'change',
  'corrects',
  'remove',
  'kept',
  'now',
  'aside',
  'lacks',
  'only',
])
const keyOf = ({ kind, value }: Role): string =>
  kind === 'price' || kind === 'edge'
    ? `${kind} ${String((value as { limit?: string }).limit)} ${String((value as { edge?: string }).edge)}`
    : kind

/** Finds a part that a text repeats with another value: neither may replace the other. */
export function findRepeated(later: readonly Role[]): Role | undefined {
  const said = new Map<string, string>()
  return later.find((role) => {
    if (SEVERAL.has(role.kind)) return false
    // '2 equal parts, 3 times': each is a number of orders.
    const [key, value] = [role.kind === 'slices' ? 'count' : keyOf(role), JSON.stringify(role.value)]
    const before = said.get(key)
    said.set(key, value)
    return before !== undefined && before !== value
  })
}

/** Kinds that tell how the text is meant, not what it says. */
const MARKS = new Set(['change', 'corrects', 'remove', 'scale', 'kept', 'now', 'without'])
/** At most one of a kind is replaced at its place; others stay side by side. */
const isStable = ({ kind, value }: Role) =>
  kind === 'asset' && ['SOL', 'USDC'].includes((value as { asset: { kind: string } }).asset.kind)
const isIt = ({ kind, value }: Role) =>
  kind === 'asset' && (value as { asset: { kind: string } }).asset.kind === 'it'

/** The token of an amount or a condition goes if another token is named. */
function withoutToken(role: Role): Role {
  if ((role.kind !== 'amount' && role.kind !== 'price') || !(role.value as { asset?: object }).asset)
    return role
  const { asset, ...value } = role.value as Amount & { asset?: { kind: string } }
  return asset?.kind === 'token' ? { ...role, value } : role
}

/** 'Make it JUP' after 'into BONK': it is still bought. */
const withPreposition = (role: Role<'asset'>, { value: { prep }, lead }: Role<'asset'>): Role =>
  role.value.prep === '' ? { ...role, lead, value: { ...role.value, prep } } : role

export function mergeRoles(earlier: readonly Role[], later: readonly Role[]): Role[] {
  let roles = [...earlier]
  for (const role of later) {
    if (role.kind === 'remove') {
      const { kinds } = role.value as { kinds: string[] }
      roles = roles.filter(({ kind }) => !kinds.includes(kind))
    } else if (role.kind === 'scale') roles = roles.map((one) => scaled(one, role.value as Scale))
    else if (!MARKS.has(role.kind)) roles = replaced(roles, role)
  }
  return roles
}

function replaced(roles: Role[], role: Role): Role[] {
  if (role.kind === 'asset' && !isStable(role)) {
    if (isIt(role)) return roles
    const before = roles.find((one) => one.kind === 'asset' && !isStable(one))
    const others = roles
      .filter((one) => one.kind !== 'any_token' && (one.kind !== 'asset' || isStable(one)))
      .map(withoutToken)
    return [...others, before ? withPreposition(role as Role<'asset'>, before as Role<'asset'>) : role]
  }
  if (role.kind === 'averages') return withAverages(roles, role)
  if (role.kind === 'edge') return withEdge(roles, role)
  if (role.kind === 'levels') return withLevels(roles, role)
  if (role.kind === 'verb')
    return [
      role,
      ...roles.filter(({ kind }) => kind !== 'verb').map((one) => asKind(one, 'into_or_out', 'amount')),
    ]
  // 'A stop loss of $10' is at the price that answers it.
  const sum = role.kind === 'price' ? roles.find(({ kind }) => kind === 'sum_or_price') : undefined
  if (sum) return roles.map((one) => (one === sum ? exitAt(sum, role) : one))
  // 'At 0.5 SOL' is the amount if that is repeated; another one leaves it open.
  if (
    role.kind === 'amount' &&
    roles.some((one) => one.kind === 'amount_or_price' && isSameAmount(one, role))
  )
    return roles.map((one) => asKind(one, 'amount_or_price', 'amount'))
  const gone = new Set(REPLACES[role.kind] ?? [])
  const kept = roles.filter(({ kind }) => !gone.has(kind))
  const at = kept.findIndex((one) => one.kind === role.kind && (one.kind !== 'asset' || isStable(one)))
  if (at < 0) return role.kind === 'total' || role.kind === 'each' ? afterAmount(kept, role) : [...kept, role]
  if (role.kind === 'price') return withPrice(kept, role as Role<'price'>)
  if (role.kind === 'amount') return withAmount(kept, at, role as Role<'amount'>)
  return [
    ...kept.slice(0, at),
    role,
    ...kept.slice(at + 1).filter(({ kind }) => kind !== role.kind || kind === 'asset'),
  ]
}

const asKind = (role: Role, from: string, to: string): Role =>
  role.kind === from ? { ...role, origin: role.origin ?? role, kind: to } : role
function isSameAmount({ value: a }: Role, { value: b }: Role): boolean {
  const [one, other] = [a as Amount, b as Amount]
  return compare(one.value, other.value) === 0 && (other.unit === one.unit || other.unit === 'none')
}
function exitAt(sum: Role, { value }: Role): Role {
  const { price } = value as { price: object }
  return 'price' in price
    ? { ...sum, origin: sum.origin ?? sum, kind: (sum.value as { exit: string }).exit, value: price }
    : sum
}

function afterAmount(roles: Role[], role: Role): Role[] {
  const at = roles.findIndex(({ kind }) => kind === 'amount')
  return [...roles.slice(0, at + 1), role, ...roles.slice(at + 1)]
}

/** The kind of averages stays where only their lengths change, and the lengths where only the kind does. */
function withAverages(roles: Role[], role: Role): Role[] {
  const said = role.value as { kind?: string; a?: string; fast?: string }
  const hasLengths = said.a !== undefined || said.fast !== undefined
  const left = roles.map((one) => {
    if (one.kind !== 'averages') return one
    const { kind, ...lengths } = one.value as { kind?: string }
    return { ...one, value: { ...(kind && !said.kind ? { kind } : {}), ...(hasLengths ? {} : lengths) } }
  })
  return [...left, role]
}

type Levels = { n: string; spacing?: string }
/** '40 levels' of a geometric grid: only their number changes. */
function withLevels(roles: Role[], role: Role): Role[] {
  const { n, spacing } = role.value as Levels
  const earlier = roles.find(({ kind }) => kind === 'levels')?.value as Levels | undefined
  const others = roles.filter(
    ({ kind }) => kind !== 'levels' && (kind !== 'spacing' || spacing === undefined),
  )
  return [...others, { ...role, value: { n, spacing: spacing ?? earlier?.spacing } }]
}

type Edge = { edge: 'low' | 'high'; price: unknown }
/** 'Move the top to $3': the other end of the range stays. */
function withEdge(roles: Role[], role: Role): Role[] {
  const { edge } = role.value as Edge
  const left = roles.flatMap((one): Role[] => {
    if (one.kind === 'edge' && (one.value as Edge).edge === edge) return []
    if (one.kind !== 'range') return [one]
    const { low, high } = one.value as { low: unknown; high: unknown }
    const kept: Edge = edge === 'low' ? { edge: 'high', price: high } : { edge: 'low', price: low }
    return [{ ...one, kind: 'edge', value: kept }]
  })
  return [...left, role]
}

/** 'Only below $2' beside an earlier 'above $1', which stays. */
function withPrice(roles: Role[], role: Role<'price'>): Role[] {
  const others = roles.filter(
    (one) => one.kind !== 'price' || (one as Role<'price'>).value.limit !== role.value.limit,
  )
  return [...others, role]
}

type Scale = { by?: string; more?: string; less?: string; what?: string }
function scaled(role: Role, { by, more, less, what }: Scale): Role {
  const factor = by ?? (more === undefined ? String(1 - Number(less) / 100) : plus('1', times(more, '0.01')))
  if (what === 'levels')
    return role.kind === 'levels'
      ? {
          ...role,
          value: { n: String(Math.round(Number((role.value as { n: string }).n) * Number(factor))) },
        }
      : role
  if (role.kind !== 'amount') return role
  const amount = role.value as Amount
  return { ...role, value: { ...amount, value: String(planNumber(times(amount.value, factor))) } }
}

/** The token of the earlier amount stays; another currency replaces the one it was paid in. */
function withAmount(roles: Role[], at: number, role: Role<'amount'>): Role[] {
  const old = roles[at] as Role<'amount'> | undefined
  const { asset } = role.value
  const kept = old?.value.asset?.kind === 'token' && asset?.kind !== 'token' ? old.value.asset : undefined
  // '20 % of my SOL' is of that, and the token stays beside it.
  const isOther = asset !== undefined && asset.kind !== 'it'
  const counts = !isOther && (role.value.unit === 'percent' || role.value.unit === 'token')
  const made: Role<'amount'> =
    kept && counts ? { ...role, origin: role.origin ?? role, value: { ...role.value, asset: kept } } : role
  const named: Role[] =
    kept && !counts ? [{ ...role, kind: 'asset', value: { asset: kept, prep: '' }, mentions: [] }] : []
  const paid = role.value.unit === 'SOL' || role.value.unit === 'USDC'
  const rest = roles.filter((one, i) => i !== at && one.kind !== 'amount' && !(paid && isStable(one)))
  const place = roles.slice(0, at).filter((one) => rest.includes(one)).length
  return [...rest.slice(0, place), made, ...named, ...rest.slice(place)]
}
