/** Plans as the chat of an agent showed them: their figures, and what became of each. */
import * as z from 'zod/mini'
import { CurrencyAmount, TradingCosts } from '../strategies/costs.ts'
import { endpoint } from '../endpoint.ts'
import { Plan } from '../strategies/plan.ts'
import { Preview } from '../strategies/preview.ts'
import { PlanChange, ReadingPart } from './reading.ts'
import { Id, Time } from '../values.ts'

/** The bound of a loss: a limit of the plan, the slippage limit of a sale, or all that is spent. */
export const LossBound = z.enum(['stop_loss', 'trailing_stop', 'max_drawdown', 'slippage', 'all'])
export type LossBound = z.infer<typeof LossBound>

/** The most that a plan costs, as of when it was shown. */
export const PlanFigures = z.object({
  /** Null if it has no end of its own, or trades with all that is held. */
  spends: z.nullable(CurrencyAmount),
  /** One order; null if that depends on what is held at that time. */
  each: z.nullable(CurrencyAmount),
  /** Null if the number is open. */
  orders: z.nullable(z.int()),
  /** Fees of the chain for all orders and wallets; for one order if their number is open. */
  fees: CurrencyAmount,
  /** An estimate. It includes the later sale if the plan sells again; absent without a quote, and for a rebalance. */
  costs: z.optional(TradingCosts),
  /** `costs` cover all orders, one order, or one purchase with its sale. */
  costs_cover: z.optional(z.enum(['all', 'order', 'round_trip'])),
  /** The most that it can lose by its own limits; null if nothing bounds it. */
  worst: z.nullable(z.extend(CurrencyAmount, { by: LossBound })),
  /**
   * Warnings that the user must see before the start: facts of a token that is not verified, and a limit that would
   * refuse orders.
   */
  warnings: z.optional(z.array(z.string())),
})
export type PlanFigures = z.infer<typeof PlanFigures>

/**
 * 'offered': the plan that may be started, at most one per agent. 'infeasible': the plan shown last, which may not.
 * 'superseded': a newer one took its place.
 */
export const ShownState = z.enum(['offered', 'executed', 'superseded', 'infeasible'])
export type ShownState = z.infer<typeof ShownState>

export const ShownStatus = z.object({
  id: Id,
  state: ShownState,
  /** The plan shown last, whose fields can be changed. */
  is_last: z.boolean(),
  executed_at: z.nullable(Time),
  /** The strategy that was started from it. */
  strategy_id: z.nullable(z.string()),
})
export type ShownStatus = z.infer<typeof ShownStatus>

/** The terms that stay of a plan that was shown, besides its text. */
export const ShownTerms = z.object({
  id: Id,
  figures: z.nullable(PlanFigures),
  /** The wallets that it is started with, and no others. */
  wallet_addresses: z.array(z.string()),
  group_id: z.nullable(Id),
})
export type ShownTerms = z.infer<typeof ShownTerms>

export const ShownPlan = z.extend(ShownStatus, {
  ...ShownTerms.shape,
  plan: Plan,
  plan_hash: z.nullable(z.string()),
  feasible: z.boolean(),
  assumptions: z.array(z.string()),
  reading: z.array(ReadingPart),
  changes: z.optional(z.array(PlanChange)),
  preview: z.nullable(Preview),
})
export type ShownPlan = z.infer<typeof ShownPlan>

export const listShownPlans = endpoint({
  method: 'GET',
  path: '/agents/:id/plans',
  summary: 'What became of the newest plans that this agent showed, newest first',
  access: 'session',
  answer: z.array(ShownStatus),
})
