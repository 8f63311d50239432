/** What a token calls itself on the chain; empty texts where it says nothing. Anybody may call a token anything. */
export type TokenMetadata = { decimals: number; name: string; symbol: string; uri: string }
