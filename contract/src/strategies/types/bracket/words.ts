/** How plans of this type are explained. */
import { figureWords } from '../../../money.ts'
import type { Rows, PlanFigureWords, Say, TypeWords } from '../type-words.ts'
import type { BracketPlan } from './plan.ts'

function entryWords(plan: BracketPlan, { each, brings, rate, price }: PlanFigureWords): string {
  if (plan.trade_direction === 'sell')
    return `It guards ${each} in total, now worth about ${brings}, and sells it in one order as soon as one of these happens.`
  const then = 'and sells everything it bought as soon as one of these happens.'
  return plan.entry_price_usd === undefined
    ? `One order now spends ${each} in total for about ${brings} (${rate}), ${then}`
    : `One order spends ${each} in total once the price is at or below $${figureWords(plan.entry_price_usd)} (now ${price}), ${then}`
}

function exitWords(plan: BracketPlan, say: Say): string {
  const { stop_loss_percent: loss, take_profit_percent: gain, trailing_stop_percent: trail } = plan
  const isSale = plan.trade_direction === 'sell'
  const own = plan.entry_price_usd
  const from = !isSale ? 'the price paid' : own === undefined ? 'the initial price' : `$${own}`
  const since = isSale ? 'the start' : 'it bought'
  const parts = [
    ...(loss === undefined ? [] : [`the price falls ${loss}% below ${from}`]),
    ...(gain === undefined ? [] : [`it rises ${gain}% above ${from}`]),
    ...(trail === undefined ? [] : [`it falls ${trail}% below the highest price since ${since}`]),
    ...(plan.time_limit_seconds === undefined
      ? []
      : [`${say.time(plan.time_limit_seconds)} have passed since ${since}`]),
  ]
  return `It sells when ${parts.join(', or ')}.`
}

export const bracketWords: TypeWords<BracketPlan> = {
  orders: (plan, figures) => [entryWords(plan, figures), exitWords(plan, figures.say)],
  end(plan, { quote }) {
    const waits =
      plan.trade_direction === 'buy' && plan.entry_price_usd !== undefined
        ? ' Nothing is bought until the entry price is reached.'
        : ''
    const long = plan.time_limit_seconds === undefined ? ' Until then it waits, with no time limit.' : ''
    return `It ends with that sale, and the ${quote} received stays in your wallets.${long}${waits}`
  },
  danger: () => 'The exit price is not guaranteed: in a fast fall it sells lower.',
}

/** Names of its fields in the console, and of values from a fixed set. */
export const bracketRows: Rows = {
  labels: { time_limit_seconds: 'Time limit', entry_price_usd: 'Entry price' },
}
