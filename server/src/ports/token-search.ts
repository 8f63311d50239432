/** What the market's service says of tokens, where the market is live. All names and symbols are strangers' texts. */

import type { Authority, MintRefusal, MintReport, MintRisk } from '@purser/contract/mint-texts.ts'
import type { FoundToken } from '@purser/contract/token-search.ts'

/** null, or absent: the service says nothing of it. Figures are for showing, none of them is money. */
export type TokenFacts = {
  mint: string
  name: string
  symbol: string
  decimals: number
  /** The token program that it is of. */
  program?: string | null
  verified: boolean
  suspicious: boolean
  topHoldersPercent: number | null
  liquidityUsd: number | null
  /** Milliseconds since 1970: when its first pool began. */
  since: number | null
  /** Whether somebody can make more of it, and stop who holds it. */
  mintable?: boolean | null
  freezable?: boolean | null
}
/** `tokens` null: the service gave no answer. */
export type Found = { tokens: TokenFacts[] | null }

/** A mint by the chain, which decides, and by the service. */
export type Examined = {
  /** null: the service does not know it. */
  facts: TokenFacts | null
  /** Whose word all that follows is. */
  source: 'chain' | 'service'
  /** What it calls itself on the chain; null: nothing is known of that. */
  named: { name: string; symbol: string } | null
  mintAuthority: Authority
  freezeAuthority: Authority
  refusal: MintRefusal | null
  risks: MintRisk[]
}

export type TokenSearch = {
  /** By symbol or name, verified ones first, then those with more liquidity. */
  search(text: string): Promise<Found>
  /** All that bear this symbol, in whatever case: more than one must be asked about and is never chosen from. */
  bearing(symbol: string): Promise<Found>
  /** By mint; those that the service does not know are left out. null: it gave no answer for some of them. */
  facts(mints: readonly string[]): Promise<ReadonlyMap<string, TokenFacts> | null>
  /** null: the chain has no such mint. `unavailable`: who gave no answer. */
  examine(mint: string): Promise<Examined | null | { unavailable: 'chain' | 'service' }>
}

/** The same with texts that can be shown, for who asks by a word or a mint of an instruction. */
export type TokenLookUp = {
  /** All that bear this symbol, verified ones first; null: no answer, or not in time. */
  bearing(symbol: string): Promise<FoundToken[] | null>
  /** null: nothing to report of it: it is a well-known one, or none on this chain. */
  report(mint: string): Promise<MintReport | null | { unavailable: 'chain' | 'service' }>
}
