/** Waits for a thing, not for a time. */

/** Nothing takes so long on a machine that does nothing else; a busy one may be several times slower. */
const LIMIT_MS = 60_000
/** Between two probes: what is long in coming is looked for less often, since each probe works the server. */
const pauseAfter = (elapsedMs: number) => Math.min(15 + elapsedMs / 10, 200)

/** Resolves with the first answer that is neither false, null nor undefined; rejects after a minute, naming what was waited for. */
export async function until<T>(
  what: string | (() => string),
  probe: () => Promise<T | false | null | undefined> | T | false | null | undefined,
  limitMs = LIMIT_MS,
): Promise<T> {
  for (const began = Date.now(); ; ) {
    const found = await probe()
    if (found !== false && found !== null && found !== undefined) return found
    const elapsed = Date.now() - began
    if (elapsed > limitMs)
      throw new Error(`waited ${limitMs} ms in vain: ${typeof what === 'string' ? what : what()}`)
    await new Promise((resolve) => setTimeout(resolve, pauseAfter(elapsed)))
  }
}
