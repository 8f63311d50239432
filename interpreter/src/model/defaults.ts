/** The defaults of specification 5, each with its sentence. */
import { DEFAULT_SLIPPAGE_BPS } from '@purser/contract/limits.ts'
import type { PlanAmount } from '@purser/contract/strategies/plan.ts'
import { SOL_MINT, USDC_MINT } from '@purser/contract/tokens/tokens.ts'
import type { InterpreterRequest } from '../port.ts'
import type { Intent } from '../intents/intent.ts'
import { AMOUNTS, findModel } from './questions.ts'
import type { Fields } from './reply.ts'
import type { TokenMeant } from './which-token.ts'

/** USDC if the text says so or an amount is in it, else SOL; SOL itself is traded for USDC. */
function quoteOf(fields: Fields, token: TokenMeant, text: string): { quote: 'SOL' | 'USDC'; said: boolean } {
  if (token.mint === SOL_MINT) return { quote: 'USDC', said: true }
  if (token.mint === USDC_MINT) return { quote: 'SOL', said: true }
  const usdc = AMOUNTS.some((field) => (fields[field] as PlanAmount | undefined)?.unit === 'USDC')
  const wanted = usdc || (fields.quote === 'USDC' && /\busdc\b|usd coin/i.test(text))
  return wanted ? { quote: 'USDC', said: true } : { quote: 'SOL', said: /\b(?:w?sols?|solana)\b/i.test(text) }
}

/** Settles token and quote, before any question names them. */
export function settle(
  fields: Fields,
  token: TokenMeant,
  { instruction, intents }: Pick<InterpreterRequest, 'instruction'> & { intents: readonly Intent[] },
): string[] {
  const { quote, said } = quoteOf(fields, token, instruction)
  fields.token_address = token.mint
  fields.quote = quote
  if (findModel(fields, intents)?.sided === false) fields.trade_direction = 'both'
  return [
    ...(token.fromSetting ? ['Token taken from settings.'] : []),
    ...(said ? [] : [`Traded against ${quote}.`]),
  ]
}

/** A bracket that guards a holding needs no amount. */
export function guardsAll(fields: Fields, name: string): string[] {
  if (fields.strategy_type !== 'bracket' || fields.trade_direction !== 'sell' || fields.amount) return []
  fields.amount = { value: 100, unit: 'percent' }
  return [`All ${name} held is guarded, as no amount was stated.`]
}

/** Runs once all required fields are there. */
export function fillIn(fields: Fields, intents: readonly Intent[]): string[] {
  const said: string[] = []
  const fill = (field: string, value: unknown, words?: string) => {
    if (fields[field] !== undefined) return
    fields[field] = value
    if (words) said.push(words)
  }
  fill('version', 1)
  fill('slippage_bps', DEFAULT_SLIPPAGE_BPS, 'Slippage of at most 1%.')
  fill('on_stop', 'keep')
  const amount = AMOUNTS.map((f) => fields[f] as PlanAmount | undefined).find((a) => a !== undefined)
  if (amount?.unit === 'percent' && fields.trade_direction !== 'sell')
    said.push(
      `The percentage is taken of the ${String(fields.quote)} that the chosen wallets hold at the start.`,
    )
  const model = findModel(fields, intents)
  for (const { field, value, says } of model?.defaults ?? []) {
    const made = value(fields)
    fill(field, made, says?.(made))
  }
  said.push(...(model?.notes?.(fields) ?? []))
  return said
}
