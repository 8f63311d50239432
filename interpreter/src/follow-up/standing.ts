/**
 * The parts of the plan shown that stay although a change gives another amount: the unit, the token, the quote, and the
 * side. A figure alone changes only the figure.
 */
import type { Plan, PlanAmount } from '@purser/contract/strategies/plan.ts'
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Amount, Role } from '../clauses/roles.ts'
import type { Reading } from '../clauses/grammar.ts'
import { ask, type Asked } from '../intents/outcome.ts'
import { quoteText, formatAmount, whatMeans } from '../intents/questions.ts'
import type { FieldChange } from '../port.ts'

export const amountIn = (plan: Plan): PlanAmount | undefined =>
  'amount' in plan
    ? plan.amount
    : 'amount_per_order' in plan
      ? plan.amount_per_order
      : 'total_amount' in plan
        ? plan.total_amount
        : 'amount_per_trade' in plan
          ? plan.amount_per_trade
          : undefined

/** Further apart the two hardly have the same unit. */
const FAR = 20
export const askUnit = (figure: string) =>
  ask(
    'amount',
    `How much should it be? Write ${figure} with its unit, such as "${figure} SOL", "$${figure}" or "${figure}%".`,
  )

/** '700' for orders of 500 JUP is 700 JUP; for a share, or far from the earlier amount, it is asked about. */
export function inUnit(role: Role<'amount'>, plan: Plan): Role | { asked: Asked } {
  const held = amountIn(plan)
  const { value } = role.value
  const times = Number(value) / Number(held?.value)
  if (!held || held.unit === 'percent' || !(times < FAR && times > 1 / FAR)) return askUnit(value)
  // The unit of the amount is not the payment.
  const prep = held.unit === 'token' ? { prep: '' } : {}
  return { ...role, origin: role.origin ?? role, value: { ...role.value, unit: held.unit, ...prep } }
}

/** 'USDC 50', 'use USDC: 100': a named currency is the unit of the figure beside it. */
export function inCurrency(role: Role<'amount'>, roles: readonly Role[], plan: Plan): Role | undefined {
  const [money, ...more] = roles.filter(isMoney)
  if (!money || more.length > 0) return undefined
  const { kind } = (money.value as { asset: { kind: 'SOL' | 'USDC' } }).asset
  const isBeside = role.from >= money.to && role.from - money.to <= 1
  const isPaid = ['SOL', 'USDC'].includes(String(amountIn(plan)?.unit))
  return isBeside || isPaid
    ? { ...role, origin: role.origin ?? role, value: { ...role.value, unit: kind } }
    : undefined
}

/** '7 SOL' for orders of 0.1 SOL with a budget of 5 SOL: nearer to the budget it may be a new one. */
export function orderOrBudget(
  role: Role<'amount'>,
  roles: readonly Role[],
  plan: Plan,
): { asked: Asked } | undefined {
  const [held, most] = [amountIn(plan), plan.risk?.max_spend]
  const { value, unit } = role.value
  if (!held || !most || (unit !== 'none' && unit !== most.unit) || held.unit !== most.unit) return undefined
  if (roles.some(({ kind }) => kind === 'each' || kind === 'total' || kind === 'rate')) return undefined
  const far = (other: number) => Math.abs(Math.log(Number(value) / other))
  if (!(far(Number(most.value)) < far(Number(held.value)))) return undefined
  const said = formatAmount({ value, unit: most.unit })
  return ask('other', `Should ${said} be the amount of each order, or the most that may be spent in all?`, [
    { label: `${said} each`, reply: `${said} each` },
    { label: `A budget of ${said}`, reply: `a budget of ${said}` },
  ])
}

/** 'Half' of 300 WIF, or of the holding of it? Of a share it is another one; all of it is the whole holding. */
export function shareOrPart({ value, said }: Role<'amount'>, plan: Plan): { asked: Asked } | undefined {
  const held = amountIn(plan)
  const isOf = value.asset === undefined || value.asset.kind === 'it'
  if (value.unit !== 'percent' || value.all || !isOf || Number(value.value) === WHOLE) return undefined
  if (!held || held.unit === 'percent' || OF_HELD.test(said)) return undefined
  const counted = { value: String(held.value), unit: held.unit }
  return ask(
    'amount',
    `How much should it be? ${quoteText(said)} may be a part of ${formatAmount(counted)}, or of what the wallets hold.`,
  )
}
const WHOLE = 100
const OF_HELD = /\b(?:i (?:hold|have|own)|my|holdings?|balance|position|bag)\b/i

const STABLE: Record<string, 'SOL' | 'USDC'> = { [SOL_MINT]: 'SOL', [USDC_MINT]: 'USDC' }
/** SOL or USDC by name, and not as the unit of an amount. */
export const isMoney = ({ kind, value }: Role): boolean =>
  kind === 'asset' && ['SOL', 'USDC'].includes((value as { asset: { kind: string } }).asset.kind)

/**
 * The roles of the changed plan with the pair of the plan shown: 'make it 3 SOL' of SOL that becomes USDC still sells
 * it.
 */
export function withPair(roles: Role[], plan: Plan): Role[] {
  const at = roles.findIndex(({ kind }) => kind === 'amount')
  const role = roles[at] as Role<'amount'> | undefined
  if (!role) return roles
  const { unit } = role.value
  const sells = plan.trade_direction === 'sell'
  const named = (kind: 'SOL' | 'USDC', lead: string): Role => ({
    ...role,
    kind: 'asset',
    value: { asset: { kind }, prep: lead },
    lead,
    said: `${lead} ${kind}`.trim(),
    mentions: [],
  })
  const base = STABLE[plan.token_address]
  // '20 %' of a share of the SOL holding is one of the same.
  const isShare = unit === 'percent' && role.value.asset === undefined && amountIn(plan)?.unit === 'percent'
  if (base === undefined && isShare && !sells)
    return roles.map((one) => (one === role ? withAsset(role, plan.quote) : one))
  if (base === undefined) {
    const isPaidIn = unit === 'SOL' || unit === 'USDC' || roles.some(isMoney)
    return plan.quote === 'SOL' || isPaidIn ? roles : [...roles, named(plan.quote, sells ? 'for' : 'with')]
  }
  if (plan.quote === base) return roles
  const others = roles.filter((one) => !isMoney(one))
  const amount = unit === 'percent' ? withAsset(role, sells ? base : plan.quote) : role
  const withAmount = others.map((one) => (one === role ? amount : one))
  if (unit === base || (unit === 'percent' && sells))
    return [...withAmount, named(plan.quote, sells ? 'for' : 'with')]
  if (unit === plan.quote || unit === 'percent') return [...withAmount, named(base, sells ? 'of' : '')]
  return [...withAmount, named(base, ''), named(plan.quote, 'with')]
}

const withAsset = (role: Role<'amount'>, kind: 'SOL' | 'USDC'): Role => ({
  ...role,
  origin: role.origin ?? role,
  value: { ...role.value, asset: { kind } },
})

const SIDES = new Set(['verb', 'both_ways', 'guards', 'target', 'announces', 'averages', 'oversold'])
const unitIn = (value: unknown): string | undefined => (value as Partial<Amount> | null)?.unit

/** Finds changes of the plan shown that the text does not mention; undefined if it mentions all of them. */
export function findUnstatedChange(
  { plan, changes }: { plan: Plan; changes: readonly FieldChange[] },
  previous: Plan,
  { roles }: Reading,
  said: string,
): Asked | undefined {
  const names = roles.some(
    ({ kind, mentions }) => kind === 'asset' || mentions.some((one) => one.kind === 'token'),
  )
  const paid = roles.some(({ value }) => ['SOL', 'USDC'].includes(String(unitIn(value))))
  const sided = roles.some(({ kind }) => SIDES.has(kind))
  const isBare = (role: Role): boolean => role.kind === 'amount' && unitIn(role.value) === 'none'
  const bare = roles.some(isBare) && !roles.some(isMoney)
  const [old, now] = [amountIn(previous), amountIn(plan)]
  if (bare && old && now && old.unit !== now.unit) return askUnit(String(now.value)).asked
  // 'No, sell 2' of a buy for 1 SOL: two tokens, perhaps.
  if (bare && now && changes.some(({ field }) => field === 'trade_direction'))
    return askUnit(String(now.value)).asked
  for (const { field } of changes) {
    if (field === 'token_address' && !names) return whatMeans(said).asked
    if (field === 'quote' && !names && !paid) return whatMeans(said).asked
    if (field === 'trade_direction' && !names && !sided) return whatMeans(said).asked
  }
  return undefined
}
