/** All limits of a plan's `risk`, by their fields, in the order of its words. A new one of a known kind is a file, and a line here and in words.ts. */
import * as z from 'zod/mini'
import { cooldown } from './cooldown.ts'
import { dailyLoss } from './daily-loss.ts'
import type { Limit } from './limit.ts'
import { maxDrawdown } from './max-drawdown.ts'
import { maxSpend } from './max-spend.ts'
import { stopLoss } from './stop-loss.ts'
import { takeProfit } from './take-profit.ts'

export const limits = {
  stop_loss_percent: stopLoss,
  take_profit_percent: takeProfit,
  max_drawdown_percent: maxDrawdown,
  daily_loss_limit: dailyLoss,
  max_spend: maxSpend,
  cooldown_seconds: cooldown,
} as const satisfies Record<string, Limit>

type Limits = typeof limits
export type LimitField = keyof Limits
export const limitFields = Object.keys(limits) as LimitField[]

const shape = Object.fromEntries(
  Object.entries(limits).map(([field, { schema }]) => [field, z.optional<z.ZodMiniType>(schema)]),
) as unknown as { [K in LimitField]: z.ZodMiniOptional<Limits[K]['schema']> }

/** A name that is not here is refused. */
export const Risk = z.strictObject(shape)
export type Risk = z.infer<typeof Risk>

/** The fields of the limits that do this. */
type FieldsThat<D extends Limit['does']> = {
  [K in LimitField]: Limits[K]['does'] extends D ? K : never
}[LimitField]
export type EndingField = FieldsThat<'ends'>
export type HoldingField = FieldsThat<'holds'>
type SkippingField = FieldsThat<'caps' | 'holds'>
/** Limits that are an amount. */
export type AmountField = {
  [K in LimitField]-?: NonNullable<Risk[K]> extends { unit: unknown } ? K : never
}[LimitField]

export type LimitExit = Limits[EndingField]['exit']
export type LimitSkipCode = Limits[SkippingField]['skipCode']
export type LimitLineKind = Limits[HoldingField]['lineKind']

export const lineKinds = Object.values(limits).flatMap((limit) =>
  limit.does === 'holds' ? [limit.lineKind] : [],
)
