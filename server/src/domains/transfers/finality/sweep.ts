/** Checks ended operations, round by round. */
import { isFault } from '../../../kernel/fault.ts'
import { describe } from '../../../kernel/log.ts'
import { checkDead } from './check-dead.ts'
import { checkDisputed } from './check-disputed.ts'
import { checkLanded } from './check-landed.ts'
import type { FinalityState } from './finality.ts'
import { finalizeOperations } from './finality.store.ts'
import { MOST_PORTIONS, PORTION } from './finality-limits.ts'

/** Dead transactions are checked only every this many rounds. */
const WATCH_EVERY = 6

/** See `Finality.run`. */
export async function repeatSweep(
  state: FinalityState,
  { roundMs, signal, may }: { roundMs: number; signal: AbortSignal; may: () => boolean },
): Promise<void> {
  const { clock, log } = state
  state.everyMs = roundMs
  while (!signal.aborted) {
    await clock.sleep(state.everyMs, signal)
    if (signal.aborted) return
    if (!may()) continue
    await sweepOnce(state).catch((error: unknown) =>
      log.warn(describe(error), 'ended operations could not be checked'),
    )
  }
}

/** Checks one portion of each; those that are unknown now are checked in a later sweep. */
async function sweepOnce(state: FinalityState): Promise<void> {
  try {
    await checkLanded(state)
    await checkDisputed(state)
    if (state.rounds++ % WATCH_EVERY === 0) await checkDead(state)
  } catch (error) {
    if (!isFault(error)) throw error
  }
  for (let portions = 0; portions < MOST_PORTIONS; portions++) {
    const done = await finalizeOperations(state.db, PORTION)
    for (const operation of done) state.publisher.publishFinal(operation)
    if (done.length < PORTION) return
  }
}
