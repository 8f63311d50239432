/** Replays a plan over candles, again whenever it has ended: what came of all these runs together. */
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import type { Idle } from '../../engine/types.ts'
import { computeHorizon } from '../../backtest/horizon.ts'
import { type Effect, NONE, walk, type Walker } from '../../backtest/walk.ts'
import { Account, createFills, type Fills, sell } from './account.ts'
import { narrowByLimits, tickLimits } from './limits.ts'
import { bracketRule } from './rules/bracket.ts'
import { gridRule } from './rules/grid.ts'
import { onceRule } from './rules/once.ts'
import { rebalanceRule } from './rules/rebalance.ts'
import type { Rule } from './rules/rule.ts'
import { scheduleRule } from './rules/schedule.ts'
import { runOnSignals } from './signal.ts'
import type { Ground, Spec } from './spec.ts'

/** null: it trades on signals. */
function createRule(plan: Plan): Rule | null {
  switch (plan.strategy_type) {
    case 'swap':
    case 'limit':
      return onceRule(plan)
    case 'dca':
    case 'twap':
      return scheduleRule(plan)
    case 'bracket':
      return bracketRule(plan)
    case 'grid':
      return gridRule(plan)
    case 'rebalance':
      return rebalanceRule(plan)
    case 'rsi':
    case 'ma_cross':
      return null
  }
}

function createWalker(account: Account, rule: Rule | null): Walker {
  const idle: Required<Idle> = { until: 0, below: 0, above: 0, orderAbove: 0 }
  return {
    idle() {
      idle.until = idle.above = idle.orderAbove = Infinity
      idle.below = -Infinity
      if (account.isOver) return idle
      if (!account.guarding && account.holdUntil === 0) rule?.narrow(account, idle)
      return narrowByLimits(account, idle)
    },
    tick(at, now, price): Effect {
      account.at = at
      account.now = now
      account.price = price
      const { effect, changed } = tickLimits(account, rule?.endsItself === true)
      if (effect !== null) return effect
      const own = rule === null ? NONE : rule.tick(account)
      return own === NONE ? changed : own
    },
    isOver: () => account.isOver,
  }
}

/** `signals`: needed by a plan that trades on them. */
export type ReplayInput = { spec: Spec; ground: Ground; signals?: Int8Array }

/** One run from candle `from` on, until it ends or the candles do. */
export function runOnce({ spec, ground, signals }: ReplayInput, from: number, fills: Fills): Account {
  const { plan } = spec
  const { history } = ground
  const account = new Account(spec, ground, fills)
  account.at = from
  account.startedAt = (history.start + from * history.seconds) * 1000
  account.endsAt =
    plan.duration_days === undefined ? Infinity : account.startedAt + plan.duration_days * DAY_MS
  const rule = createRule(plan)
  const walker = createWalker(account, rule)
  rule?.begin(account)
  if (plan.strategy_type === 'rsi' || plan.strategy_type === 'ma_cross') {
    if (!signals) throw new Error('a plan that trades on signals needs them')
    runOnSignals(account, walker, { plan, signals, from })
  } else walk(walker, history, from, history.length)
  return account
}

/** At the end of its own time the plan leaves its tokens alone; here they are sold, so that it can begin again. */
function settle(account: Account): void {
  const { history } = account.ground
  account.price = history.close[account.at]!
  sell(account, account.held)
}

/** `runs`: how often it began. */
export type Replayed = { fills: Fills; runs: number }

/**
 * Begins again with the candle after each end, unless the plan holds its tokens for good or an order found no
 * counterparty.
 */
export function replay(input: ReplayInput): Replayed {
  const fills = createFills()
  const { length } = input.ground.history
  const endsByTime = computeHorizon(input.spec.plan) !== null
  let runs = 0
  for (let from = 0; from < length; runs++) {
    const account = runOnce(input, from, fills)
    if (!account.isOver || account.hasFailed) return { fills, runs: runs + 1 }
    if (account.held > 0 && !endsByTime) return { fills, runs: runs + 1 }
    if (account.held > 0) settle(account)
    from = Math.max(from, account.at) + 1
  }
  return { fills, runs }
}
