/** What specification 5 fills in where an instruction is silent, each with the sentence that says so. */
import { DEFAULT_SLIPPAGE_BPS } from '@purser/contract/limits.ts'
import type { PlanAmount } from '@purser/contract/plan.ts'
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens.ts'
import type { InterpreterRequest } from '../port.ts'
import { intervalOf } from '../intents/twap/defaults.ts'
import { period } from '../intents/sentence-amounts.ts'
import { AMOUNTS } from './questions.ts'
import type { Fields } from './reply.ts'
import type { TokenMeant } from './which-token.ts'

const BOTH = ['grid', 'rsi', 'ma_cross', 'rebalance']

/** USDC where the text says so or an amount is in it, else SOL; SOL itself is traded against USDC. */
function quoteOf(fields: Fields, token: TokenMeant, text: string): { quote: 'SOL' | 'USDC'; said: boolean } {
  if (token.mint === SOL_MINT) return { quote: 'USDC', said: true }
  if (token.mint === USDC_MINT) return { quote: 'SOL', said: true }
  const usdc = AMOUNTS.some((field) => (fields[field] as PlanAmount | undefined)?.unit === 'USDC')
  const wanted = usdc || (fields.quote === 'USDC' && /\busdc\b|usd coin/i.test(text))
  return wanted ? { quote: 'USDC', said: true } : { quote: 'SOL', said: /\b(?:w?sols?|solana)\b/i.test(text) }
}

/** Settles token and quote, before anything is asked by name. */
export function settle(fields: Fields, token: TokenMeant, { instruction }: InterpreterRequest): string[] {
  const { quote, said } = quoteOf(fields, token, instruction)
  fields.token_address = token.mint
  fields.quote = quote
  if (BOTH.includes(fields.strategy_type)) fields.trade_direction = 'both'
  return [
    ...(token.fromSetting ? ['The token is the one of the settings.'] : []),
    ...(said ? [] : [`Traded against ${quote}.`]),
  ]
}

/** A bracket that guards what is held needs no amount. */
export function guardsAll(fields: Fields, name: string): string[] {
  if (fields.strategy_type !== 'bracket' || fields.trade_direction !== 'sell' || fields.amount) return []
  fields.amount = { value: 100, unit: 'percent' }
  return [`All ${name} held is guarded, as no amount was stated.`]
}

/** Once all that is needed is there. */
export function fillIn(fields: Fields): string[] {
  const said: string[] = []
  const fill = (field: string, value: unknown, words?: string) => {
    if (fields[field] !== undefined) return
    fields[field] = value
    if (words) said.push(words)
  }
  fill('version', 1)
  fill('slippage_bps', DEFAULT_SLIPPAGE_BPS, 'Slippage of at most 1 %.')
  fill('on_stop', 'keep')
  const amount = AMOUNTS.map((f) => fields[f] as PlanAmount | undefined).find((a) => a !== undefined)
  if (amount?.unit === 'percent' && fields.trade_direction !== 'sell')
    said.push(
      `The percentage is taken of the ${String(fields.quote)} that the chosen wallets hold at the start.`,
    )
  switch (fields.strategy_type) {
    case 'dca':
      if (fields.order_count === undefined && fields.duration_days === undefined)
        said.push('Runs until stopped or out of funds.')
      break
    case 'twap': {
      const step = intervalOf(Number(fields.total_duration_seconds), undefined, 0).seconds
      fill('order_interval_seconds', step, `A slice each ${period(step)}, as no pace was stated.`)
      break
    }
    case 'limit':
      if (fields.expires_in_seconds === undefined) said.push('The order waits until it is filled or stopped.')
      break
    case 'bracket':
      if (fields.trade_direction === 'buy' && fields.entry_price_usd === undefined)
        said.push('Bought at once, at the market price.')
      break
    case 'grid':
      fill('spacing', 'arithmetic', 'The levels are the same number of dollars apart (arithmetic).')
      break
    case 'rsi':
      fill('timeframe', '1h', 'The RSI is taken of candles of 1 hour.')
      fill('length', 14, 'The RSI has a length of 14 candles.')
      fill('buy_below', 30, 'Buys when the RSI falls below 30.')
      fill('sell_above', 70, 'Sells when the RSI rises above 70.')
      break
    case 'ma_cross':
      fill('timeframe', '1h', 'The averages are taken of candles of 1 hour.')
      fill('kind', 'sma', 'Simple moving averages.')
      break
    case 'rebalance':
      fill('threshold_percent', 5, 'Traded when the share is off by 5 %.')
      fill('interval_seconds', 3_600, 'Checked every hour.')
      break
    case 'swap':
      break
  }
  return said
}
