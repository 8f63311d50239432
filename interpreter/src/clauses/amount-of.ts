import type { Asked } from '../intents/outcome.ts'
import { howMuch } from '../intents/questions.ts'
import { getName } from '../text/names.ts'
import type { Amount, Trade } from './roles.ts'
import type { Settings } from './trade.ts'

/** Returns the amount in the form of a plan. `what`: the words of the question for it. */
export function readAmount(
  { side, base, quote, amount }: Trade,
  what: string,
  settings: Settings,
): Amount | { asked: Asked } {
  if (!amount) return howMuch(what)
  const { value, unit, asset, prep } = amount.value
  if (unit === 'token' || unit === 'USD' || unit === 'USDC' || unit === 'SOL') {
    if (side === 'sell' && prep === 'for' && unit !== 'token') return howMuch(what)
    if (unit === 'SOL' && base.kind !== 'SOL' && quote !== 'SOL') return howMuch(what)
    return { value, unit }
  }
  if (unit === 'percent') {
    const ofBase = asset !== undefined && (asset.kind === 'it' || getName(asset) === getName(base))
    if (side === 'buy' && (ofBase || (asset === undefined && prep === '' && !amount.value.all)))
      return howMuch(what)
    if (side === 'sell' && asset !== undefined && !ofBase) return howMuch(what)
    return { value, unit }
  }
  if (side === 'sell') return { value, unit: 'token' }
  return settings.bare || prep === 'answer' ? { value, unit: quote } : howMuch(what)
}
