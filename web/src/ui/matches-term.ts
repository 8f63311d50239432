/** The fields that a search of wallets reads. */
export type Searched = { name: string; address: string }

/** Tells whether name or address contains the term, which is in lower case. */
export const matchesTerm = (one: Searched, term: string): boolean =>
  one.name.toLowerCase().includes(term) || one.address.toLowerCase().includes(term)

/** Returns those whose name or address contains the typed text; all of them if it is empty. */
export function searchNamed<T extends Searched>(all: T[], typed: string): T[] {
  const term = typed.trim().toLowerCase()
  return term === '' ? all : all.filter((one) => matchesTerm(one, term))
}
