/**
 * Changes that could mean something else: a second order beside the plan shown, a rate of its own for a divided total,
 * the start of a trailing stop. They are asked about: the plan shown stays.
 */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type { Reading } from '../clauses/grammar.ts'
import type { Amount, Role } from '../clauses/roles.ts'
import type { Asked } from '../intents/outcome.ts'
import { length, period } from '../intents/sentence-amounts.ts'
import { notHeld, formatAmount, totalOrEach, whatMeans, whichFirst } from '../intents/questions.ts'
import type { FieldChange } from '../port.ts'
import { compare, times } from '../text/decimal.ts'

type Found = { asked: Asked } | undefined
/**
 * '300 USDC over a month', '300 USDC in 10 orders' for a plan of 10 USDC every day: in all, or for each? 'For two
 * months' is the duration of the repetitions, unless the amount is nearer to the total of all of them.
 */
function wholeOrEach(role: Role, roles: readonly Role[], plan: Plan): Found {
  if (role.kind !== 'amount' || plan.strategy_type !== 'dca') return undefined
  if (roles.some(({ kind }) => SETTLES.has(kind))) return undefined
  const amount = role.value as Amount
  const said = formatAmount(amount)
  if (BUDGET.test(role.said)) return totalOrEach(said, [`a budget of ${said}`, `${said} each`])
  const end = roles.find(({ kind }) => ENDS.has(kind))
  if (!end && isOfAllShown(amount, plan) && !roles.some(({ kind }) => kind === 'rate'))
    return totalOrEach(said, [`${said} in total`, `${said} each`])
  if (!end || (end.kind !== 'count' && roles.some(({ kind }) => kind === 'rate'))) return undefined
  const { seconds = 0, style, n } = end.value as { seconds?: number; style?: string; n?: string }
  const orders = n === undefined ? Math.floor(seconds / plan.interval_seconds) : Number(n)
  const each = String(plan.amount_per_order.value)
  const isOfAll = orders > 1 && isNearAll(amount.value, each, orders)
  const isSpread = style === 'over' || style === 'within' || IN_ORDERS.test(end.said)
  if (!isSpread && !isOfAll) return undefined
  const [all, one] = n === undefined ? [` over ${length(seconds)}`, ` for ${length(seconds)}`] : ['', '']
  const counted = n === undefined ? '' : `, ${n} orders`
  return totalOrEach(said, [`${said} in total${all}${counted}`, `${said} each${one}${counted}`])
}
/** Nearer to all of them than to one, as a ratio: above the middle between them. */
const isNearAll = (value: string, each: string, orders: number): boolean =>
  compare(times(value, value), times(times(each, each), String(orders))) > 0
/** '200 dollars' for a plan of 20 dollars a week for ten weeks. */
function isOfAllShown({ value, unit }: Amount, plan: Extract<Plan, { strategy_type: 'dca' }>): boolean {
  const { amount_per_order: each, duration_days: days, interval_seconds: seconds, order_count: count } = plan
  const orders = count ?? (days === undefined ? 0 : Math.floor((days * DAY) / seconds))
  if (unit !== 'none' && unit !== each.unit) return false
  const one = String(each.value)
  return orders < FEW
    ? orders > 1 && compare(value, times(one, String(orders))) >= 0
    : isNearAll(value, one, orders)
}
const DAY = 86_400
/** If there are fewer orders, a new amount for each is as near to all of them: only the exact total is asked about. */
const FEW = 4
const NOT = /\bnot\b/i
const SAYS = new Set(['amount', 'rate', 'duration', 'count', 'price', 'stop', 'take', 'trail'])
const SETTLES = new Set(['each', 'total', 'divided', 'announces', 'max_spend'])
const ENDS = new Set(['duration', 'time_limit', 'count', 'slices'])
const IN_ORDERS = /^(?:in|into|over|across|with|through)\b/i
const BUDGET = /\b(?:budget|funds?|capital|bankroll)\b/i

/** Both replies are about a plan that was shown: an amount alone would belong to no plan. */
function inAllOrEach(amount: string, seconds?: number) {
  const [paced, often] =
    seconds === undefined ? ['', ''] : [`, an order every ${period(seconds)}`, ` every ${period(seconds)}`]
  return totalOrEach(amount, [`${amount} in total${paced}`, `${amount} each${often}`])
}
const nameOfType = ({ strategy_type: type }: Plan): string => type.replace('_', ' ')
const verbIn = ({ kind, value }: Role, ...verbs: string[]): boolean =>
  kind === 'verb' && verbs.includes((value as { verb: string }).verb)

/** Finds what the text itself leaves open. */
export function findDoubt({ roles, text }: Reading, plan: Plan, said: string): Found {
  for (const [i, role] of roles.entries()) {
    const next = roles[i + 1]
    const value = role.value as Record<string, unknown>
    // '1 SOL an hour' of a divided total; '2 a day' of orders in SOL: an amount, or a number of orders?
    if (role.kind === 'amount' && next?.kind === 'rate' && next.from === role.to) {
      const amount = role.value as Amount
      const isTotal = roles.some(({ kind }) => kind === 'total' || kind === 'divided' || kind === 'announces')
      if (plan.strategy_type === 'twap' && !isTotal)
        return inAllOrEach(formatAmount(amount), (next.value as { seconds: number }).seconds)
      const isCount = amount.unit === 'none' && /^\d+$/.test(amount.value)
      // '10 daily' of one order
      if (isCount && (plan.strategy_type === 'dca' ? PER.test(next.said) : isOnce(plan)))
        return whatMeans(`${role.said} ${next.said}`)
    }
    // 'Not too much, so every 20 minutes': less than in the plan shown, but how much?
    if (role.kind === 'vague' && NOT.test(role.said) && roles.some(({ kind }) => SAYS.has(kind)))
      return whatMeans(role.said)
    const whole = wholeOrEach(role, roles, plan)
    if (whole) return whole
    // '8 pieces' of a divided total are parts of it.
    if (
      role.kind === 'amount' &&
      plan.strategy_type === 'twap' &&
      /\b(?:pieces|bits)$|^in\b/i.test(`${before(text, role)} ${role.said}`.trim())
    )
      return whatMeans(role.said)
    if (role.kind === 'amount' && plan.strategy_type === 'rebalance' && role.lead === 'by')
      return whatMeans(role.said)
    // 'Once up 10 %' with a trailing stop: its start, or a target.
    const isTrail = plan.strategy_type === 'bracket' && plan.trailing_stop_percent !== undefined
    const waits = value.condition === true || BEGINS.has(before(text, role))
    if (role.kind === 'price' && isTrail && waits && !roles.some((one) => verbIn(one, 'sell', 'exit')))
      return whatMeans(role.said)
    // 'Risk 0.1 SOL' may be the amount spent, or the possible loss.
    if (
      role.kind === 'amount' &&
      plan.strategy_type === 'bracket' &&
      RISK.test(`${before(text, role)} ${role.said}`)
    )
      return whatMeans(role.said)
  }
  const only = roles.filter(({ kind }) => kind !== 'asset' && kind !== 'now' && kind !== 'change')
  const [closes] = only
  const ends = plan.strategy_type === 'bracket' ? ['exit', 'sell'] : ['exit']
  if (closes && only.length === 1 && verbIn(closes, ...ends) && plan.trade_direction === 'buy')
    return notHeld(said, nameOfType(plan))
  return undefined
}
const before = (text: Reading['text'], { from }: Role): string => text.words[from - 1]?.text ?? ''
const RISK = /^\s*risk/i
const isOnce = ({ strategy_type: type }: Plan): boolean => type === 'swap' || type === 'limit'
const PER = /^(?:per|a|an|each|\/)\b/i
const BEGINS = new Set([
  'activate',
  'activated',
  'activates',
  'start',
  'starts',
  'starting',
  'begin',
  'arm',
  'enable',
])

/** 'Then sell at $2', 'also at $1': it would replace a part of the plan shown. */
export function findAddition(
  { plan, changes }: { plan: Plan; changes: readonly FieldChange[] },
  previous: Plan,
  { roles }: Reading,
  said: string,
): Found {
  const replaced = changes.filter(({ from, to }) => from !== null && to !== null)
  const turns =
    replaced.some(({ field }) => field === 'trade_direction') && previous.trade_direction !== 'both'
  const priced = roles.some(({ kind }) => kind === 'price')
  const joins = JOINS.test(said)
  const isNamed = replaced.some(({ field }) => field === 'token_address')
  if (turns && plan.trade_direction !== 'both' && (joins || priced))
    return whichFirst([previous.trade_direction, said])
  if (ADDS.test(said) && replaced.some(({ field }) => ALSO.has(field)))
    return whichFirst([nameOfType(previous), said])
  // 'And 200 JUP', 'also 200': beside the plan shown.
  if (joins && replaced.some(({ field }) => ADDED.has(field))) return whichFirst([nameOfType(previous), said])
  // 'In JUP' of a sale: nobody sells one token for another here.
  const isGot =
    roles.some(({ kind, lead }) => kind === 'asset' && GOT.has(lead)) ||
    /\b(?:it|them|that|this|all) (?:for|into|to|in) \S+\W*$/i.test(said)
  if (isNamed && isGot && plan.trade_direction === 'sell') return whichFirst([nameOfType(previous), said])
  // 'On WIF too'
  if (isNamed && /\b(?:too|as well)\W*$/i.test(said)) return whichFirst([nameOfType(previous), said])
  if (joins && replaced.some(({ field }) => field === 'limit_price_usd'))
    return whichFirst([nameOfType(previous), said])
  // 'Make it a TWAP' of orders of 0.1 SOL: of 0.1 SOL in all?
  const isDivided = previous.strategy_type === 'dca' && plan.strategy_type === 'twap'
  return isDivided && !roles.some(({ kind }) => kind === 'amount')
    ? inAllOrEach(formatAmount(previous.amount_per_order as Amount))
    : undefined
}
const JOINS = /^\W*(?:and|then|also|plus|after that|afterwards)\b(?! (?:make|change|set|use|instead))/i
const ADDED = new Set(['amount', 'amount_per_order', 'total_amount', 'amount_per_trade', 'token_address'])
const GOT = new Set(['in', 'into', 'to', 'onto', 'for'])
const ADDS = /^\W*(?:and )?(?:also|plus|another|in addition|additionally)\b/i
const ALSO = new Set(['limit_price_usd', 'token_address', 'trade_direction', 'entry_price_usd'])
