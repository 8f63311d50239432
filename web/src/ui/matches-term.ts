/** What a search of wallets looks at. */
export type Searched = { name: string; address: string }

/** Whether name or address contains the term, which is in lower case. */
export const matchesTerm = (one: Searched, term: string): boolean =>
  one.name.toLowerCase().includes(term) || one.address.toLowerCase().includes(term)

/** Those whose name or address contains what was typed; all of them without anything. */
export function searchNamed<T extends Searched>(all: T[], typed: string): T[] {
  const term = typed.trim().toLowerCase()
  return term === '' ? all : all.filter((one) => matchesTerm(one, term))
}
