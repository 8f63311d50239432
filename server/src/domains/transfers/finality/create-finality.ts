/** Composes the verbs that recheck ended operations. */
import { createFirstSeen } from '../certainty/first-seen.ts'
import { recheck } from './check-dead.ts'
import { createBeside } from './finality-beside.ts'
import { createFinalityDue } from './finality-due.ts'
import { createFinalityVerdicts } from './finality-verdicts.ts'
import { createFinalityView } from './finality-view.ts'
import type { Finality, FinalityParts, FinalityState } from './finality.ts'
import { BEGINNING } from './finality.store.ts'
import { repeatSweep } from './sweep.ts'

const APART_MS = 10_000
const DISPUTED_MS = 60_000

export function createFinality(parts: FinalityParts): Finality {
  const { clock, log, apartMs = APART_MS, disputedMs = DISPUTED_MS } = parts
  const state: FinalityState = {
    ...parts,
    due: createFinalityDue(clock, apartMs),
    view: createFinalityView({ clock, log }),
    verdicts: createFinalityVerdicts({ clock, apartMs, disputedMs }),
    landedCursor: BEGINNING,
    deadCursor: BEGINNING,
    rounds: 0,
    everyMs: 0,
    askedAt: Number.NEGATIVE_INFINITY,
    polledAt: Number.NEGATIVE_INFINITY,
    listed: [],
    shown: new Map(),
    disputed: new Map(),
    suspected: createFirstSeen(clock),
  }
  return {
    recheck: (...operationIds) => recheck(state, operationIds),
    isDisputed: (signature) => state.disputed.has(signature),
    beside: createBeside(state),
    noteLanding(signature, slot, isFinal) {
      state.verdicts.vouched.mark(signature)
      state.due.noteLanding(slot, isFinal)
    },
    run: (roundMs, signal, may) => repeatSweep(state, { roundMs, signal, may }),
  }
}
