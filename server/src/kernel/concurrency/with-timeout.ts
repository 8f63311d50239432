import { type Clock, WOKEN } from '../clock.ts'

/** The answer of `ask`; false when it rejects, null when it takes longer than `ms`. Never rejects. */
export async function withTimeout<T>(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  ask: () => Promise<T>,
): Promise<T | false | null> {
  const answered = new AbortController()
  const late = clock.sleep(ms, answered.signal).then(() => null)
  const answer = (async () => ask())().catch(() => false as const)
  try {
    return await Promise.race([answer, late])
  } finally {
    answered.abort(WOKEN)
  }
}

/** Resolves when `work` has settled, or after `ms`. Never rejects, and leaves no timer behind. */
export async function settledWithin(
  clock: Pick<Clock, 'sleep'>,
  ms: number,
  work: Promise<unknown>,
): Promise<void> {
  await withTimeout(clock, ms, () => work.then(() => true))
}
