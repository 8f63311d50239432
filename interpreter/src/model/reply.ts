/**
 * The possible answers of a model: the contract's plans with every field but the type left open, and codes instead of
 * sentences. The very same schema is sent as the structured output and checks the reply.
 */
import { Plan } from '@purser/contract/strategies/plan.ts'
import { limitFields } from '@purser/contract/strategies/limits/index.ts'
import * as z from 'zod/mini'
import { intents as desk } from '../intents/index.ts'
import type { Intent } from '../intents/intent.ts'
import { labels } from '../intents/not-offered.ts'

type Type = z.core.$ZodType
type Def = { type: string; innerType?: Type }
const defOf = (type: Type) => type._zod.def as unknown as Def

/** Strips a type of its default and of being optional. */
function bare(type: Type): Type {
  const { type: kind, innerType } = defOf(type)
  return (kind === 'optional' || kind === 'default') && innerType ? bare(innerType) : type
}

const open = (type: Type): Type => z.optional(z.nullable(type))
const openAll = (shape: Record<string, Type>) =>
  Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, open(bare(type))]))
const shapeOf = (type: Type) => (type as unknown as { shape: Record<string, Type> }).shape

/** A symbol or a mint; the desk settles which one. */
const TokenSaid = z.string().check(z.minLength(1), z.maxLength(60))

const variants = Plan.def.options.map((option) => {
  // A model never names a token.
  const { version: _v, goal: _g, token_symbol: _s, strategy_type, risk, ...shape } = shapeOf(option)
  return z.strictObject({
    ...openAll(shape),
    strategy_type: strategy_type as Type,
    token_address: open(TokenSaid),
    risk: open(z.strictObject(openAll(shapeOf(bare(risk as Type))))),
  })
})
const typesOf = (variant: (typeof variants)[0]): unknown[] =>
  (variant.shape.strategy_type as unknown as z.core.$ZodLiteral)._zod.def.values
/** One variant for each kind of plan: the contract's, or the fields that its folder gives. */
function planSaid(intents: readonly Intent[]) {
  const all = intents.flatMap(({ type, model }): z.core.$ZodType[] =>
    model.fields
      ? [
          z.strictObject({
            ...openAll(model.fields),
            strategy_type: z.literal(type),
            token_address: open(TokenSaid),
            trade_direction: open(z.enum(['buy', 'sell', 'both'])),
          }),
        ]
      : variants.filter((one) => typesOf(one).includes(type)),
  )
  return z.discriminatedUnion('strategy_type', all as unknown as [(typeof variants)[0]])
}

const RELATIVE = [
  'limit_price_usd',
  'entry_price_usd',
  'lower_price_usd',
  'upper_price_usd',
  'min_price_usd',
  'max_price_usd',
] as const
const REMOVABLE = [
  'duration_days',
  'order_count',
  'min_price_usd',
  'max_price_usd',
  'expires_in_seconds',
  'entry_price_usd',
  'stop_loss_percent',
  'take_profit_percent',
  'trailing_stop_percent',
  'time_limit_seconds',
  ...limitFields.map((field) => `risk.${field}` as const),
] as const
export const MISSING = [
  'amount',
  'token',
  'direction',
  'interval',
  'duration',
  'price',
  'range',
  'levels',
  'lengths',
  'percent',
] as const
const ABOUT = [
  'price',
  'strategy',
  'balances',
  'capabilities',
  'greeting',
  'settings',
  'profit',
  'next_order',
  'skipped',
  'history',
  'hypothetical',
  'unknown',
] as const
const REFUSALS = [
  'funds_or_keys',
  'control',
  'not_understood',
  ...(Object.keys(labels) as (keyof typeof labels)[]),
] as const

const replyOf = (intents: readonly Intent[]) =>
  z.strictObject({
    kind: z.enum(['plan', 'change', 'ask', 'question', 'refused']),
    plan: z.optional(z.nullable(planSaid(intents))),
    remove: z.optional(z.nullable(z.array(z.enum(REMOVABLE)).check(z.maxLength(REMOVABLE.length)))),
    relative: z.optional(
      z.nullable(
        z
          .array(
            z.strictObject({
              field: z.enum(RELATIVE),
              percent: z.number().check(z.minimum(-99.999999), z.maximum(100_000)),
            }),
          )
          .check(z.maxLength(RELATIVE.length)),
      ),
    ),
    exits: z.optional(
      z.nullable(
        z
          .array(
            z.strictObject({
              field: z.enum(['stop_loss_percent', 'take_profit_percent']),
              price_usd: z.union([
                z.number().check(z.positive()),
                z.string().check(z.regex(/^\d{1,20}(\.\d{1,18})?$/)),
              ]),
            }),
          )
          .check(z.maxLength(2)),
      ),
    ),
    missing: z.optional(z.nullable(z.enum(MISSING))),
    about: z.optional(z.nullable(z.enum(ABOUT))),
    tokens: z.optional(z.nullable(z.array(TokenSaid).check(z.maxLength(5)))),
    refusal: z.optional(z.nullable(z.enum(REFUSALS))),
  })
export const Reply = replyOf(desk)
export type Reply = z.infer<typeof Reply>
export type Fields = { strategy_type: Plan['strategy_type']; [field: string]: unknown }
export type Said = Omit<Reply, 'plan'> & { plan?: Fields }

type Node = { [key: string]: unknown }

/**
 * The form that strict structured output needs: every field required (null if it is missing), no defaults, plain
 * patterns.
 */
function strict(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(strict)
  if (typeof node !== 'object' || node === null) return node
  const out: Node = {}
  for (const [key, value] of Object.entries(node)) {
    if (key === '$schema' || key === 'default') continue
    if (key === 'pattern' && String(value).includes('(?')) continue
    out[key === 'oneOf' ? 'anyOf' : key] = strict(value)
  }
  if (out.type === 'object') out.required = Object.keys(out.properties ?? {})
  return out
}

export const buildSchema = (intents: readonly Intent[]): object =>
  strict(z.toJSONSchema(replyOf(intents), { io: 'input' })) as object
export const replySchema = buildSchema(desk)

/** Drops the nulls of missing fields. */
function said(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(said)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, v]) => v !== null)
      .map(([k, v]) => [k, said(v)]),
  )
}

const FENCE = '```'

const RANGE = ['too_big', 'too_small', 'invalid_format']

/**
 * Tells whether a figure has the right kind, but is outside what a plan can hold: any other problem makes it no answer
 * at all.
 */
function isRange(issue: z.core.$ZodIssue, reply: unknown): boolean {
  const [first] = issue.path
  if (first !== 'plan' && first !== 'relative' && first !== 'exits') return false
  if (issue.path.at(-1) === 'strategy_type') return false
  if (RANGE.includes(issue.code)) return true
  const value = issue.path.reduce<unknown>((at, key) => (at as Node | undefined)?.[key as string], reply)
  return issue.code === 'invalid_union' && (typeof value === 'number' || typeof value === 'string')
}

/** Strips the text that some models write around their JSON: thoughts before it, a fence of code around it. */
function jsonOf(text: string): string {
  const thought = text.trimStart().startsWith('<think>') ? text.indexOf('</think>') : -1
  const answer = (thought < 0 ? text : text.slice(thought + '</think>'.length)).trim()
  return answer.startsWith(FENCE) && answer.endsWith(FENCE)
    ? answer.slice(FENCE.length, -FENCE.length).replace(/^json\b/i, '')
    : answer
}

/** 'outside': understood, but a figure is outside what a plan can hold. null: this is no answer. */
export function readReply(text: string, intents: readonly Intent[] = desk): Said | 'outside' | null {
  let body: unknown
  try {
    body = JSON.parse(jsonOf(text))
  } catch {
    return null
  }
  const reply = (intents === desk ? Reply : replyOf(intents)).safeParse(body)
  if (reply.success) return said(reply.data) as Said
  return reply.error.issues.every((issue) => isRange(issue, body)) ? 'outside' : null
}
