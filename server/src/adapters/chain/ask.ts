import { Fault, isFault } from '../../kernel/fault.ts'
import { pause } from '../../kernel/clock.ts'
import { describe, type Log } from '../../kernel/log.ts'
import { isInvalidParams, messageOf } from './refusals.ts'

/** For all tries of one call together. */
const CALL_TIMEOUT_MS = 10_000
/** Before the second try, and so on: a busy node says 429 or 500, or cuts its answer off, and means nothing by it. */
const AGAIN_MS = [100, 300, 900]

export type Ask = ReturnType<typeof createAsk>

/** Calls that change nothing on the chain are asked again when no answer came; others are asked once. */
export function createAsk(log: Log) {
  /**
   * Only for reads. No answer after all tries is 'chain away', whatever the reason; what the node itself refuses stays
   * a refusal.
   */
  async function ask<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const signal = AbortSignal.timeout(CALL_TIMEOUT_MS)
    for (let tries = 0; ; tries++) {
      try {
        return await call(signal)
      } catch (error) {
        const fault = faultOf(error)
        const wait = AGAIN_MS[tries]
        if (fault.code !== 'chain_away' || isFault(error) || wait === undefined) throw fault
        // Spread, so that calls that failed together do not come back together.
        await pause(wait * (0.5 + Math.random()), signal)
        if (signal.aborted) throw fault
      }
    }
  }

  /** For what may have been done although no answer came. */
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
    if (isInvalidParams(error)) return new Fault('chain_refused', { reason: messageOf(error) })
    return new Fault('chain_away')
  }

  return { ask, askOnce }
}
