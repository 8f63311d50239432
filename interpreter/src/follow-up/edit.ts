/** The plan shown last with fields set one by one, checked by the same schema as any other. */
import { Plan, type PlanAmount } from '@purser/contract/strategies/plan.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Intent } from '../intents/intent.ts'
import { makePlan } from '../intents/make.ts'
import type { Fields } from '../intents/outcome.ts'
import { outside } from '../intents/questions.ts'
import type { EditRequest, Interpretation } from '../port.ts'
import { noPlanYet, whatToChange, wrongCurrency } from '../replies.ts'
import { toAsset, type Base, getName } from '../text/names.ts'
import { listDifferences } from './differences.ts'

/** Own properties only: a path comes from outside. An emptied object is removed. */
function withValue(fields: Fields, [first = '', ...rest]: string[], value: unknown): Fields {
  const others = Object.entries(fields).filter(([name]) => name !== first)
  const own = Object.entries(fields).find(([name]) => name === first)?.[1]
  const inner =
    rest.length === 0 ? value : withValue(own instanceof Object ? (own as Fields) : {}, rest, value)
  const gone = inner === null || (rest.length > 0 && Object.keys(inner as Fields).length === 0)
  return Object.fromEntries(gone ? others : [...others, [first, inner]])
}

const GOAL = '-'
/** Only the desk names tokens. */
const NAME = 'token_symbol'
/** It ends before anything could be traded, or trades one token for itself; SOL for SOL has a sentence of its own. */
const isEmpty = ({ duration_days: days, token_address: mint, quote }: Plan): boolean =>
  (days !== undefined && days * DAY_SECONDS < 1) || (quote === 'USDC' && mint === USDC_MINT)
const AMOUNTS = ['amount', 'amount_per_order', 'total_amount', 'amount_per_trade']
const MINTS: Record<string, string> = { SOL: SOL_MINT, USDC: USDC_MINT }

/** SOL or USDC if an order's amount is in it and it is not the traded token. */
function currencyIn(fields: Fields): string | undefined {
  const amount = AMOUNTS.map((name) => fields[name]).find((one) => one !== undefined)
  const { unit } = (amount ?? {}) as Partial<PlanAmount>
  const mint = unit === undefined ? undefined : MINTS[unit]
  return mint === undefined || mint === fields.token_address ? undefined : unit
}

/** 'For 5 USDC' is never paid in SOL: the currency of an amount is that of the payment. */
function inItsCurrency(fields: Fields, edited: Set<string | undefined>): Fields {
  const currency = currencyIn(fields)
  const follows = AMOUNTS.some((name) => edited.has(name)) && !edited.has('quote')
  return follows && currency !== undefined ? { ...fields, quote: currency } : fields
}

export function applyEdits(intents: readonly Intent[], request: EditRequest): Interpretation {
  const { previousPlan, edits, tokens } = request
  if (!previousPlan) return noPlanYet()
  if (edits.some(({ path }) => path === NAME)) return whatToChange()
  const { goal: _, ...before } = previousPlan
  const edited = edits.reduce<Fields>(
    (all, { path, value }) => withValue(all, path.split('.'), value),
    before,
  )
  const fields = inItsCurrency(edited, new Set(edits.map(({ path }) => path.split('.')[0])))
  const { token_address: mint, version, strategy_type: type } = fields
  if (typeof mint !== 'string' || version !== 1 || type !== previousPlan.strategy_type) return whatToChange()
  const name = getName(toAsset(mint, tokens.find((one) => one.mint === mint)?.symbol) as Base)
  // The sentence of a plan needs all its fields.
  const whole = Plan.safeParse({ ...fields, goal: GOAL })
  if (!whole.success || isEmpty(whole.data)) return outside().asked
  const strange = currencyIn(fields)
  if (strange && strange !== fields.quote) return wrongCurrency(name, String(fields.quote), strange)
  const made = makePlan(intents, { fields: whole.data, name, assumptions: [] })
  if (made.kind !== 'plan') return made
  const changes = listDifferences(previousPlan, made.plan)
  return changes.length === 0 ? whatToChange() : { ...made, changes }
}
