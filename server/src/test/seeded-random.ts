/**
 * Random numbers from a seed: the same one gives the same numbers. `PROOF_SEED` sets it, the names of tests show it.
 */

/** `PROOFS=whole` (npm run test:faults) runs every case of the proofs; without it each run takes some, chosen by its seed. */
export const whole = process.env.PROOFS === 'whole'

export const seed = Number(process.env.PROOF_SEED ?? Math.floor(Math.random() * 1e9))

/** Numbers from 0 up to below 1 (mulberry32). */
export function seededRandom(from: number): () => number {
  let state = from >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Some of them, in their order; all of them with `PROOFS=whole`. */
export function sample<T>(all: readonly T[], { of, random }: { of: number; random: () => number }): T[] {
  if (whole) return [...all]
  const drawn = new Set(
    all
      .map((each, i) => ({ i, by: random() }))
      .sort((a, b) => a.by - b.by)
      .slice(0, of)
      .map(({ i }) => i),
  )
  return all.filter((_, i) => drawn.has(i))
}
