import { ADDRESS_IN_TEXT } from '@purser/contract/values.ts'
import { KNOWN_TOKENS, SOL_MINT } from '@purser/contract/tokens/tokens.ts'

const bySymbol = [...KNOWN_TOKENS, { symbol: 'WSOL', mint: SOL_MINT }]

type Named = { mint: string; symbol: string; name: string }

const plain = (text: string) => ` ${text.toUpperCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')} `
const holds = (text: string, name: string) => plain(text).includes(plain(name))

/**
 * The mint that a text names, by address, by a known symbol, or by the account's name for it. Stablecoins count only if
 * nothing else is named: in 'buy BONK with 5 USDC' they are the quote.
 */
export function mintIn(text: string, named: Named[] = []): string | undefined {
  const address = ADDRESS_IN_TEXT.exec(text)?.[0]
  if (address) return address
  const words = new Set(text.toUpperCase().match(/[A-Z0-9]+/g))
  const known = bySymbol.filter((token) => words.has(token.symbol))
  const own = named.find(({ symbol, name }) => words.has(symbol) || holds(text, name))
  return (known.find((token) => !token.symbol.startsWith('USD')) ?? own ?? known[0])?.mint
}
