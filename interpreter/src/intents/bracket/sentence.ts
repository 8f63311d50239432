import { groupThousands } from '@purser/contract/money.ts'
import type { BracketPlan } from '@purser/contract/strategies/plan.ts'
import { length, plain } from '../sentence-amounts.ts'
import { lasting, price, trade, type Waits } from '../sentence-parts.ts'

export function sentence(plan: BracketPlan, name: string, waits: Waits): string {
  const at = (field: 'stop_loss_percent' | 'take_profit_percent') =>
    waits.prices.has(field)
      ? `at $${groupThousands(plain(waits.prices.get(field) ?? ''))}`
      : `of ${plain(plan[field] ?? '')}%`
  const exits = [
    plan.stop_loss_percent === undefined ? '' : `a stop loss ${at('stop_loss_percent')}`,
    plan.take_profit_percent === undefined ? '' : `a take profit ${at('take_profit_percent')}`,
    plan.trailing_stop_percent === undefined ? '' : `a trailing stop of ${plan.trailing_stop_percent}%`,
    plan.time_limit_seconds === undefined ? '' : `a time limit of ${length(plan.time_limit_seconds)}`,
  ].filter((one) => one !== '')
  const entry =
    plan.entry_price_usd === undefined
      ? ''
      : ` at an entry price of ${price(plan.entry_price_usd, 'entry_price_usd', waits)}`
  const what =
    plan.trade_direction === 'buy'
      ? trade(plan, plan.amount, name)
      : `Protect ${trade(plan, plan.amount, name)
          .replace(/^Sell /, '')
          .replace(/ for (SOL|USDC)$/, ' against $1')}`
  return `${what}${entry}, with ${exits.join(' and ')}${lasting(plan)}`
}
