/** The names of a token on the chain; empty texts if it has none. Anybody may give a token any name. */
export type TokenMetadata = { decimals: number; name: string; symbol: string; uri: string }
