import { AsyncLocalStorage } from 'node:async_hooks'
import { Fault, isFault } from '../../../kernel/fault.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type { EndpointHealth } from '../../../ports/endpoint-health.ts'
import { type CallFailure, failureOf } from '../endpoint/call-failures.ts'
import { isInvalidParams, messageOf } from './refusals.ts'

/** For all tries of one call together. */
const CALL_TIMEOUT_MS = 10_000
/** Before each retry: a busy node answers 429 or 500, or cuts its answer off. */
const RETRY_MS = [100, 300, 900]

/** Of one call over a real socket, which lasts as long as it lasts, however fast the clock runs. */
export const callTimeout = (ms: number): AbortSignal => AbortSignal.timeout(ms)

export type Ask = ReturnType<typeof createAsk>

/** Whether another endpoint can be asked in place of this one: a call within then ends with its first failure. */
const failover = new AsyncLocalStorage<() => boolean>()
export const withFailover = <T>(canGoOn: () => boolean, call: () => Promise<T>): Promise<T> =>
  failover.run(canGoOn, call)

/** What the node said where it did answer. */
const answers = new WeakMap<Fault, CallFailure>()
/** An answer that another endpoint would give as well: none is asked. */
export const isAnswer = (fault: Fault): boolean => answers.get(fault) === 'answer'
/** A refusal of the call itself, which says nothing of what it is about. */
export const isRefused = (error: unknown): boolean => isFault(error) && answers.get(error) === 'refused'

/** Reads are retried when no answer came; calls that change something are made once. */
export function createAsk({ clock, log, health }: { clock: Clock; log: Log; health: EndpointHealth }) {
  /** Only for reads. Throws chain_away after the last try, whatever the reason. */
  async function ask<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const signal = AbortSignal.timeout(CALL_TIMEOUT_MS)
    const until = clock.monotonic() + CALL_TIMEOUT_MS
    const canGoOn = failover.getStore()
    // An error has the stack of where it is made, which costs more than the rest of a call: only where one may be thrown.
    if (health.requestedRestMs() > 0) await waitForRetry(new Fault('chain_away'), 0)
    for (let tries = 0; ; tries++) {
      try {
        return await call(signal)
      } catch (error) {
        const fault = faultOf(error)
        const wait = RETRY_MS[tries]
        if (fault.code !== 'chain_away' || isFault(error) || wait === undefined) throw fault
        if (isAnswer(fault) || isRefused(fault) || canGoOn?.()) throw fault
        // Spread, so that calls that failed together do not come back together.
        await waitForRetry(fault, wait * (0.5 + Math.random()))
      }
    }

    /** At least so long, and for as long as the endpoint has asked for. Throws where no time is left after it. */
    async function waitForRetry(fault: Fault, leastMs: number): Promise<void> {
      const ms = Math.max(leastMs, health.requestedRestMs())
      if (ms === 0) return
      if (clock.monotonic() + ms >= until) throw fault
      await clock.sleep(ms, signal)
      if (signal.aborted) throw fault
    }
  }

  /** For reads that are too costly to be tried again. */
  async function askOnce<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await call(AbortSignal.timeout(CALL_TIMEOUT_MS))
    } catch (error) {
      throw faultOf(error)
    }
  }

  /** For calls that may take effect although no answer came. Throws chain_refused for what the node refuses. */
  const changeOnce = <T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    askOnce((signal) =>
      call(signal).catch((error: unknown) => {
        if (!isInvalidParams(error)) throw error
        throw new Fault('chain_refused', { code: 'invalid_params', detail: messageOf(error) })
      }),
    )

  function faultOf(error: unknown): Fault {
    if (isFault(error)) return error
    const failure = failureOf(error)
    const isNew = failure === 'refused' && !health.isRefusing()
    log[isNew ? 'warn' : 'debug'](describe(error), 'a call to the chain failed')
    if (failure === 'refused') health.refused()
    const fault = new Fault('chain_away')
    answers.set(fault, failure)
    return fault
  }

  return { ask, askOnce, changeOnce }
}
