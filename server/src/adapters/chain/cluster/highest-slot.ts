/**
 * The highest confirmed slot that any endpoint has shown: reads that decide about money accept no older state. A slot
 * that no other endpoint confirms for 30 s is forgotten, and the endpoint that claimed it is not believed before
 * another one gets there: a lying endpoint must not keep all others from answering. If there is no other voice, an
 * endpoint's later answers confirm.
 */
import type { Clock } from '../../../kernel/clock.ts'

const FORGET_MS = 30_000
/** The age of a claim at which the others are called. */
const DOUBT_MS = 10_000
/** An endpoint without a new slot for this long is no voice: it is away, stuck, or not in use. */
const SILENT_MS = 15_000

export type HighestSlot = {
  seen(endpoint: string, slot: bigint): void
  /** undefined: no slot is known. */
  slot(): bigint | undefined
}

/** `slot` is the highest; `open` the least of its claims that is not confirmed, and since when. */
type Claim = { by: string; slot: bigint; open: { slot: bigint; at: number } }

/** `inDoubt` calls the other endpoints for their slots; their answers come back through `seen`. */
export function createHighestSlot(
  clock: Pick<Clock, 'monotonic'>,
  inDoubt: (endpoint: string) => void = () => undefined,
): HighestSlot {
  let highest: Claim | null = null
  let doubtedAt = Number.NEGATIVE_INFINITY
  const voices = new Map<string, { slot: bigint; at: number }>()
  /** For each endpoint, the slot that another one has to reach first. */
  const distrusted = new Map<string, bigint>()

  const getOthers = (endpoint: string, now: number) =>
    [...voices].filter(([name, { at }]) => name !== endpoint && now - at <= SILENT_MS)

  function heard(endpoint: string, slot: bigint, now: number): void {
    const voice = voices.get(endpoint)
    if (!voice || slot > voice.slot || now - voice.at > FORGET_MS) voices.set(endpoint, { slot, at: now })
    for (const [other, reach] of distrusted) if (other !== endpoint && slot >= reach) distrusted.delete(other)
  }

  function forgetUnconfirmed(now: number): void {
    if (highest === null || now - highest.open.at <= FORGET_MS) return
    const { by, slot } = highest
    const others = getOthers(by, now)
    if (others.length > 0) distrusted.set(by, slot)
    const [next] = others
      .filter(([name]) => !distrusted.has(name))
      .sort(([, a], [, b]) => (a.slot > b.slot ? -1 : 1))
    highest = next ? { by: next[0], slot: next[1].slot, open: { slot: next[1].slot, at: now } } : null
  }

  return {
    seen(endpoint, slot) {
      const now = clock.monotonic()
      forgetUnconfirmed(now)
      heard(endpoint, slot, now)
      if (getOthers(endpoint, now).length === 0) distrusted.delete(endpoint)
      if (distrusted.has(endpoint)) return
      if (highest === null) {
        highest = { by: endpoint, slot, open: { slot, at: now } }
        return
      }
      const confirms = highest.by !== endpoint || getOthers(endpoint, now).length === 0
      if (confirms && slot >= highest.open.slot) {
        const most = slot > highest.slot ? slot : highest.slot
        highest = {
          by: slot >= highest.slot ? endpoint : highest.by,
          slot: most,
          open: { slot: most, at: now },
        }
      } else if (slot > highest.slot) highest = { by: endpoint, slot, open: highest.open }
      if (now - highest.open.at < DOUBT_MS || now - doubtedAt < DOUBT_MS) return
      doubtedAt = now
      inDoubt(highest.by)
    },
    slot() {
      forgetUnconfirmed(clock.monotonic())
      return highest?.slot
    },
  }
}
