/** A sort that can be paused, so that ten thousand rows never block a frame. */

/** Rows between two steps: a fraction of a millisecond. */
export const STEP = 500

/** A stable merge sort; does not change `rows`. */
export function* sortSteps<T>(rows: readonly T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  let runs: T[][] = []
  for (let from = 0; from < rows.length; from += STEP) {
    runs.push(rows.slice(from, from + STEP).sort(compare))
    yield
  }
  while (runs.length > 1) {
    const merged: T[][] = []
    for (let n = 0; n < runs.length; n += 2) {
      const [left, right] = [runs[n], runs[n + 1]]
      if (left) merged.push(right ? yield* merge(left, right, compare) : left)
    }
    runs = merged
  }
  return runs[0] ?? []
}

function* merge<T>(left: T[], right: T[], compare: (a: T, b: T) => number): Generator<void, T[]> {
  const all: T[] = []
  let l = 0
  let r = 0
  while (l < left.length && r < right.length) {
    // Stable: on equality the left one first.
    all.push(compare(left[l] as T, right[r] as T) <= 0 ? (left[l++] as T) : (right[r++] as T))
    if (all.length % STEP === 0) yield
  }
  return all.concat(left.slice(l), right.slice(r))
}
