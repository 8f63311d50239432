/** The limits of a plan in words. */
import type { PlanAmount, Risk } from '@purser/contract/plan.ts'
import { amountWords, length } from './sentence-amounts.ts'

/** ', with a stop loss of 10 %, a daily loss limit of 1 SOL'; empty where none is set. */
export function riskWords(risk: Risk | undefined, quote: string, name: string): string {
  if (!risk) return ''
  const amount = (limit: PlanAmount) => amountWords(limit, quote, name).replace(/ of the .* held$/, '')
  const each: Record<keyof Risk, string | false> = {
    stop_loss_percent: risk.stop_loss_percent !== undefined && `a stop loss of ${risk.stop_loss_percent} %`,
    take_profit_percent:
      risk.take_profit_percent !== undefined && `a take profit of ${risk.take_profit_percent} %`,
    max_drawdown_percent:
      risk.max_drawdown_percent !== undefined && `a max drawdown of ${risk.max_drawdown_percent} %`,
    daily_loss_limit:
      risk.daily_loss_limit !== undefined && `a daily loss limit of ${amount(risk.daily_loss_limit)}`,
    max_spend: risk.max_spend !== undefined && `a budget of ${amount(risk.max_spend)}`,
    cooldown_seconds: risk.cooldown_seconds !== undefined && `a cooldown of ${length(risk.cooldown_seconds)}`,
  }
  const words = Object.values(each).filter((one) => one !== false)
  return words.length === 0 ? '' : `, with ${words.join(', ')}`
}
