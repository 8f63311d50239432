/**
 * The impacts on one mint, folded: they all decay alike, so that their sum at one moment determines it at all later ones.
 * The latest are kept one by one, as they may still be missing, dropped or of a time that is taken back.
 */

/** `at` in milliseconds. */
export type SettledTrade = { operationId: string; ppb: number; at: number }
type Sum = { sum: number; at: number }

export type ImpactSum = ReturnType<typeof createImpactSum>

/** `base`: of all up to its time. `latest`: those after it, in any order. */
export function createImpactSum(halfLifeMs: number, base: Sum, latest: SettledTrade[]) {
  const recent = new Map(latest.map((one) => [one.operationId, one]))
  const decayed = (sum: number, from: number, to: number) => sum * 2 ** ((from - to) / halfLifeMs)
  /** Of the base and of those recent ones that are not `ahead`. */
  let head: Sum = base
  let ahead: SettledTrade[] = [...recent.values()]

  function restart(): void {
    head = base
    ahead = [...recent.values()]
  }

  return {
    base: (): number => base.at,
    has: (operationId: string): boolean => recent.has(operationId),

    /** Its sum at this time, which is not before the base: what is of a time to come does not count. */
    at(now: number): number {
      // The clock went back: what was counted may be of a time to come again.
      if (now < head.at) restart()
      let sum = decayed(head.sum, head.at, now)
      if (ahead.length > 0) {
        for (const one of ahead) if (one.at <= now) sum += decayed(one.ppb, one.at, now)
        ahead = ahead.filter((one) => one.at > now)
      }
      head = { sum, at: now }
      return sum
    },

    /** Once for each operation. False: it is of before the base, where nobody knows whether it was counted. */
    add(one: SettledTrade): boolean {
      if (one.at <= base.at) return recent.has(one.operationId)
      if (recent.has(one.operationId)) return true
      recent.set(one.operationId, one)
      ahead.push(one)
      return true
    },

    /** The base moves up to this time; those before it are not known one by one any more. */
    rebase(at: number): void {
      if (at <= base.at) return
      let sum = decayed(base.sum, base.at, at)
      for (const one of recent.values())
        if (one.at <= at) {
          sum += decayed(one.ppb, one.at, at)
          recent.delete(one.operationId)
        }
      base = { sum, at }
      restart()
    },

    /** The recent ones are these. */
    replace(rows: SettledTrade[]): void {
      recent.clear()
      for (const one of rows) if (one.at > base.at) recent.set(one.operationId, one)
      restart()
    },

    /** What tells one set of recent impacts, up to this time, from another. */
    digest(until: number): Digest {
      let [count, ppb, times] = [0, 0n, 0n]
      for (const one of recent.values()) {
        if (one.at > until) continue
        count++
        ppb += BigInt(one.ppb)
        times += BigInt(one.at)
      }
      return { count, ppb, times }
    },
  }
}

/** Sums of the impacts and of their times. */
export type Digest = { count: number; ppb: bigint; times: bigint }
export const isSame = (a: Digest, b: Digest): boolean =>
  a.count === b.count && a.ppb === b.ppb && a.times === b.times
