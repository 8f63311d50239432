/**
 * Checks a model's plan against the grammar's reading of the same text. If the grammar understands all of it and means
 * something else, or asks because there are two readings, no plan of a model is accepted; if it does not know a word,
 * the model may help, but every figure of the text must be in its plan.
 */
import { type Plan, TIMEFRAME_SECONDS } from '@purser/contract/strategies/plan.ts'
import type { QuestionCode } from '@purser/contract/agents/reading.ts'
import type { Reading } from '../clauses/grammar.ts'
import { readPace } from '../clauses/pace.ts'
import { createBag } from '../clauses/bag.ts'
import type { Role } from '../clauses/roles.ts'
import type { Language } from '../interpret.ts'
import { listDifferences } from '../follow-up/differences.ts'
import { interpretWith } from '../interpreter.ts'
import type { Interpretation, InterpreterRequest } from '../port.ts'
import { tooLong } from '../replies.ts'
import { ask } from './questions.ts'
import { speaksOfSelling } from './explicit-sides.ts'

/** If these are asked, a model cannot know better: the text itself leaves it open, or no plan can hold it. */
const FINAL = new Set<QuestionCode>(['which_first', 'total_or_each', 'token', 'price', 'direction'])
/** Words that bind a plan to something: if one is not understood, nothing may be planned. */
const BINDING = new Set(
  (
    'if when whenever once unless except only until while after before not never but also then again instead without ' +
    'otherwise whereas on at per every each max min more less least most'
  ).split(' '),
)

export function findContradiction(
  meant: Interpretation,
  request: InterpreterRequest,
  language: Language,
  /** The desk's own reading; that of an answer is not that of its text alone. */
  read?: Interpretation,
): Interpretation {
  const plan = meant.kind === 'plan' ? meant.plan : undefined
  if (!plan || meant.kind !== 'plan') return meant
  const own = read ?? interpretWith(language, request)
  if (own.kind === 'plan') return isSame(own, meant) ? meant : readOtherwise(own.plan)
  if (own.kind === 'ask' && FINAL.has(own.code ?? 'other')) return own
  if (own.kind === 'refused') return own
  const reading = language.grammar.read(request.instruction, request.tokens)
  // There is no reading to check a plan against.
  if (reading.isTooLong) return tooLong()
  const unread = reading.unknown.flatMap(({ from, to }) => reading.text.words.slice(from, to))
  if (unread.some(({ text }) => BINDING.has(text))) return own
  const pace = readPace(createBag(reading))
  const type = plan.strategy_type
  if ((pace === 'divided' && type === 'dca') || (pace === 'each' && type === 'twap')) return own
  // A text that is not wholly understood must at least mention selling.
  if (plan.trade_direction === 'sell' && !speaksOfSelling(request.instruction))
    return ask('Should I buy or sell?', 'direction')
  if (isOtherType(plan, reading) || isOtherSide(plan, reading)) return own
  const lost = figureNotIn(plan, meant, reading, request.previousPlan)
  return lost === undefined
    ? meant
    : ask(`What is ${lost} meant for? I could not place it, so I have not made a plan.`)
}

type Planned = Extract<Interpretation, { kind: 'plan' }>
/** The placeholders of unknown prices must be the same, too. */
const isSame = (own: Planned, meant: Planned): boolean =>
  listDifferences(own.plan, meant.plan).length === 0 &&
  JSON.stringify(own.relative ?? []) === JSON.stringify(meant.relative ?? []) &&
  JSON.stringify((own.exits ?? []).map((one) => [one.field, Number(one.price)])) ===
    JSON.stringify((meant.exits ?? []).map((one) => [one.field, Number(one.price)]))

/** The desk's own reading is offered, never that of the model. */
const readOtherwise = ({ goal }: Plan): Interpretation => ({
  kind: 'ask',
  code: 'other',
  question: `Which one do you mean? I read it as: ${goal} The trading AI read it in another way, so I have not made a plan.`,
  choices: [{ label: goal, reply: goal }],
})

/** The numbers of a plan by their kind. */
type Held = { seconds: number[]; percent: number[]; other: number[] }
function heldBy(plan: Plan, { relative = [], exits = [] }: Partial<Planned>): Held {
  const held: Held = { seconds: [], percent: [], other: [] }
  const gather = (field: string, value: unknown): void => {
    if (value instanceof Object) {
      const { unit } = value as { unit?: string }
      for (const [name, one] of Object.entries(value)) gather(unit === 'percent' ? 'percent' : name, one)
      return
    }
    const n = Number(value)
    if (value === '' || Number.isNaN(n)) return
    if (field.endsWith('_seconds')) held.seconds.push(n)
    else if (field === 'duration_days') held.seconds.push(n * DAY)
    else if (field === 'slippage_bps') {
      held.percent.push(n / 100)
      held.other.push(n)
    } else if (field.endsWith('percent')) held.percent.push(n)
    else held.other.push(n)
  }
  const { goal: _g, version: _v, token_address: _t, ...fields } = plan
  for (const [name, value] of Object.entries(fields)) gather(name, value)
  if ('timeframe' in plan) held.seconds.push(TIMEFRAME_SECONDS[plan.timeframe])
  if (plan.strategy_type === 'rebalance') held.percent.push(100 - plan.target_percent)
  for (const { percent } of relative) held.percent.push(Math.abs(percent))
  for (const { price } of exits) held.other.push(Number(price))
  return held
}
const DAY = 86_400

/** The first figure of the text that the plan does not hold in its kind: a time, a percentage, or any other number. */
function figureNotIn(
  plan: Plan,
  meant: Planned,
  { text, roles }: Reading,
  previous: Plan | null,
): string | undefined {
  const plans = [heldBy(plan, meant), ...(previous ? [heldBy(previous, {})] : [])]
  const has = (kind: keyof Held, value: number) =>
    plans.some((held) =>
      held[kind].some((n) => Math.abs(n - value) <= 1e-6 * Math.max(Math.abs(n), Math.abs(value))),
    )
  for (const role of roles) {
    const { seconds, percent, value, unit, n, bps } = role.value as Record<
      string,
      string | number | undefined
    >
    if (role.kind === 'on_stop' && (role as Role<'on_stop'>).value.what !== plan.on_stop) return role.said
    const isPlaced =
      (seconds === undefined || seconds === null || has('seconds', Number(seconds))) &&
      (percent === undefined || has('percent', Number(percent))) &&
      (bps === undefined || has('other', Number(bps))) &&
      (n === undefined || has('other', Number(n)) || paces(plan, Number(n))) &&
      (value === undefined || has(unit === 'percent' ? 'percent' : 'other', Number(value)))
    if (!isPlaced) return role.said
  }
  const values = (reader: string, at: number) => text.read(reader, at).map(({ value }) => Number(value))
  for (let at = 0; at < text.words.length; at++) {
    if (text.words[at]?.kind !== 'number') continue
    const [times, percents, figures] = [values('time', at), values('pct', at), values('anyfig', at)]
    const isPlaced =
      times.length > 0
        ? times.some((n) => has('seconds', n))
        : percents.length > 0
          ? percents.some((n) => has('percent', n))
          : figures.some((n) => has('other', n) || has('percent', n) || paces(plan, n))
    if (!isPlaced) return text.written(at, at + 1)
    // A number that was read as one is one: the minutes of '1h30m' are no figure of their own.
    at = Math.max(at, ...['time', 'pct'].flatMap((reader) => text.read(reader, at).map(({ to }) => to - 1)))
  }
  return undefined
}
/** A text that names a type has that type; a stop or a price makes a bracket or a limit order of a swap. */
function isOtherType({ strategy_type: type }: Plan, { roles, inPlay }: Reading): boolean {
  const said = roles.flatMap(({ kind, value }) =>
    kind === 'announces' ? [(value as { type: string }).type] : [],
  )
  const own = said.filter((one) => !['limit', 'bracket'].includes(one) || one === type)
  const charts = ['rsi', 'ma_cross', 'grid'].filter((one) => inPlay.has(one) && said.includes(one))
  return (own.length > 0 && !own.includes(type)) || (charts.length > 0 && !charts.includes(type))
}
/** Tells whether the first verb with a side contradicts the plan's. */
function isOtherSide({ trade_direction: side }: Plan, { roles }: Reading): boolean {
  if (side === 'both') return false
  const verbs = roles.flatMap(({ kind, value }) =>
    kind === 'verb' ? [(value as { verb: string }).verb] : [],
  )
  const first = verbs.find((verb) => verb === 'buy' || verb === 'sell' || verb === 'exit')
  return first !== undefined && (first === 'buy') !== (side === 'buy')
}
/** '3 times a day', 'in 20 parts': a number that made a pace. */
function paces(plan: Plan, n: number): boolean {
  if (plan.strategy_type === 'twap')
    return Math.round(plan.total_duration_seconds / plan.order_interval_seconds) === n
  const every = 'interval_seconds' in plan ? plan.interval_seconds : undefined
  return every !== undefined && [3_600, DAY, 7 * DAY, 30 * DAY].some((unit) => unit / n === every)
}
