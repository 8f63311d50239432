/** What starting an ended strategy again would do: go on from where it ended, or begin from the start. */
import type { Restart } from '@purser/contract/strategies.ts'
import { figureWords, formatUnits, parseUnitsDown, unitsWords } from '@purser/contract/money.ts'
import type { Plan, PlanAmount } from '@purser/contract/plan.ts'
import { dcaOrders, twapOrders } from '@purser/contract/plan.ts'
import { cannotContinueText } from '@purser/contract/restart-texts.ts'
import { symbolInPlan } from '@purser/contract/tokens.ts'
import { cannotContinue } from './steps/continue.ts'
import { ordersWords } from './steps/words.ts'
import { spendingSide } from './steps/place.ts'
import { DIGITS, units } from './steps/position.ts'
import type { StrategyState } from './steps/types.ts'
import { amountOf } from './sizing/terms.ts'

/** Orders in all, where the plan says how many. */
function countOf(plan: Plan): number | null {
  switch (plan.strategy_type) {
    case 'dca':
      return dcaOrders(plan)
    case 'twap':
      return twapOrders(plan)
    case 'swap':
    case 'limit':
    case 'bracket':
      return 1
    default:
      return null
  }
}

const inWords = (plan: Plan, { value, unit }: PlanAmount): string =>
  unit === 'percent'
    ? `${value} % of what the wallets hold`
    : `${figureWords(value)} ${unit === 'token' ? symbolInPlan(plan) : unit}`

const times = (value: string | number, n: number): string =>
  formatUnits(parseUnitsDown(String(value), DIGITS) * BigInt(n), DIGITS)

/** What these many orders spend. */
function ordersSpend(plan: Plan, amount: PlanAmount, count: number | null): string {
  const each = inWords(plan, amount)
  if (count === null) return `${each} an order, as often as the plan asks for it`
  if (count === 1 || amount.unit === 'percent') return `${each} in ${ordersWords(count)}`
  return `${inWords(plan, { ...amount, value: times(amount.value, count) })} in ${ordersWords(count)} of ${each}`
}

function fromFirst(plan: Plan): string {
  const amount = amountOf(plan)
  if (amount === null) return 'what it takes to reach its share of what the wallets hold'
  if (plan.strategy_type === 'dca') return ordersSpend(plan, amount, dcaOrders(plan))
  if (plan.strategy_type === 'twap') return `${inWords(plan, amount)} in ${ordersWords(twapOrders(plan))}`
  return plan.strategy_type === 'grid'
    ? `up to ${inWords(plan, amount)} in all`
    : ordersSpend(plan, amount, plan.trade_direction === 'both' ? null : 1)
}

function fromNext(plan: Plan, state: StrategyState): string {
  if (state.guarding || plan.strategy_type === 'bracket')
    return `nothing more; it guards the ${figureWords(state.held)} ${symbolInPlan(plan)} that it holds`
  const amount = amountOf(plan)
  if (plan.strategy_type === 'dca' && amount) {
    const count = dcaOrders(plan)
    return ordersSpend(plan, amount, count === null ? null : count - state.ordersFilled)
  }
  if (plan.strategy_type === 'twap' && state.terms?.budget) {
    const left = units(state.terms.budget) - units(state.spent)
    const unit = spendingSide(plan) === 'buy' ? plan.quote : symbolInPlan(plan)
    return `${unitsWords(left, DIGITS)} ${unit} in ${ordersWords(twapOrders(plan) - state.ordersFilled)}`
  }
  return fromFirst(plan)
}

/** null: without progress it simply begins from the start. */
export function restartOf(plan: Plan, state: StrategyState): Restart | null {
  if (state.ordersFilled === 0) return null
  const why = cannotContinue(plan, state)
  return {
    filled: state.ordersFilled,
    of: countOf(plan),
    next: why === null ? { order: state.ordersFilled + 1, spends: fromNext(plan, state) } : null,
    reason: why && cannotContinueText(why),
    first: { spends: fromFirst(plan) },
  }
}

/** What is left of the plan, to check whether it can be paid; null where it spends nothing more. */
export function restOf(plan: Plan, state: StrategyState): Plan | null {
  if (state.guarding || plan.strategy_type === 'bracket') return null
  if (plan.strategy_type === 'dca') {
    const count = dcaOrders(plan)
    return count === null ? plan : { ...plan, order_count: Math.max(1, count - state.ordersFilled) }
  }
  if (plan.strategy_type !== 'twap' || !state.terms?.budget) return state.held === '0' ? plan : null
  const left = units(state.terms.budget) - units(state.spent)
  if (left <= 0n) return null
  const orders = Math.max(1, twapOrders(plan) - state.ordersFilled)
  const unit = spendingSide(plan) === 'buy' ? plan.quote : ('token' as const)
  return {
    ...plan,
    total_amount: { value: formatUnits(left, DIGITS), unit },
    total_duration_seconds: orders * plan.order_interval_seconds,
  }
}
