/** The schema's objection to a change of one field, in words. */
import { Plan } from '@purser/contract/strategies/plan.ts'
import type * as z from 'zod/mini'
import { fieldLabel, fieldPath, fieldValue } from './plan-rows.ts'

type Issue = z.core.$ZodIssue

/** Rules over two fields, by the field that the schema names. */
const BETWEEN: Record<string, string> = {
  order_interval_seconds: `${fieldLabel('order_interval_seconds')}: must not be longer than the whole time`,
  upper_price_usd: `${fieldLabel('upper_price_usd')} must be above ${fieldLabel('lower_price_usd')}`,
  stop_loss_percent: 'A bracket needs a stop loss, a take profit, a trailing stop or a time limit',
  sell_above: `${fieldLabel('sell_above')} must be above ${fieldLabel('buy_below')}`,
  slow_length: `${fieldLabel('slow_length')} must be longer than ${fieldLabel('fast_length')}`,
}

function withField(plan: Plan, path: string, value: unknown): unknown {
  const [first = '', limit] = fieldPath(path).split('.')
  const others = Object.entries(plan).filter(([name]) => name !== first)
  const inner = limit === undefined ? value : withLimit(plan.risk ?? {}, limit, value)
  return Object.fromEntries(inner === null ? others : [...others, [first, inner]])
}
function withLimit(risk: object, limit: string, value: unknown): unknown {
  const others = Object.entries(risk).filter(([name]) => name !== limit)
  const all = value === null ? others : [...others, [limit, value]]
  return all.length === 0 ? null : Object.fromEntries(all)
}

/** Undefined if the plan may have this value; null removes the field. */
export function faultOfField(plan: Plan, path: string, value: unknown): string | undefined {
  if (value === undefined) return `${fieldLabel(path)} must be a number, such as 0.5.`
  const parsed = Plan.safeParse(withField(plan, path, value))
  const issue = parsed.error?.issues[0]
  return issue && `${words(issue, path)}.`
}

/** Tells whether the plan is valid without this field, and without another value in its place. */
export function canGo(plan: Plan, path: string): boolean {
  const parsed = Plan.safeParse(withField(plan, path, null))
  if (!parsed.success) return false
  const [first = '', limit] = fieldPath(path).split('.')
  return limit !== undefined || !Object.hasOwn(parsed.data, first)
}

function words(issue: Issue, path: string): string {
  const label = fieldLabel(path)
  if (issue.code === 'too_small')
    return `${label} must be ${issue.inclusive ? 'at least' : 'above'} ${fieldValue(path, issue.minimum)}`
  if (issue.code === 'too_big')
    return `${label} must be ${issue.inclusive ? 'at most' : 'below'} ${fieldValue(path, issue.maximum)}`
  if (issue.code === 'invalid_type' && issue.expected === 'int') return `${label} must be a whole number`
  if (issue.code === 'custom') return BETWEEN[String(issue.path[0])] ?? `${label} is not valid`
  if (issue.code === 'invalid_union') return `${label} must be a number above 0`
  if (issue.code === 'invalid_format') return `${label} ${issue.message}`
  return `${label} is not valid`
}
