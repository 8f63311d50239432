/** Rate limit of connect requests. Times in milliseconds, oldest first. */
const WINDOW_MS = 10_000
const MOST = 5
const APART_MS = 5_000

/** True for more than 5 requests within 10 s, and less than 5 s since the last. */
export function isTooOften(earlier: number[], now: number): boolean {
  const recent = earlier.filter((at) => now - at < WINDOW_MS)
  const last = recent.at(-1)
  return recent.length + 1 > MOST && last !== undefined && now - last < APART_MS
}

/** No second request for the same wallet for this long from the request, */
export const BUSY_MS = 2_000
/** and at least this long after its answer. */
export const CLEARED_MS = 1_000
