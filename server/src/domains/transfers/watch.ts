/** One poll of the chain for all signatures that anybody waits for, at most 256 a call (the chain adapter cuts). */
import type { Signature } from '@solana/kit'
import { pause } from '../../kernel/clock.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Chain, SignatureState } from '../../ports/chain.ts'

const AWAY_MS = 1_000

export type Watch = {
  /** The next answer of the chain about this signature: its state, null when unknown, 'away' when the chain did not answer. */
  next(signature: Signature): Promise<SignatureState | null | 'away'>
  stop(): void
}

export function createWatch(chain: Chain, log: Log, pollMs: number): Watch {
  const waiting = new Map<Signature, ((state: SignatureState | null | 'away') => void)[]>()
  const ending = new AbortController()
  let polling = false

  async function poll(): Promise<void> {
    while (waiting.size > 0 && !ending.signal.aborted) {
      await pause(pollMs, ending.signal)
      const asked = [...waiting]
      waiting.clear()
      let states: (SignatureState | null)[] | null = null
      try {
        states = await chain.statuses(asked.map(([signature]) => signature))
      } catch (error) {
        log.debug(describe(error), 'no statuses from the chain')
        await pause(AWAY_MS, ending.signal)
      }
      asked.forEach(([, heard], i) => {
        for (const hear of heard) hear(states ? (states[i] ?? null) : 'away')
      })
    }
    polling = false
  }

  return {
    next(signature) {
      return new Promise((resolve) => {
        if (ending.signal.aborted) return resolve('away')
        waiting.set(signature, [...(waiting.get(signature) ?? []), resolve])
        if (polling) return
        polling = true
        void poll()
      })
    },
    stop() {
      ending.abort()
      for (const heard of waiting.values()) for (const hear of heard) hear('away')
      waiting.clear()
    },
  }
}
