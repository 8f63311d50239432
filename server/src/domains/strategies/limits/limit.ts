/** The rule of a limit, and the place where it keeps its state. */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import type {
  HoldingField,
  LimitField,
  LimitSkipCode,
  Risk,
} from '@purser/contract/strategies/limits/index.ts'
import type { Exit, Idle, LimitState, Stepped, StrategyState } from '../engine/types.ts'

/** A limit of one plan. Pure; functions that the limit does not need are omitted. */
export type Limit = {
  /** Its own state at a price, null if the market has none. The same object if nothing changes. */
  update?(state: StrategyState, now: number, priceUsd: number | null): StrategyState
  /** The sale of everything, with its figures, if this price meets the limit. */
  meet?(state: StrategyState, priceUsd: number): Exit | null
  /** The time until which, and the prices between which, it can neither be met nor change its state. */
  idle?(state: StrategyState): Partial<Idle>
  /** Adds its own part to a step of a strategy that goes on; not to its last step, nor to an outcome that was in doubt. */
  follow?(before: StrategyState, out: Stepped, now: number): Stepped
  /** Read by engine/place.ts: the most that orders may spend, whole units as decimal text; null: its terms are not known. */
  most?(state: StrategyState): string | null
  /** The reason on record for an order that it skipped, if it bounds orders. */
  skipCode?: LimitSkipCode
}
export type LimitRule<K extends LimitField> = (plan: Plan, value: NonNullable<Risk[K]>) => Limit

/** The state of one limit, stored under its field. */
export function createLimitState<S extends LimitState>(field: LimitField, begin: S) {
  const read = ({ risk }: StrategyState): S => (risk[field] as S | undefined) ?? begin
  return {
    read,
    write: (state: StrategyState, change: Partial<S>): StrategyState => ({
      ...state,
      risk: { ...state.risk, [field]: { ...read(state), ...change } },
    }),
  }
}

/** Holds new orders until this time. */
export const hold = (state: StrategyState, by: HoldingField, until: number): StrategyState => ({
  ...state,
  hold: { by, until: Math.max(until, state.hold?.until ?? 0) },
})
