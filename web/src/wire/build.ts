/** Tells whether the server has another build of the console by now than this document. */

/** The entry's name has the hash of everything that it imports. */
const ENTRY = 'script[type="module"][src^="/assets/"]'
const nameIn = (src: string | null | undefined) => src?.slice(src.lastIndexOf('/') + 1)
const own =
  typeof document === 'undefined' ? undefined : nameIn(document.querySelector(ENTRY)?.getAttribute('src'))

let outdated = false
const listeners = new Set<() => void>()

export const isOutdated = () => outdated

export function onOutdated(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** `told`: the build that an answer of the server named; null if it named none. */
export function reportBuild(told: string | null): void {
  if (own === undefined || told === null || outdated === (told !== own)) return
  outdated = told !== own
  for (const listener of listeners) listener()
}
