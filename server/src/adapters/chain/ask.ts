import { Fault, isFault } from '../../kernel/fault.ts'
import type { Clock } from '../../kernel/clock.ts'
import { describe, type Log } from '../../kernel/log.ts'
import { isInvalidParams, messageOf } from './refusals.ts'

/** For all tries of one call together. */
const CALL_TIMEOUT_MS = 10_000
/** Before each retry: a busy node answers 429 or 500, or cuts its answer off. */
const RETRY_MS = [100, 300, 900]

export type Ask = ReturnType<typeof createAsk>

/** Reads are retried when no answer came; calls that change something are made once. */
export function createAsk({ clock, log }: { clock: Clock; log: Log }) {
  /** Only for reads. Throws chain_away after the last try, whatever the reason, and chain_refused for what the node refuses. */
  async function ask<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const signal = AbortSignal.timeout(CALL_TIMEOUT_MS)
    for (let tries = 0; ; tries++) {
      try {
        return await call(signal)
      } catch (error) {
        const fault = faultOf(error)
        const wait = RETRY_MS[tries]
        if (fault.code !== 'chain_away' || isFault(error) || wait === undefined) throw fault
        // Spread, so that calls that failed together do not come back together.
        await clock.sleep(wait * (0.5 + Math.random()), signal)
        if (signal.aborted) throw fault
      }
    }
  }

  /** For calls that may take effect although no answer came. */
  async function askOnce<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await call(AbortSignal.timeout(CALL_TIMEOUT_MS))
    } catch (error) {
      throw faultOf(error)
    }
  }

  function faultOf(error: unknown): Fault {
    if (isFault(error)) return error
    log.debug(describe(error), 'a call to the chain failed')
    if (isInvalidParams(error))
      return new Fault('chain_refused', { code: 'invalid_params', detail: messageOf(error) })
    return new Fault('chain_away')
  }

  return { ask, askOnce }
}
