/** The rules by which a call is retried (specification 1, section 7). */
import {
  LOG_RETRIES,
  LOG_RETRY_BASE_MS,
  RETRIES,
  RETRY_BASE_MS,
  RETRY_JITTER_MS,
  SAVE_RETRIES,
  SAVE_RETRY_CAP_MS,
} from '@purser/contract/limits.ts'

/** Up to a second of jitter by default; `capMs` is the longest wait. */
export type RetryRule = { retries: number; baseMs: number; jitterMs?: number; capMs?: number }
export const ordinary: RetryRule = { retries: RETRIES, baseMs: RETRY_BASE_MS }
export const forLogs: RetryRule = { retries: LOG_RETRIES, baseMs: LOG_RETRY_BASE_MS }
/** Saving a chat message: after 1, 2 and 4 s. */
export const forSaves: RetryRule = {
  retries: SAVE_RETRIES,
  baseMs: RETRY_BASE_MS,
  jitterMs: 0,
  capMs: SAVE_RETRY_CAP_MS,
}
export const never: RetryRule = { retries: 0, baseMs: 0 }

/** Milliseconds before the retry after failed attempt number `attempt` (from 0); `random` is in [0, 1). */
export const retryDelay = (rule: RetryRule, attempt: number, random: number) =>
  Math.min(rule.capMs ?? Infinity, rule.baseMs * 2 ** attempt + random * (rule.jitterMs ?? RETRY_JITTER_MS))

/** Only 5xx and network errors (status 0); 401, 403, 404 and other 4xx are final. */
export const mayRetry = (rule: RetryRule, attempt: number, status: number) =>
  attempt < rule.retries && (status === 0 || status >= 500)

/** Resolves after `ms`, or at once when the signal aborts. */
export const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
