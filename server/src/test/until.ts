/** Waits for a thing, not for a time. */

const LIMIT_MS = 20_000
const EVERY_MS = 15

/** Resolves with the first answer that is neither false, null nor undefined; rejects after 20 s, naming what was waited for. */
export async function until<T>(
  what: string,
  probe: () => Promise<T | false | null | undefined> | T | false | null | undefined,
  limitMs = LIMIT_MS,
): Promise<T> {
  for (const end = Date.now() + limitMs; ; ) {
    const found = await probe()
    if (found !== false && found !== null && found !== undefined) return found
    if (Date.now() > end) throw new Error(`waited ${limitMs} ms in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS))
  }
}
