/** What follows from what the endpoints show of landed transactions. */
import type { Clock } from '../../../kernel/clock.ts'
import type { Observed } from './finality-view.ts'
import { createFirstSeen } from '../certainty/first-seen.ts'

/** In the order of the endpoints; null: no answer. */
type Shown = (Observed | null)[]

const count = (shown: Shown, one: Observed): number => shown.filter((other) => other === one).length
const isThere = (one: Observed | null): boolean => one === 'finalized' || one === 'landed'

export type VerdictParts = {
  clock: Pick<Clock, 'monotonic'>
  /** A single endpoint is believed when it says so twice, so far apart. */
  apartMs: number
  /** Two endpoints that disagree for so long have a dispute. */
  disputedMs: number
}

export function createVerdicts({ clock, apartMs, disputedMs }: VerdictParts) {
  /** When a single endpoint first reported that a transaction is not what was booked. */
  const doubted = createFirstSeen(clock)
  /** When a single endpoint first reported that it is. */
  const vouched = createFirstSeen(clock)
  /** When one endpoint first reported what another one contradicts. */
  const disputed = createFirstSeen(clock)

  return {
    doubted,
    vouched,

    /** As for dead transactions: two endpoints must agree, or a single one must report it twice. `began`: when they were asked. */
    isOther(signature: string, shown: Shown, began: number): boolean {
      const others = count(shown, 'other')
      if (shown.length > 1) return others > 1
      if (others === 0) {
        if (shown.some((one) => one !== null)) doubted.forget(signature)
        return false
      }
      const since = doubted.mark(signature)
      return since !== undefined && began - since >= apartMs
    },

    /** The same rule. An unavailable endpoint may still disagree; one that has forgotten never will. */
    isFinalized(signature: string, all: Shown, began: number): boolean {
      const shown = all.filter((one) => one !== 'forgotten')
      const finals = count(shown, 'finalized')
      if (shown.includes('other')) return false
      if (shown.length > 1) return finals > 1
      if (shown.includes('open')) vouched.forget(signature)
      if (finals === 0 && !shown.includes('landed')) return false
      const since = vouched.mark(signature)
      return finals > 0 && since !== undefined && began - since >= apartMs
    },

    /** One endpoint shows it as booked, another one shows that it is not, and no two agree. */
    isDisputed(signature: string, shown: Shown, began: number): boolean {
      if (!shown.includes('other') || !shown.some(isThere) || count(shown, 'finalized') > 1) {
        if (!shown.includes(null)) disputed.forget(signature)
        return false
      }
      const since = disputed.mark(signature)
      return since !== undefined && began - since >= disputedMs
    },

    /** Of a disputed one: all endpoints that reach back so far show the same by now, or two do and none contradicts them. */
    isAgreed(all: Shown): boolean {
      const shown = all.filter((one) => one !== 'forgotten')
      const [others, finals] = [count(shown, 'other'), count(shown, 'finalized')]
      return others > 1 || (others === 0 && finals > 1) || (shown.length > 0 && shown.every(isThere))
    },

    forget(signature: string): void {
      for (const one of [doubted, vouched, disputed]) one.forget(signature)
    },
  }
}
