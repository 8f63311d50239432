/** Starts an ended strategy again: it goes on from where it ended, or begins from the start. */
import type { Restart } from '@purser/contract/strategies/strategies.ts'
import { figureWords, formatUnits, parseUnitsDown, unitsWords } from '@purser/contract/money.ts'
import { typeFacts, type Plan, type PlanAmount } from '@purser/contract/strategies/plan.ts'
import { cannotContinueText } from '@purser/contract/agents/restart-texts.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import { cannotContinue } from './engine/continue.ts'
import { ordersWords } from './lines/words.ts'
import { spendingSide } from './engine/place.ts'
import { DIGITS, units } from './engine/position.ts'
import type { StrategyState } from './engine/types.ts'
import { planType } from './types/index.ts'

const inWords = (plan: Plan, { value, unit }: PlanAmount): string =>
  unit === 'percent'
    ? `${value}% of what the wallets hold`
    : `${figureWords(value)} ${unit === 'token' ? symbolInPlan(plan) : unit}`

const times = (value: string | number, n: number): string =>
  formatUnits(parseUnitsDown(String(value), DIGITS) * BigInt(n), DIGITS)

/** The sum that this many orders spend. */
function ordersSpend(plan: Plan, amount: PlanAmount, count: number | null): string {
  const each = inWords(plan, amount)
  if (count === null) return `${each} per order, as often as the plan trades`
  if (count === 1 || amount.unit === 'percent') return `${each} in ${ordersWords(count)}`
  return `${inWords(plan, { ...amount, value: times(amount.value, count) })} in ${ordersWords(count)} of ${each}`
}

function fromFirst(plan: Plan): string {
  const amount = typeFacts(plan).amount(plan)
  if (amount === null) return 'whatever it takes to reach its target share of the wallets'
  const count = typeFacts(plan).orders(plan)
  if (!typeFacts(plan).divides) return ordersSpend(plan, amount, count)
  return count === null
    ? `up to ${inWords(plan, amount)} in total`
    : `${inWords(plan, amount)} in ${ordersWords(count)}`
}

function fromNext(plan: Plan, state: StrategyState): string {
  const { amount: getAmount, orders, guards, repeats } = typeFacts(plan)
  if (state.guarding || guards)
    return `nothing more; it guards the ${figureWords(state.held)} ${symbolInPlan(plan)} it holds`
  const [amount, count] = [getAmount(plan), orders(plan)]
  if (repeats && amount) return ordersSpend(plan, amount, count === null ? null : count - state.ordersFilled)
  const left = unspent(plan, state)
  if (left === null || count === null) return fromFirst(plan)
  const unit = spendingSide(plan) === 'buy' ? plan.quote : symbolInPlan(plan)
  return `${unitsWords(left, DIGITS)} ${unit} in ${ordersWords(count - state.ordersFilled)}`
}

/** The rest of a total that a known number of orders divides. */
function unspent(plan: Plan, { terms, spent }: StrategyState): bigint | null {
  if (!terms?.budget || typeFacts(plan).orders(plan) === null) return null
  return units(terms.budget) - units(spent)
}

/** null: without progress it simply begins from the start. */
export function describeRestart(plan: Plan, state: StrategyState): Restart | null {
  if (state.ordersFilled === 0) return null
  const why = cannotContinue(plan, state)
  return {
    filled: state.ordersFilled,
    of: typeFacts(plan).orders(plan),
    next: why === null ? { order: state.ordersFilled + 1, spends: fromNext(plan, state) } : null,
    reason: why && cannotContinueText(why),
    first: { spends: fromFirst(plan) },
  }
}

/** The rest of the plan, to check whether it can be paid; null if it spends nothing more. */
export function toRemainingPlan(plan: Plan, state: StrategyState): Plan | null {
  if (state.guarding || typeFacts(plan).guards) return null
  const { rest } = planType(plan)
  if (rest) return rest(plan, state)
  return state.held === '0' ? plan : null
}
