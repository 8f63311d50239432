/** One answer for all who ask at once, and for whoever asks shortly after. */

/** However often it is called, `ask` runs once at a time and at most once in `ms`; a failure is kept no longer than that. */
export function recent<T>(
  ms: number,
  ask: () => Promise<T>,
  now = () => performance.now(),
): () => Promise<T> {
  let answer: Promise<T> | null = null
  let settledAt: number | null = null
  return () => {
    if (answer !== null && (settledAt === null || now() - settledAt < ms)) return answer
    settledAt = null
    const mine = ask()
    answer = mine
    const settle = () => {
      settledAt = now()
    }
    mine.then(settle, settle)
    return mine
  }
}
