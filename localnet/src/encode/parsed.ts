/** The parsed form of an instruction; undefined: it has none. */
export type Parsed = { type: string; info: Record<string, unknown> } | undefined

/** Names the accounts of an instruction, in order. */
export const nameAccounts = (names: string[], accounts: string[]): Record<string, unknown> =>
  Object.fromEntries(names.slice(0, accounts.length).map((name, i) => [name, accounts[i]]))
