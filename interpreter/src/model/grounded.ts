/** Checks every figure of a reply against the text: one that is not there is asked for. */
import type { PlanAmount } from '@purser/contract/strategies/plan.ts'
import type { Language } from '../interpret.ts'
import type { Interpretation, InterpreterRequest } from '../port.ts'
import { figuresIn, isDistance, isFrom } from './figures.ts'
import { limitReadings } from '../limits/index.ts'
import { ask, AMOUNTS, howMuch, questions } from './questions.ts'
import type { Fields, Said } from './reply.ts'
import { isOpposite } from './explicit-sides.ts'
import { readUnits, type WrongTime, wrongTime } from './explicit-facts.ts'

const UNITS: Record<PlanAmount['unit'], RegExp> = {
  SOL: /\b(?:w?sols?|solana|lamports?)\b|\d\s*sol\b/i,
  USDC: /\busdc\b|\d\s*usdc\b|\busd coin\b/i,
  USD: /\$|usd|\bdollars?\b|\bbucks?\b|\bcents?\b|¢/i,
  percent:
    /%|\bper ?cent\b|\bpct\b|\bhalf|\bhalve|\bquarter|\bthird|\btenth|\bfifth|\ball\b|everything|entire|whole|\bfull|\bmax|\brest\b|remaining|completely|liquidate|\bexit|\bclose\b|cash out|get out|get rid/i,
  token: /\b(?:tokens?|coins?|units?|pieces)\b/i,
}

const timeAsked = (wrong: WrongTime): string =>
  wrong === 'timeframe'
    ? 'Which candles should be taken? For example those of 1 hour.'
    : wrong === 'interval' || wrong === 'duration'
      ? questions[wrong]
      : wrong.howLong

type Asked = InterpreterRequest & Pick<Language, 'intents'>
type Held = { fields: Fields; said: Said; name: string; request: Asked; previous?: boolean }

const isUnitSaid = (unit: PlanAmount['unit'], name: string, text: string) =>
  UNITS[unit].test(text) ||
  (unit === 'token' && text.toLowerCase().includes(name.toLowerCase())) ||
  (unit === name && UNITS.token.test(text))

/** 'double it' and 'make it 0.5' keep the unit of the plan before; any other unit must be in the text. */
function isUnitHeld(
  { value, unit }: PlanAmount,
  old: PlanAmount | undefined,
  name: string,
  request: InterpreterRequest,
): boolean {
  const text = request.instruction
  if (old?.unit === unit && Number(old.value) === Number(value)) return true
  const given = readUnits(value, request)
  if (given.length > 0) return given.includes(unit)
  if (isUnitSaid(unit, name, text)) return true
  return old?.unit === unit && !(['SOL', 'USDC', 'USD'] as const).some((one) => UNITS[one].test(text))
}

/** A bracket guards the whole holding if there is no amount. */
const isWholeGuard = ({ strategy_type: type, trade_direction: side }: Fields, amount: PlanAmount) =>
  type === 'bracket' && side === 'sell' && amount.unit === 'percent' && Number(amount.value) === 100

/** Returns the question for a value that is not in the text; undefined if all of them are. */
export function findUngrounded({ fields, said, name, request, previous }: Held): Interpretation | undefined {
  const text = request.instruction
  const figures = figuresIn(text)
  const before = (previous ? request.previousPlan : null) as Fields | null
  const risk = (fields.risk ?? {}) as Record<string, unknown>
  const oldRisk = (before?.risk ?? {}) as Record<string, unknown>
  /** A figure of the plan before counts only for its own field. */
  const is = (value: unknown, old?: unknown) =>
    value === undefined || isFrom(value as number | string, figures, old as number | string | undefined)
  /** 'at $2 with a stop at $1.80' is 10 %. */
  const isPercent = (value: unknown, old: unknown) =>
    is(value, old) || (fields.entry_price_usd !== undefined && isDistance(Number(value), figures))
  const relative = new Set((said.relative ?? []).map((r) => r.field))
  const exits = new Set((said.exits ?? []).map((e) => e.field as string))

  for (const field of AMOUNTS) {
    const amount = fields[field] as PlanAmount | undefined
    if (!amount || isWholeGuard(fields, amount)) continue
    const old = before?.[field] as PlanAmount | undefined
    if (!is(amount.value, old?.unit === amount.unit ? old.value : undefined))
      return ask(howMuch(fields, name, request.intents), 'amount')
    if (!isUnitHeld(amount, old, name, request))
      return ask(
        `${howMuch(fields, name, request.intents)} The amount has no unit: state SOL, USDC, USD, tokens or percent.`,
      )
  }
  for (const { field, howMuch: question } of limitReadings) {
    const amount = question === undefined ? undefined : (risk[field] as PlanAmount | undefined)
    if (!amount || question === undefined) continue
    const old = oldRisk[field] as PlanAmount | undefined
    const isSame = old?.unit === amount.unit
    if (!is(amount.value, isSame ? old.value : undefined) || !isUnitHeld(amount, old, name, request))
      return ask(question)
  }
  for (const [field, value] of Object.entries(fields))
    if (field.endsWith('_price_usd') && !relative.has(field as never) && !is(value, before?.[field]))
      return ask(
        fields.strategy_type === 'grid'
          ? 'Which price range should the grid cover, in dollars?'
          : 'Which price do you mean, in dollars?',
      )
  if (!(said.relative ?? []).every((r) => is(r.percent)) || !(said.exits ?? []).every((e) => is(e.price_usd)))
    return ask('Which price do you mean, in dollars or in percent of today’s price?', 'price')
  for (const [field, value, old] of [
    ...Object.entries(fields).map(([f, v]) => [f, v, before?.[f]] as const),
    ...Object.entries(risk).map(([f, v]) => [f, v, oldRisk[f]] as const),
  ])
    if (
      field.endsWith('_percent') &&
      field !== 'threshold_percent' &&
      !exits.has(field) &&
      !isPercent(value, old)
    )
      return ask(`How many percent should the ${field.replace('_percent', '').replaceAll('_', ' ')} be?`)
  const wrong = wrongTime(fields, request, before ?? {})
  if (wrong) return ask(timeAsked(wrong), wrong === 'duration' ? 'duration' : 'interval')
  const { trade_direction: side } = fields
  if (side !== before?.trade_direction && isOpposite(side, text)) return ask(questions.direction, 'direction')
  const isCross = /\b(?:golden|death)\b/i.test(text)
  if (!isCross && !['fast_length', 'slow_length'].every((f) => is(fields[f], before?.[f])))
    return ask(questions.lengths, 'lengths')
  if (!is(fields.grid_levels, before?.grid_levels))
    return ask('How many levels should the grid have?', 'levels')
  if (
    !is(fields.order_count, before?.order_count) &&
    !/\b(?:once|twice|thrice|single|couple|dozen)\b/i.test(text)
  )
    return ask('How many orders should there be?')
  const bps = fields.slippage_bps as number | undefined
  if (bps !== undefined && bps !== 100 && !is(bps, before?.slippage_bps) && !is(bps / 100))
    return ask('How much slippage should I allow, in percent or in basis points (50 bps = 0.5%)?')
  return undefined
}
