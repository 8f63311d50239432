/**
 * Statements of one transaction that do not wait for each other's answers: they are sent in one write, and the database
 * runs them in this order; each sees what was committed when it began. Rejects with the first failure, once all have
 * ended: none is in progress when the transaction is rolled back.
 */
export async function atOnce<T extends unknown[]>(
  ...all: { [I in keyof T]: () => Promise<T[I]> }
): Promise<T> {
  const ends = await Promise.allSettled(all.map((ask) => ask()))
  return ends.map((end) => {
    if (end.status === 'rejected') throw end.reason
    return end.value
  }) as T
}
