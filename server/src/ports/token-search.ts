/** Facts of the market's service about tokens, if the market is live. All names and symbols are strangers' texts. */

import type { Authority, MintRefusal, MintReport, MintRisk } from '@purser/contract/tokens/mint-texts.ts'
import type { FoundToken } from '@purser/contract/tokens/token-search.ts'

/** null, or absent: the service does not say. Figures are for display, none of them is money. */
export type TokenFacts = {
  mint: string
  name: string
  symbol: string
  decimals: number
  /** The token program that owns it. */
  program?: string | null
  verified: boolean
  suspicious: boolean
  topHoldersPercent: number | null
  liquidityUsd: number | null
  /** Milliseconds since 1970: when its first pool began. */
  since: number | null
  /** Whether somebody can make more of it, or freeze its holders. */
  mintable?: boolean | null
  freezable?: boolean | null
}
/** `tokens` null: the service gave no answer. */
export type Found = { tokens: TokenFacts[] | null }

/** A mint by the chain, which decides, and by the service. */
export type Examined = {
  /** null: the service does not know it. */
  facts: TokenFacts | null
  /** The source of all that follows. */
  source: 'chain' | 'service'
  /** Its names on the chain; null: not known. */
  named: { name: string; symbol: string } | null
  mintAuthority: Authority
  freezeAuthority: Authority
  refusal: MintRefusal | null
  risks: MintRisk[]
}

export type TokenSearch = {
  /** Searches by symbol or name, verified ones first, then those with more liquidity. */
  search(text: string): Promise<Found>
  /** All tokens with this symbol, in whatever case: if there are several, the user is asked and none is chosen. */
  bearing(symbol: string): Promise<Found>
  /** Facts by mint; mints that the service does not know are left out. null: it gave no answer for some of them. */
  facts(mints: readonly string[]): Promise<ReadonlyMap<string, TokenFacts> | null>
  /** null: the chain has no such mint. `unavailable`: the source that gave no answer. */
  examine(mint: string): Promise<Examined | null | { unavailable: 'chain' | 'service' }>
}

/** The same with displayable texts, for a word or a mint of an instruction. */
export type TokenLookUp = {
  /** All tokens with this symbol, verified ones first; null: no answer, or not in time. */
  bearing(symbol: string): Promise<FoundToken[] | null>
  /** null: there is nothing to report: it is a well-known one, or none on this chain. */
  report(mint: string): Promise<MintReport | null | { unavailable: 'chain' | 'service' }>
}
