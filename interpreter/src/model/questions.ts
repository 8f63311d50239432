/** What is asked where an instruction leaves something open. A model only says what is missing; the words are the desk's. */
import type { QuestionCode } from '@purser/contract/reading.ts'
import type { Interpretation } from '../port.ts'
import type { Fields, MISSING } from './reply.ts'

export const ask = (question: string, code: QuestionCode = 'other'): Interpretation => ({
  kind: 'ask',
  question,
  code,
  choices: [],
})

export const AMOUNTS = ['amount', 'amount_per_order', 'total_amount', 'amount_per_trade'] as const

export function howMuch({ strategy_type: type, trade_direction: side, quote = 'SOL' }: Fields, name: string) {
  if (type === 'grid') return `How much ${quote} should the grid use in total?`
  if (type === 'rsi' || type === 'ma_cross') return `How much ${quote} should each trade use?`
  const total = type === 'twap' ? ' in total' : ''
  const each = type === 'dca'
  return side === 'sell'
    ? `How much ${name} should ${each ? 'each order sell' : 'I sell'}${total}?`
    : `How much ${quote} should ${each ? 'each order' : 'I'} spend on ${name}${total}?`
}

export const questions: Record<(typeof MISSING)[number], string> = {
  amount: 'How much should I trade? State SOL, USDC, USD, tokens or percent.',
  token: 'Which token should I trade? Name it or give its mint address.',
  direction: 'Should I buy or sell? For example "buy 0.5 SOL of BONK".',
  interval: 'How often should I trade? For example every hour.',
  duration: 'How long should it take? For example over 4 hours.',
  price: 'Which price do you mean, in dollars?',
  range: 'Which price range should the grid cover, in dollars?',
  levels: 'How many levels should the grid have?',
  lengths: 'Which two lengths should the moving averages have? For example 50 and 200 candles.',
  percent: 'How many percent do you mean?',
}

/** The first thing that this type of plan needs and the fields do not have. */
export function missingIn(fields: Fields, name: string): Interpretation | undefined {
  const has = (field: string) => fields[field] !== undefined
  const type = fields.strategy_type
  const oneSided = ['swap', 'dca', 'twap', 'limit', 'bracket'].includes(type)
  if (oneSided && fields.trade_direction !== 'buy' && fields.trade_direction !== 'sell')
    return ask(questions.direction, 'direction')
  const side = String(fields.trade_direction)
  if (type === 'grid') {
    const missing = [
      ...(has('lower_price_usd') && has('upper_price_usd') ? [] : [questions.range]),
      ...(has('grid_levels') ? [] : [questions.levels]),
      ...(has('total_amount') ? [] : [howMuch(fields, name)]),
    ]
    return missing.length > 0
      ? ask(
          missing.join(' '),
          has('lower_price_usd') && has('upper_price_usd')
            ? has('grid_levels')
              ? 'amount'
              : 'levels'
            : 'range',
        )
      : undefined
  }
  if (type === 'ma_cross' && !(has('fast_length') && has('slow_length')))
    return ask(questions.lengths, 'lengths')
  if (type === 'rebalance')
    return has('target_percent')
      ? undefined
      : ask(`How much of the total should ${name} be, in percent?`, 'percent')
  if (!AMOUNTS.some(has)) return ask(howMuch(fields, name), 'amount')
  if (type === 'dca' && !has('interval_seconds'))
    return ask(`How often should I ${side} ${name}? For example every hour.`, 'interval')
  if (type === 'twap' && !has('total_duration_seconds'))
    return ask(
      `How long should it take to ${side} ${name} in equal slices? For example over 4 hours.`,
      'duration',
    )
  if (type === 'limit' && !has('limit_price_usd'))
    return ask('Which price should the order wait for?', 'price')
  const barriers = ['stop_loss_percent', 'take_profit_percent', 'trailing_stop_percent', 'time_limit_seconds']
  if (type === 'bracket' && !barriers.some(has))
    return ask('How many percent should the stop loss or the take profit be?', 'percent')
  return undefined
}
