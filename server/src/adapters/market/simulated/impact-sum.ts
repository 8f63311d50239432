/**
 * The sum of the impacts on one mint: they all decay alike, so that their sum at one moment determines it at all later
 * ones. The latest are kept one by one, as they may still be missing, dropped or of a time that is taken back.
 */

/** `at` in milliseconds. */
export type SettledTrade = { operationId: string; ppb: number; at: number }
type Sum = { sum: number; at: number }

export type ImpactSum = ReturnType<typeof createImpactSum>

/** `base`: the sum of all impacts up to its time. `latest`: those after it, in any order. */
export function createImpactSum(halfLifeMs: number, base: Sum, latest: SettledTrade[]) {
  const recent = new Map(latest.map((one) => [one.operationId, one]))
  const decayed = (sum: number, from: number, to: number) => sum * 2 ** ((from - to) / halfLifeMs)
  /** The sum of the base and of those recent ones that are not `ahead`. */
  let head: Sum = base
  let ahead: SettledTrade[] = [...recent.values()]

  function restart(): void {
    head = base
    ahead = [...recent.values()]
  }

  return {
    base: (): number => base.at,
    has: (operationId: string): boolean => recent.has(operationId),

    /** The sum at this time, which is not before the base: impacts of a later time do not count. */
    at(now: number): number {
      // The clock went back: a counted impact may lie in the future again.
      if (now < head.at) restart()
      let sum = decayed(head.sum, head.at, now)
      if (ahead.length > 0) {
        for (const one of ahead) if (one.at <= now) sum += decayed(one.ppb, one.at, now)
        ahead = ahead.filter((one) => one.at > now)
      }
      head = { sum, at: now }
      return sum
    },

    /**
     * Adds it once for each operation. False: it is older than the base, so that nobody knows whether it was counted.
     */
    add(one: SettledTrade): boolean {
      if (one.at <= base.at) return recent.has(one.operationId)
      if (recent.has(one.operationId)) return true
      recent.set(one.operationId, one)
      ahead.push(one)
      return true
    },

    /** Moves the base up to this time; earlier impacts are then no longer kept one by one. */
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

    /** Replaces the recent impacts. */
    replace(rows: SettledTrade[]): void {
      recent.clear()
      for (const one of rows) if (one.at > base.at) recent.set(one.operationId, one)
      restart()
    },

    /** Identifies the set of recent impacts up to this time. */
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
