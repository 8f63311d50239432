import { ADDRESS_IN_TEXT } from '@purser/contract/values.ts'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens.ts'

const bySymbol = [...KNOWN_TOKENS, { symbol: 'WSOL', mint: SOL_MINT }]

/**
 * The mint that a text names, by address or by a known symbol. Stablecoins count only when nothing else is named: in
 * 'buy BONK with 5 USDC' they are the quote.
 */
export function mintIn(text: string): string | undefined {
  const address = ADDRESS_IN_TEXT.exec(text)?.[0]
  if (address) return address
  const words = new Set(text.toUpperCase().match(/[A-Z0-9]+/g))
  const named = bySymbol.filter((token) => words.has(token.symbol))
  return (named.find((token) => !token.symbol.startsWith('USD')) ?? named[0])?.mint
}
