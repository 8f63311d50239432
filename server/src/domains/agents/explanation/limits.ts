/** The limits of a plan in plain words. */
import type { Plan, Risk } from '@purser/contract/plan.ts'
import { durationWords } from '../words.ts'

const amount = ({ value, unit }: { value: string | number; unit: string }): string =>
  unit === 'percent' ? `${value} % of what the wallets can spend at the start` : `${value} ${unit}`

export function limitWords(plan: Plan): string[] {
  const { risk } = plan
  if (!risk) return []
  const sells = plan.trade_direction === 'sell'
  const of = sells ? 'the price at the start' : 'what its tokens cost on average'
  const words: Record<keyof Risk, string | false> = {
    stop_loss_percent:
      risk.stop_loss_percent !== undefined && `the price is ${risk.stop_loss_percent} % below ${of}`,
    take_profit_percent:
      risk.take_profit_percent !== undefined && `the price is ${risk.take_profit_percent} % above ${of}`,
    max_drawdown_percent:
      risk.max_drawdown_percent !== undefined &&
      `it is worth ${risk.max_drawdown_percent} % less than at its best`,
    daily_loss_limit:
      risk.daily_loss_limit !== undefined && `it lost ${amount(risk.daily_loss_limit)} on one day (UTC)`,
    max_spend: risk.max_spend !== undefined && `It never spends more than ${amount(risk.max_spend)} in all.`,
    cooldown_seconds:
      risk.cooldown_seconds !== undefined &&
      `After a sale at a loss it begins nothing new for ${durationWords(risk.cooldown_seconds)}.`,
  }
  const { max_spend, cooldown_seconds, ...ending } = words
  const ends = Object.values(ending).filter((one) => one !== false)
  const then = sells ? 'it stops selling and ends' : 'it sells what it bought and ends'
  return [
    ends.length > 0 && `Limits: ${then} when ${ends.join(', or ')}.`,
    max_spend,
    cooldown_seconds,
    'Prices and limits are in USD; what is gained in SOL depends on the price of SOL as well.',
  ].filter((one) => one !== false)
}
