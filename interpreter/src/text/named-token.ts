/** A token that a text may name by its symbol, or by its name. */
export type NamedToken = { symbol: string; mint: string; decimals: number; name?: string }
