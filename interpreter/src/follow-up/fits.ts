/**
 * Finds the field of a fragment in the plan shown: a bare time is the pace of repeated orders, '$1.70' the price of an
 * order that pays in SOL. If it fits two fields it is asked about: the worst change is one in the wrong field.
 */
import type { Plan, PlanAmount } from '@purser/contract/strategies/plan.ts'
import type { Choice, QuestionCode } from '@purser/contract/agents/reading.ts'
import type { Role } from '../clauses/roles.ts'
import { isShare } from '../clauses/settle.ts'
import { mayBePrice } from '../intents/bracket/barriers.ts'
import { type Asked, ask } from '../intents/outcome.ts'
import { quoteText } from '../intents/questions.ts'
import { amountIn, inCurrency, inUnit, orderOrBudget, shareOrPart } from './standing.ts'

type Fit = Role | { asked: Asked }
const as = (role: Role, kind: string, value: unknown): Role => ({
  ...role,
  origin: role.origin ?? role,
  kind,
  value,
})
const which = (role: Role, code: QuestionCode, choices: Choice[]) =>
  ask(code, `Which value of the plan should ${quoteText(role.said)} be? It could be more than one.`, choices)
const choice = (reply: string): Choice => ({ label: reply, reply })

/** `unsaid`: fields that the plan has by default. `paced`, `lasts`: the text calls its time a pace, or a duration. */
export type Shown = { plan: Plan; unsaid: readonly string[]; paced: boolean; lasts: boolean }

export function fitRoles(roles: readonly Role[], shown: Shown): Role[] | { asked: Asked } {
  const lengths = roles.filter(({ kind }) => kind === 'fast' || kind === 'slow')
  const fits = roles.map((role, i) =>
    role === lengths[0] && lengths.length === 1
      ? withOther(role, shown.plan)
      : fitRole(isLoneTime(role, roles[i - 1]) ? asTime(role) : role, shown, roles),
  )
  const open = fits.find((one): one is { asked: Asked } => 'asked' in one)
  return open ?? (fits as Role[])
}

/** 'Set the fast average to 20': the slow one stays. */
function withOther(role: Role, plan: Plan): Role {
  if (plan.strategy_type !== 'ma_cross') return role
  const { n } = role.value as { n: string }
  const [fast, slow] = [String(plan.fast_length), String(plan.slow_length)]
  return as(role, 'averages', role.kind === 'fast' ? { fast: n, slow } : { fast, slow: n })
}

/** 'Change that to a week': a time alone, which may be a duration. '10 USDC a week' has its amount before it. */
const isLoneTime = ({ kind, said }: Role, before: Role | undefined): boolean =>
  kind === 'rate' && /^an?\s+\p{L}+$/iu.test(said) && (before === undefined || SAYS_HOW.has(before.kind))
const SAYS_HOW = new Set(['change', 'corrects', 'now', 'aside', 'want', 'verb'])
const asTime = (role: Role): Role =>
  as(role, 'duration', { seconds: (role.value as { seconds: number }).seconds, style: 'bare' })

function fitRole(role: Role, shown: Shown, roles: readonly Role[]): Fit {
  if (role.kind === 'duration' && (role.value as { style: string }).style === 'bare')
    return toTimeRole(role, shown)
  // 'Set the target at 20 %' of a plan that keeps a share.
  if (shown.plan.strategy_type === 'rebalance' && isShare(role))
    return as(role, 'target', { percent: (role.value as { percent: string }).percent })
  if (shown.plan.strategy_type === 'rebalance' && role.kind === 'target' && BARE_PERCENT.test(role.said))
    return shareOf(role, shown.plan, (role.value as { percent: string }).percent)
  // 'Have it end after 45 days': only a position has a holding time.
  if (role.kind === 'time_limit' && shown.plan.strategy_type !== 'bracket' && !sells(role))
    return as(role, 'duration', { seconds: (role.value as { seconds: number }).seconds, style: 'for' })
  // 'Let it run for ten days': only an order that waits expires.
  const lasts = role.kind === 'expiry' ? (role.value as { seconds: number | null }).seconds : null
  if (lasts !== null && /\brun/i.test(role.said) && RUNS.has(shown.plan.strategy_type))
    return as(role, 'duration', {
      seconds: lasts,
      style: shown.plan.strategy_type === 'twap' ? 'over' : 'for',
    })
  if ((role.kind === 'stop' || role.kind === 'take') && isNearPrice(role, shown.plan))
    return which(role, 'percent', [
      choice(`${role.kind === 'stop' ? 'stop loss' : 'take profit'} ${percentIn(role)}%`),
      choice(`${role.kind === 'stop' ? 'stop loss' : 'take profit'} at $${percentIn(role)}`),
    ])
  if (role.kind === 'price' && ONLY_SO_MUCH.test(role.said)) {
    const { price } = role.value as { price: { price?: string } }
    return which(role, 'amount', [
      choice(`an amount of ${price.price}`),
      choice(`only below $${price.price}`),
    ])
  }
  if (role.kind === 'amount') return toAmountRole(role as Role<'amount'>, shown, roles)
  return namedPart(role, shown.plan)
}

/** 'Only 0.5' of an intended buy: that much, or below that price? */
const ONLY_SO_MUCH = /^(?:only|just|at most|no more than|not more than|max|up to)\s+(?:\d|\.\d)[\d.,]*$/i
const percentIn = ({ value }: Role): string => (value as { percent: string }).percent
/** The price that an order waits for, in dollars. */
function getOrderPrice(plan: Plan): number | string | undefined {
  if (plan.strategy_type === 'limit') return plan.limit_price_usd
  return plan.strategy_type === 'bracket' ? plan.entry_price_usd : undefined
}
/** 'Tp 2' of a plan without a price, or with one of that size. */
function isNearPrice({ kind, value }: Role, plan: Plan): boolean {
  if (!('plain' in (value as object)) || !EXITED.has(plan.strategy_type)) return false
  const at = getOrderPrice(plan)
  return at === undefined
    ? Number((value as { percent: string }).percent) < LEAST_PLAIN
    : mayBePrice(value as object, at, kind)
}
const EXITED = new Set(['swap', 'limit', 'bracket'])
/** Below this a figure is a price as often as a distance. */
const LEAST_PLAIN = 4

/** 'The stop', 'the target', 'the limit': the one of its kind that the plan has. */
function namedPart(role: Role, plan: Plan): Role {
  const isThe = THE_STOP.test(role.said) && 'percent' in (role.value as object)
  const trails = plan.strategy_type === 'bracket' && plan.trailing_stop_percent !== undefined
  if (role.kind === 'stop' && isThe && trails && plan.stop_loss_percent === undefined)
    return as(role, 'trail', role.value)
  if (role.kind === 'target' && plan.strategy_type !== 'rebalance' && /\btarget\b/i.test(role.said))
    return as(role, 'take', { percent: (role.value as { percent: string }).percent })
  if (role.kind === 'price' && plan.strategy_type === 'dca' && /\b(?:limit|cap|bound)\b/i.test(role.said)) {
    const [low, high] = [plan.min_price_usd !== undefined, plan.max_price_usd !== undefined]
    const value = role.value as { limit: string }
    if (low !== high && value.limit === 'at')
      return as(role, 'price', { ...value, limit: high ? 'below' : 'above', only: true })
  }
  return role
}
const THE_STOP = /\b(?:the|its|that|my) stop\b(?![ -]?loss)/i

const RUNS = new Set(['dca', 'twap', 'grid', 'rsi', 'ma_cross', 'rebalance'])
const sells = ({ value }: Role): boolean => (value as { sells?: true }).sells === true

function toTimeRole(role: Role, { plan, unsaid, paced, lasts }: Shown): Fit {
  const { strategy_type: type } = plan
  const { seconds } = role.value as { seconds: number }
  const rate = as(role, 'rate', { seconds })
  if (paced) return rate
  const whole = as(role, 'duration', { seconds, style: type === 'twap' ? 'over' : 'for' })
  // The time limit of an order or a position is its only time.
  if (type === 'bracket' && plan.time_limit_seconds !== undefined && plan.duration_days === undefined)
    return as(role, 'time_limit', { seconds })
  if (type === 'limit' && plan.expires_in_seconds !== undefined) return as(role, 'expiry', { seconds })
  if (lasts) return whole
  if (type === 'dca') {
    if (plan.duration_days === undefined) return rate
    return isLong(seconds, plan.duration_days * DAY, plan.interval_seconds) ? whole : twoTimes(role)
  }
  if (type === 'rebalance') return plan.duration_days === undefined ? rate : twoTimes(role)
  if (type === 'twap')
    return unsaid.includes('order_interval_seconds') ||
      isLong(seconds, plan.total_duration_seconds, plan.order_interval_seconds)
      ? whole
      : twoTimes(role)
  if (type === 'rsi' || type === 'ma_cross') return as(role, 'timeframe', { seconds })
  return role
}
const DAY = 86_400
/** A pace of this length would leave no more than two orders, or none but the first. */
const isLong = (seconds: number, whole: number, pace: number): boolean =>
  (seconds * 2 >= whole && seconds >= 10 * pace) || (seconds > whole && seconds >= 2 * pace)
const twoTimes = (role: Role) =>
  which(role, 'duration', [
    choice(`every ${role.said.replace(/^(?:an?|one)\s+/i, '')}`),
    choice(`over ${role.said} in all`),
  ])

const DOLLARS = new Set(['USD', 'USDC'])
const EXITS = ['stop_loss_percent', 'take_profit_percent', 'trailing_stop_percent'] as const
const EXIT_OF = {
  stop_loss_percent: 'stop',
  take_profit_percent: 'take',
  trailing_stop_percent: 'trail',
} as const

function toAmountRole(role: Role<'amount'>, { plan }: Shown, roles: readonly Role[]): Fit {
  const { value, unit, prep = '', asset } = role.value
  const held = amountIn(plan)
  const led = prep === 'with' || prep === 'worth'
  if (unit === 'percent') return asset && asset.kind !== 'it' ? role : toPercentRole(role, plan, held)
  const budget = orderOrBudget(role, roles, plan)
  if (budget) return budget
  if (unit !== 'USD' && unit !== 'none') return role
  const priced =
    plan.strategy_type === 'limit' || (plan.strategy_type === 'bracket' && plan.entry_price_usd !== undefined)
  const price = as(role, 'price', { limit: 'at', price: { price: value } })
  const bounded =
    plan.strategy_type === 'grid' ||
    (plan.strategy_type === 'dca' && (plan.min_price_usd ?? plan.max_price_usd) !== undefined)
  if (unit === 'USD') {
    if (led || !(priced || bounded)) return role
    if (priced && held !== undefined && !DOLLARS.has(held.unit)) return price
    return which(role, 'amount', [
      choice(`an amount of $${value}`),
      ...(priced ? [choice(`a price of $${value}`)] : []),
    ])
  }
  if (plan.strategy_type === 'rebalance') return shareOf(role, plan, value)
  const paid = inCurrency(role, roles, plan)
  if (paid) return paid
  // '1.1' of a sale of 30 % at $1.05 is its price.
  if (priced && isNearPriceOf(plan, value, held)) return price
  if (led || roles.some(({ kind }) => kind === 'each')) return inUnit(role, plan)
  if (priced || bounded || plan.strategy_type === 'bracket') return which(role, 'other', [])
  const counted = plan.strategy_type === 'rsi' || plan.strategy_type === 'ma_cross' || 'order_count' in plan
  return counted && /^\d+$/.test(value) ? which(role, 'other', []) : inUnit(role, plan)
}

/** A bare figure near the price of an order, and far from its amount. */
function isNearPriceOf(plan: Plan, value: string, held: PlanAmount | undefined): boolean {
  const at = getOrderPrice(plan)
  if (at === undefined) return false
  const far = (other: unknown) => Math.abs(Math.log(Number(value) / Number(other)))
  return (
    far(at) < Math.log(NEAR_PRICE) &&
    (held === undefined || held.unit === 'percent' || far(held.value) > Math.log(FAR_AMOUNT))
  )
}
const [NEAR_PRICE, FAR_AMOUNT] = [1.5, 4]

/** A small percentage may be the drift, if that is in the text: 'keep 40 % in JUP, threshold 3 %', '5 percent'. */
function shareOf(role: Role, plan: Extract<Plan, { strategy_type: 'rebalance' }>, value: string): Fit {
  const mayDrift = plan.threshold_percent !== USUAL_THRESHOLD || plan.target_percent > 2 * MOST_DRIFT
  return mayDrift && Number(value) <= MOST_DRIFT
    ? which(role, 'percent', [choice(`target ${value}%`), choice(`threshold ${value}%`)])
    : as(role, 'target', { percent: value })
}
const BARE_PERCENT = /^\W*\d+(?:\.\d+)?\s*(?:%|percent|pct)\W*$/i
const USUAL_THRESHOLD = 5
const MOST_DRIFT = 10

function toPercentRole(role: Role<'amount'>, plan: Plan, held: PlanAmount | undefined): Fit {
  const { value } = role.value
  if (plan.strategy_type === 'rebalance') return shareOf(role, plan, value)
  const limits = plan.strategy_type === 'bracket' ? plan : (plan.risk ?? {})
  const exits = EXITS.filter((field) => field in limits)
  const drawdown = plan.risk?.max_drawdown_percent !== undefined
  if (role.value.asset || (exits.length === 0 && !drawdown)) return shareOrPart(role, plan) ?? role
  const [only] = exits
  const now = only && (limits as { [field in typeof only]?: number })[only]
  const guardsAll = held?.unit === 'percent' && Number(held.value) === 100 && isNear(Number(value), now)
  if (exits.length === 1 && only && !drawdown && (held?.unit !== 'percent' || guardsAll))
    return as(role, EXIT_OF[only], { percent: value })
  return which(
    role,
    'percent',
    exits.map((field) => choice(`${LABELS[field]} ${value}%`)),
  )
}
/** 11 % after a stop of 9 % is the stop; nobody would change a sale of the whole holding by so little. */
const isNear = (value: number, now = 0): boolean => value < 25 && value <= 2 * now && now <= 2 * value
const LABELS = {
  stop_loss_percent: 'stop loss',
  take_profit_percent: 'take profit',
  trailing_stop_percent: 'trailing stop',
}
