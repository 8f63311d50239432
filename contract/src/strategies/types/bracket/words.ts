/** How plans of this type are explained. */
import { figureWords } from '../../../money.ts'
import type { Rows, PlanFigureWords, Say, TypeWords } from '../type-words.ts'
import type { BracketPlan } from './plan.ts'

function entryWords(plan: BracketPlan, { each, brings, rate, price }: PlanFigureWords): string {
  if (plan.trade_direction === 'sell')
    return `It watches over ${each} in all, worth about ${brings} now, and sells them in one order as soon as one of these happens.`
  const then = 'and sells all that it bought as soon as one of these happens.'
  return plan.entry_price_usd === undefined
    ? `One order now spends ${each} in all for about ${brings} (${rate}), ${then}`
    : `One order spends ${each} in all once the price is at or below $${figureWords(plan.entry_price_usd)} (it is at ${price} now), ${then}`
}

function exitWords(plan: BracketPlan, say: Say): string {
  const { stop_loss_percent: loss, take_profit_percent: gain, trailing_stop_percent: trail } = plan
  const isSale = plan.trade_direction === 'sell'
  const own = plan.entry_price_usd
  const from = !isSale ? 'the price paid' : own === undefined ? 'the price at the start' : `$${own}`
  const since = isSale ? 'the start' : 'it bought'
  const parts = [
    ...(loss === undefined ? [] : [`the price falls ${loss} % below ${from}`]),
    ...(gain === undefined ? [] : [`it rises ${gain} % above ${from}`]),
    ...(trail === undefined ? [] : [`it falls ${trail} % below the highest price since ${since}`]),
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
        ? ' Until the price for its purchase is there nothing is bought.'
        : ''
    const long = plan.time_limit_seconds === undefined ? ' Until then it waits, however long that takes.' : ''
    return `It ends with that sale, and the ${quote} from it stays in your wallets.${long}${waits}`
  },
  danger: () => 'A price at which it sells is not guaranteed: in a fast fall the sale comes lower.',
}

/** Names of its fields in the console, and of values from a fixed set. */
export const bracketRows: Rows = {
  labels: { time_limit_seconds: 'Time limit', entry_price_usd: 'Buys at or below' },
}
