/**
 * A strategy is a pure function: (plan, state, event) to (state, orders, lines). The live runner, the paper run and the
 * backtest run this very function. It reads no clock and stores nothing; the same input always gives the same output.
 */
import { type Plan, tradesHoldings } from '@purser/contract/strategies/plan.ts'
import { createLimits, limitsIdle, narrow, NEVER } from '../limits/index.ts'
import type { Limit } from '../limits/limit.ts'
import { planType } from '../types/index.ts'
import { withDoubts } from './doubt.ts'
import { withOrders } from './lifecycle.ts'
import { withLimits } from './limits.ts'
import type { CompiledStrategy, Idle, Rules, StrategyState } from './types.ts'

/**
 * Orders come on ticks and candles only, so the first one comes with the first of these after 'start'; the sale on stop
 * comes with 'stopped', or with the outcome of the order in flight at that time.
 */
export function compile(plan: Plan): CompiledStrategy {
  const [rules, limits] = [planType(plan).rules(plan), createLimits(plan)]
  const { candles = null } = rules
  return {
    begin: () => ({ ...FRESH }),
    step: withDoubts({ plan, rules }, withLimits({ plan, rules, limits }, withOrders({ plan, rules }))),
    idle: (state) => computeIdle(rules, limits, state),
    limits: (state) => limitsIdle(limits, state),
    candles,
    needsHoldings: tradesHoldings(plan),
  }
}

function computeIdle(rules: Rules, limits: Limit[], state: StrategyState): Idle {
  if (state.done || state.ending || state.pending > 0 || state.paused || state.startedAt === null)
    return NEVER
  if (state.exit || state.stopping) return { ...NEVER, until: state.nextAt }
  const risk = limitsIdle(limits, state)
  if (state.guarding) return risk
  // While a limit holds orders only the limits matter; candles are still taken in as they close.
  const own = state.hold && !rules.candles ? { ...NEVER, until: state.hold.until } : rules.idle(state)
  return narrow(own, risk)
}

const FRESH: StrategyState = {
  startedAt: null,
  seq: 0,
  ordersPlaced: 0,
  ordersFilled: 0,
  pending: 0,
  pendingSide: null,
  exiting: false,
  slotAt: 0,
  nextAt: 0,
  endsAt: null,
  retries: 0,
  missed: 0,
  waiting: false,
  paused: false,
  stopping: false,
  exit: null,
  guarding: false,
  doubts: [],
  ending: null,
  terms: null,
  held: '0',
  cost: '0',
  costUsd: 0,
  realised: '0',
  realisedUsd: 0,
  spent: '0',
  risk: {},
  stakeUsd: 0,
  hold: null,
  typeState: { type: 'plain' },
  done: null,
}
