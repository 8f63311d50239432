/** Lets the polls of those who wait for a landing ask for transactions that can be final by now. */
import type { Signature } from '@solana/kit'
import type { FinalityBeside, FinalityState } from './finality.ts'

export const createBeside = (state: FinalityState): FinalityBeside => ({
  signatures(room) {
    const { clock, listed, shown, due, verdicts } = state
    state.polledAt = clock.monotonic()
    return listed
      .filter(
        ({ signature }) =>
          !shown.has(signature) && due.computeLateness(verdicts.vouched.since(signature), true) >= 0,
      )
      .slice(0, Math.max(0, room))
      .map(({ signature }) => signature as Signature)
  },
  noteStates(signatures, states) {
    signatures.forEach((signature, i) => {
      const one = states[i]
      if (one?.commitment === 'finalized') state.shown.set(signature, one)
    })
  },
})
