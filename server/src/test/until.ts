/** Waits for a condition, not for a time. */

/** Nothing takes this long on an idle machine; a busy one may be several times slower. */
const LIMIT_MS = 60_000
/**
 * The pause between two probes: a condition that takes long is probed less often, since each probe costs the server
 * work.
 */
const pauseAfter = (elapsedMs: number) => Math.min(15 + elapsedMs / 10, 200)

/**
 * Resolves with the first answer that is neither false, null nor undefined; rejects after a minute, naming the
 * condition.
 */
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
