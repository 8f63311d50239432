/** Turns a draft into a plan: the sentence of its goal, checked by the schema. */
import { Plan } from '@purser/contract/strategies/plan.ts'
import type { Interpretation, Unpriced } from '../port.ts'
import type { Intent } from './intent.ts'
import type { Draft, Fields } from './outcome.ts'
import { outside } from './questions.ts'
import { riskWords, type Waits } from './sentence-parts.ts'

export function describeGoal(intents: readonly Intent[], fields: Fields, name: string, waits: Waits): string {
  const plan = fields as Partial<Plan>
  const intent = intents.find(({ type }) => type === plan.strategy_type)
  if (!intent) return ''
  const slippage =
    plan.slippage_bps === 100 ? '' : `, with at most ${Number(plan.slippage_bps) / 100}% slippage`
  const stopped = plan.on_stop === 'sell' ? ', and sell everything when stopped' : ''
  return `${intent.sentence(fields as never, name, waits)}${riskWords(plan.risk, plan.quote ?? 'SOL', name)}${slippage}${stopped}.`
}

const waitsOf = ({ relative, exits }: Pick<Draft, 'relative' | 'exits'>): Waits => ({
  waiting: new Map(relative?.map((one) => [one.field, one.percent])),
  prices: new Map(exits?.map((one) => [one.field, one.price])),
})

/** Returns the same plan with this name in its sentence. */
export function renamePlan(intents: readonly Intent[], { plan, ...open }: Unpriced, name: string): Plan {
  const { goal: _, ...fields } = plan
  return { ...plan, goal: describeGoal(intents, fields, name, waitsOf(open)).slice(0, 500) }
}

type PlanOutcome = Extract<Interpretation, { kind: 'plan' | 'ask' | 'refused' }>

export function makePlan(
  intents: readonly Intent[],
  { fields, name, assumptions, relative, exits, unsaid }: Draft,
): PlanOutcome {
  const waits = waitsOf({ ...(relative ? { relative } : {}), ...(exits ? { exits } : {}) })
  // Two prices relative to the market both have a placeholder until it is known; the schema compares them.
  const held = { ...fields }
  if (waits.waiting.has('upper_price_usd')) held.upper_price_usd = 2
  if (waits.waiting.has('lower_price_usd'))
    held.lower_price_usd = waits.waiting.has('upper_price_usd') ? 1 : '0.000000000000000001'
  const plan = Plan.safeParse({ ...held, goal: describeGoal(intents, fields, name, waits).slice(0, 500) })
  if (!plan.success) return outside().asked
  return {
    kind: 'plan',
    plan: plan.data,
    assumptions,
    ...(relative ? { relative } : {}),
    ...(exits ? { exits } : {}),
    ...(unsaid ? { unsaid } : {}),
  }
}
