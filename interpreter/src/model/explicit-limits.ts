/** Limits that a text names: a plan without one of them is asked about, and one leaves a plan only on request. */
import type { PlanAmount, Risk } from '@purser/contract/strategies/plan.ts'
import { amountLimitsIn } from '@purser/contract/strategies/limits/words.ts'
import { limitReadings } from '../limits/index.ts'
import type { LimitReading } from '../limits/limit.ts'
import type { Interpretation, InterpreterRequest } from '../port.ts'
import { ask, AMOUNTS } from './questions.ts'
import type { Fields, Said } from './reply.ts'

const LIMITS: LimitReading['named'][] = [
  {
    name: 'trailing stop',
    words: /\btrail(?:ing|s|ed)?(?:[\s-]+stop)?\b|\btsl\b/gi,
    fields: ['trailing_stop_percent', 'risk.trailing_stop_percent'],
  },
  ...limitReadings.map(({ named }) => named),
]
const NOT =
  /\b(?:no|not|without|remove|drop|delete|cancel|take out|lift|disable|clear|forget|skip|any)\b[^.;,]{0,20}$/i
const KEPT = /\b(?:keep|same|leave|still|unchanged|as it is)\b/i
const REMOVING =
  /\b(?:remov|drop|delet|without|no|not|cancel|take (?:\w+ ){0,3}(?:out|off|away)|off|disabl|clear|lift|forget|skip|never mind|any ?more|longer|instead|rid|scrap|unlimited|endless|indefinite|forever)/i
const AT_MOST =
  /\b(?:at most|no more than|not more than|up to|max(?:imum)?(?: of)?|limit(?:ed)? to|cap(?:ped)? (?:at|of))\s+(\$?)\s*(\d[\d,]*(?:\.\d+)?)\s*(k?)\s*(sol|usdc|usd|dollars?|bucks)?\b/gi

const at = (fields: Fields, path: string): unknown =>
  path.startsWith('risk.')
    ? (fields.risk as Record<string, unknown> | undefined)?.[path.slice('risk.'.length)]
    : fields[path]

/** `now`: the fields of the reply, `before`: the plan that it changes: a limit may stay only if the text says so. */
export function findLostLimit(
  now: Fields,
  { instruction: text }: InterpreterRequest,
  removed: readonly string[] = [],
  before?: Fields,
): Interpretation | undefined {
  const has = (path: string) =>
    at(now, path) !== undefined ||
    removed.includes(path) ||
    (before !== undefined && at(before, path) !== undefined && KEPT.test(text))
  for (const { name, words, fields: paths } of LIMITS) {
    const named = [...text.matchAll(words)].some((found) => !NOT.test(text.slice(0, found.index)))
    if (named && !paths.some(has))
      return ask(`What should the ${name} be? I could not place it, so I have not made a plan.`)
  }
  const amounts = [
    ...AMOUNTS.map((f) => now[f] as PlanAmount | undefined),
    ...amountLimitsIn(now.risk as Risk | undefined).map(([, amount]) => amount),
  ]
  const placed = [
    ...amounts.map((a) => a?.value),
    ...Object.entries(now).flatMap(([f, v]) => (f.endsWith('_price_usd') ? [v] : [])),
  ].map(Number)
  for (const [, dollar, digits = '', thousand, unit] of text.matchAll(AT_MOST)) {
    if (!dollar && !unit) continue
    const value = Number(digits.replaceAll(',', '')) * (thousand ? 1_000 : 1)
    if (!placed.includes(value) && !(before && KEPT.test(text)))
      return ask(
        `What is "at most ${dollar ?? ''}${digits}${unit ? ` ${unit}` : ''}" meant for: the budget, or each order?`,
      )
  }
  return undefined
}

/** Other words for a field than those of its name. */
const ALSO: Record<string, RegExp> = {
  duration_days: /\b(?:days?|weeks?|months?|end|until)\b/i,
  order_count: /\b(?:orders?|times|count)\b/i,
  min_price_usd: /\b(?:min\w*|above|floor|lower|price)\b/i,
  max_price_usd: /\b(?:max\w*|below|under|cap|ceiling|upper|price)\b/i,
  expires_in_seconds: /\b(?:expir\w*|gtc)\b/i,
  entry_price_usd: /\b(?:entry|enter)\b/i,
  ...Object.fromEntries(
    limitReadings.flatMap(({ field, removedAs }) => (removedAs ? [[`risk.${field}`, removedAs]] : [])),
  ),
}

/** Returns the fields that a reply removes from a plan, if the text mentions a removal, or that very field. */
export function readRemovals({ remove }: Said, { instruction }: InterpreterRequest): string[] {
  const all = remove ?? []
  if (REMOVING.test(instruction)) return [...all]
  return all.filter((field) => {
    const words = field.replace(/^risk\./, '').replace(/_(?:percent|usd|seconds|days)$/, '')
    const name = new RegExp(words.replaceAll('_', String.raw`[\s-]*`), 'i')
    return name.test(instruction) || ALSO[field]?.test(instruction) === true
  })
}
