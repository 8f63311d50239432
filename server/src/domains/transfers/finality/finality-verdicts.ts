/** Judges the answers of the endpoints about landed transactions. */
import type { Clock } from '../../../kernel/clock.ts'
import type { FinalityObserved } from './finality-view.ts'
import { createFirstSeen, type FirstSeen } from '../certainty/first-seen.ts'

/** In the order of the endpoints; null: no answer. */
type Shown = (FinalityObserved | null)[]

const count = (shown: Shown, one: FinalityObserved): number => shown.filter((other) => other === one).length
const isThere = (one: FinalityObserved | null): boolean => one === 'finalized' || one === 'landed'

export type VerdictParts = {
  clock: Pick<Clock, 'monotonic'>
  /** A single endpoint is believed when it reports the same twice, this far apart. */
  apartMs: number
  /** Two endpoints that disagree for this long have a dispute. */
  disputedMs: number
}

/** `shown`: the answer of each endpoint. `began`: when they were asked, by the monotonic clock. */
export type FinalityVerdicts = {
  /** When a single endpoint first reported another outcome than the booked one. */
  doubted: FirstSeen
  /** When a single endpoint first reported the booked outcome. */
  vouched: FirstSeen
  /** Follows the rule of dead transactions: two endpoints must agree, or a single one must report it twice. */
  isOther(signature: string, shown: Shown, began: number): boolean
  /** Follows the same rule. An unavailable endpoint may still disagree; one that has forgotten never will. */
  isFinalized(signature: string, shown: Shown, began: number): boolean
  /** True: one endpoint shows it as booked, another one shows that it is not, and no two agree. */
  isDisputed(signature: string, shown: Shown, began: number): boolean
  /**
   * Tells whether the dispute is over: all endpoints that reach back that far show the same by now, or two do and none
   * contradicts them.
   */
  isAgreed(shown: Shown): boolean
  forget(signature: string): void
}

export function createFinalityVerdicts({ clock, apartMs, disputedMs }: VerdictParts): FinalityVerdicts {
  const doubted = createFirstSeen(clock)
  const vouched = createFirstSeen(clock)
  /** When one endpoint first reported what another one contradicts. */
  const disputed = createFirstSeen(clock)

  return {
    doubted,
    vouched,

    isOther(signature, shown, began) {
      const others = count(shown, 'other')
      if (shown.length > 1) return others > 1
      if (others === 0) {
        if (shown.some((one) => one !== null)) doubted.forget(signature)
        return false
      }
      const since = doubted.mark(signature)
      return since !== undefined && began - since >= apartMs
    },

    isFinalized(signature, all, began) {
      const shown = all.filter((one) => one !== 'forgotten')
      const finals = count(shown, 'finalized')
      if (shown.includes('other')) return false
      if (shown.length > 1) return finals > 1
      if (shown.includes('open')) vouched.forget(signature)
      if (finals === 0 && !shown.includes('landed')) return false
      const since = vouched.mark(signature)
      return finals > 0 && since !== undefined && began - since >= apartMs
    },

    isDisputed(signature, shown, began) {
      if (!shown.includes('other') || !shown.some(isThere) || count(shown, 'finalized') > 1) {
        if (!shown.includes(null)) disputed.forget(signature)
        return false
      }
      const since = disputed.mark(signature)
      return since !== undefined && began - since >= disputedMs
    },

    isAgreed(all) {
      const shown = all.filter((one) => one !== 'forgotten')
      const [others, finals] = [count(shown, 'other'), count(shown, 'finalized')]
      return others > 1 || (others === 0 && finals > 1) || (shown.length > 0 && shown.every(isThere))
    },

    forget(signature) {
      for (const one of [doubted, vouched, disputed]) one.forget(signature)
    },
  }
}
