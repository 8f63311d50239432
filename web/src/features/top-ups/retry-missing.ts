/** A server without automatic top-up answers 404: retried after 1 s, 2 s and 3 s. */
import { pause } from '#wire/retry.ts'
import { WireFault } from '#wire/fault.ts'

export const MISSING_WAITS_MS = [1_000, 2_000, 3_000]

export async function retryMissing<T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
  wait: typeof pause = pause,
): Promise<T> {
  for (const ms of MISSING_WAITS_MS) {
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof WireFault) || error.status !== 404) throw error
    }
    await wait(ms, signal)
  }
  return ask()
}
