/** The last step of every reading: envelope, limits of risk and the sentence of the goal, held to the schema. */
import { DEFAULT_SLIPPAGE_BPS } from '@purser/contract/limits.ts'
import { Plan, type PlanAmount } from '@purser/contract/plan.ts'
import type { Interpretation, PlacedExit, RelativePrice } from '../../../ports/interpreter.ts'
import { compare, planNumber } from './decimal.ts'
import { ask, outOfRange } from './replies.ts'
import { goalOf } from './sentence.ts'
import { type AmountFact, mintOf, nameOf, type Sides } from './sides.ts'
import type { Level, Point, Terms } from './terms.ts'
import type { Timing } from './timing.ts'

export type Draft = Plan extends infer P ? (P extends Plan ? Omit<P, 'goal'> : never) : never
export type Made = {
  sides: Pick<Sides, 'base' | 'quote' | 'quoteSaid' | 'fromSetting'>
  timing: Timing
  terms: Terms
  assumptions: string[]
  relative?: RelativePrice[]
  exits?: PlacedExit[]
}

export const OUTSIDE =
  'A figure or an address of this instruction is outside what a plan can hold, so I have planned nothing.'

/** A limit of risk as an amount of the plan. */
export function riskAmount(fact: AmountFact): PlanAmount | undefined {
  return fact.unit === 'none' ? undefined : { value: planNumber(fact.value), unit: fact.unit }
}

/** The risk block of strategies whose exits are no barriers of their own; a reply where one cannot be held. */
export function riskOf(
  terms: Terms,
  own: boolean,
): { risk: Record<string, unknown> } | { reply: Interpretation } {
  const risk: Record<string, unknown> = {}
  if (!own) {
    if (terms.trail !== undefined)
      return {
        reply: ask(
          'How many percent of a fixed stop loss should I set? A trailing stop belongs to a single position ("buy 2 SOL with a 10 % trailing stop"), not to this type of strategy.',
        ),
      }
    for (const [level, field] of [
      [terms.stop, 'stop_loss_percent'],
      [terms.take, 'take_profit_percent'],
    ] as const) {
      if (!level) continue
      if ('price' in level)
        return {
          reply: ask(
            'How many percent should the limit be? This type of strategy ends at a percentage, not at a price.',
          ),
        }
      risk[field] = Number(level.percent)
    }
  }
  if (terms.drawdown !== undefined) risk.max_drawdown_percent = Number(terms.drawdown)
  for (const [fact, field] of [
    [terms.dailyLoss, 'daily_loss_limit'],
    [terms.maxSpend, 'max_spend'],
  ] as const) {
    if (!fact) continue
    const amount = riskAmount(fact)
    if (!amount || fact.negative || compare(fact.value, '0') === 0)
      return { reply: ask('How much should the limit be? State it in SOL, USDC, USD or percent.') }
    risk[field] = amount
  }
  if (terms.cooldown !== undefined) risk.cooldown_seconds = Math.round(terms.cooldown)
  return { risk }
}

/** The price now, or 1 with a note of what it is against the market. */
export function priceOf(
  point: Point,
  field: RelativePrice['field'],
  relative: RelativePrice[],
): number | string {
  if ('price' in point) return planNumber(point.price)
  relative.push({ field, percent: Number(point.relative) })
  return 1
}

/** Percent of a barrier; where a price was named, from the entry if that is known, else once the market's price is. */
export function levelOf(
  level: Level,
  field: PlacedExit['field'],
  entry: string | undefined,
  exits: PlacedExit[],
): number | undefined {
  if ('percent' in level) return Number(level.percent)
  if (entry === undefined) {
    exits.push({ field, price: planNumber(level.price) })
    return 1
  }
  return percentFrom(entry, level.price, field)
}

/** How far `price` is from `entry`, in percent with four decimals; undefined on the wrong side of it. */
export function percentFrom(entry: string, price: string, field: PlacedExit['field']): number | undefined {
  const scale = (text: string, digits: number) => {
    const [whole = '0', part = ''] = text.split('.')
    return BigInt(whole + part.slice(0, digits).padEnd(digits, '0'))
  }
  const [e, p] = [scale(entry, 18), scale(price, 18)]
  const far = field === 'stop_loss_percent' ? e - p : p - e
  return far <= 0n || e === 0n ? undefined : Number((far * 1_000_000n) / e) / 10_000
}

export function finish(draft: Record<string, unknown>, made: Made): Interpretation {
  const { sides, timing, terms } = made
  const assumptions: string[] = []
  if (sides.fromSetting) assumptions.push('The token is the one of the settings.')
  if (!sides.quoteSaid) assumptions.push(`Traded against ${sides.quote}.`)
  if (timing.slippage === undefined) assumptions.push('Slippage of at most 1 %.')
  const bracket = draft.strategy_type === 'bracket'
  const risked = riskOf(terms, bracket)
  if ('reply' in risked) return risked.reply
  const full = {
    version: 1 as const,
    token_address: mintOf(sides.base),
    quote: sides.quote,
    slippage_bps: timing.slippage ?? DEFAULT_SLIPPAGE_BPS,
    on_stop: terms.onStop ?? ('keep' as const),
    ...draft,
    ...(Object.keys(risked.risk).length > 0 ? { risk: risked.risk } : {}),
  } as unknown as Draft
  return validated(full, nameOf(sides.base), {
    assumptions: [
      ...new Set([...assumptions, ...made.assumptions, ...terms.assumptions, ...timing.assumptions]),
    ],
    ...(made.relative?.length ? { relative: made.relative } : {}),
    ...(made.exits?.length ? { exits: made.exits } : {}),
  })
}

type Extra = Omit<Extract<Interpretation, { kind: 'plan' }>, 'kind' | 'plan'>

export function validated(draft: Draft, name: string, extra: Extra): Interpretation {
  const waiting = new Map<string, number>(extra.relative?.map((r) => [r.field, r.percent]))
  const prices = new Map<string, number | string>(extra.exits?.map((e) => [e.field, e.price]))
  // Two prices against the market both hold 1 until it is known; the schema compares them.
  const held = { ...draft } as Record<string, unknown>
  if (waiting.has('upper_price_usd')) held.upper_price_usd = 2
  if (waiting.has('lower_price_usd'))
    held.lower_price_usd = waiting.has('upper_price_usd') ? 1 : '0.000000000000000001'
  const plan = Plan.safeParse({ ...held, goal: goalOf(draft, name, { waiting, prices }).slice(0, 500) })
  if (!plan.success) return outOfRange(OUTSIDE)
  return { kind: 'plan', plan: plan.data, ...extra }
}
