/** The limits of a plan in words. */
import type { Risk } from '@purser/contract/plan.ts'
import { amountWords, length } from './sentence-amounts.ts'

/** ', with a stop loss of 10 %, a daily loss limit of 1 SOL'; empty where none is set. */
export function riskWords(risk: Risk | undefined, quote: string, name: string): string {
  if (!risk) return ''
  const words = [
    risk.stop_loss_percent === undefined ? '' : `a stop loss of ${risk.stop_loss_percent} %`,
    risk.take_profit_percent === undefined ? '' : `a take profit of ${risk.take_profit_percent} %`,
    risk.max_drawdown_percent === undefined ? '' : `a max drawdown of ${risk.max_drawdown_percent} %`,
    risk.daily_loss_limit === undefined
      ? ''
      : `a daily loss limit of ${amountWords(risk.daily_loss_limit, quote, name).replace(/ of the .* held$/, '')}`,
    risk.max_spend === undefined
      ? ''
      : `a budget of ${amountWords(risk.max_spend, quote, name).replace(/ of the .* held$/, '')}`,
    risk.cooldown_seconds === undefined ? '' : `a cooldown of ${length(risk.cooldown_seconds)}`,
  ].filter(Boolean)
  return words.length === 0 ? '' : `, with ${words.join(', ')}`
}
