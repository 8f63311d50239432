import { AsyncLocalStorage } from 'node:async_hooks'
import { Fault, isFault } from '../../../kernel/fault.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type { EndpointHealth } from '../../../ports/endpoint-health.ts'
import { type CallFailure, classifyFailure } from '../endpoint/call-failures.ts'
import { isInvalidParams, getMessage } from './refusals.ts'

/** For all tries of one call together. */
const CALL_TIMEOUT_MS = 10_000
/** The wait before each retry: a busy node answers 429 or 500, or cuts its answer off. */
const RETRY_MS = [100, 300, 900]

/** The time-out of one call over a real socket, which takes real time, however fast the clock runs. */
export const callTimeout = (ms: number): AbortSignal => AbortSignal.timeout(ms)

export type Ask = ReturnType<typeof createAsk>

/** Whether another endpoint can be called in place of this one: a call within then ends with its first failure. */
const failover = new AsyncLocalStorage<() => boolean>()
export const withFailover = <T>(canGoOn: () => boolean, call: () => Promise<T>): Promise<T> =>
  failover.run(canGoOn, call)

/** The kind of failure, if the node answered. */
const answers = new WeakMap<Fault, CallFailure>()
/** An answer that every endpoint would give: no other one is called. */
export const isAnswer = (fault: Fault): boolean => answers.get(fault) === 'answer'
/** A refusal of the call itself, which says nothing about its subject. */
export const isRefused = (error: unknown): boolean => isFault(error) && answers.get(error) === 'refused'

/** Reads are retried when no answer came; calls that change something are made once. */
export function createAsk({ clock, log, health }: { clock: Clock; log: Log; health: EndpointHealth }) {
  /** Only for reads. Throws chain_away after the last try, whatever the reason. */
  async function ask<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const signal = AbortSignal.timeout(CALL_TIMEOUT_MS)
    const until = clock.monotonic() + CALL_TIMEOUT_MS
    const canGoOn = failover.getStore()
    // Creating an error captures its stack, which costs more than the rest of a call: only if one may be thrown.
    if (health.requestedRestMs() > 0) await waitForRetry(new Fault('chain_away'), 0)
    for (let tries = 0; ; tries++) {
      try {
        return await call(signal)
      } catch (error) {
        const fault = toFault(error)
        const wait = RETRY_MS[tries]
        if (fault.code !== 'chain_away' || isFault(error) || wait === undefined) throw fault
        if (isAnswer(fault) || isRefused(fault) || canGoOn?.()) throw fault
        // Randomised, so that calls that failed together do not return together.
        await waitForRetry(fault, wait * (0.5 + Math.random()))
      }
    }

    /** Waits at least this long, and as long as the endpoint has demanded. Throws if no time is left after it. */
    async function waitForRetry(fault: Fault, leastMs: number): Promise<void> {
      const ms = Math.max(leastMs, health.requestedRestMs())
      if (ms === 0) return
      if (clock.monotonic() + ms >= until) throw fault
      await clock.sleep(ms, signal)
      if (signal.aborted) throw fault
    }
  }

  /** For reads that are too costly to be repeated. */
  async function askOnce<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    try {
      return await call(AbortSignal.timeout(CALL_TIMEOUT_MS))
    } catch (error) {
      throw toFault(error)
    }
  }

  /** For calls that may take effect although no answer came. Throws chain_refused if the node refuses. */
  const changeOnce = <T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    askOnce((signal) =>
      call(signal).catch((error: unknown) => {
        if (!isInvalidParams(error)) throw error
        throw new Fault('chain_refused', { code: 'invalid_params', detail: getMessage(error) })
      }),
    )

  function toFault(error: unknown): Fault {
    if (isFault(error)) return error
    const failure = classifyFailure(error)
    const isNew = failure === 'refused' && !health.isRefusing()
    log[isNew ? 'warn' : 'debug'](describe(error), 'a call to the chain failed')
    if (failure === 'refused') health.refused()
    const fault = new Fault('chain_away')
    answers.set(fault, failure)
    return fault
  }

  return { ask, askOnce, changeOnce }
}
