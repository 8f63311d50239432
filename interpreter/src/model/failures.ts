/** The meaning of an endpoint's error. Nothing of its text goes further: providers repeat keys and prompts in it. */
import type { ParseFailure } from '@purser/contract/agents/parse-failures.ts'

/** `again`: another attempt is safe and may help. `plain`: the endpoint takes no schema, request plain JSON. */
export type Failed = {
  failure: ParseFailure
  again?: boolean
  plain?: boolean
  retryAfterMs?: number
  status?: number
}

const NO_CREDIT = /insufficient[_ ]quota|billing|credit|payment|exceeded your current quota/i
const TOO_LONG =
  /context[_ ]length|maximum context|too many tokens|prompt is too long|string_above_max|too large/i
const DECLINED = /content[_ ]filter|content[_ ]policy|responsible[_ ]?ai|safety/i
const NO_SCHEMA = /response_format|json_schema|structured output/i
const NO_MODEL = /model[_ ]not[_ ]found|unknown model|does not exist|no such model|invalid model/i
const BUSY = /rate[_ ]limit|overloaded|too many requests/i

/** The parts of an error that tell its kind. Endpoints disagree about its shape. */
export function errorWords(text: string): string {
  try {
    const body = JSON.parse(text) as unknown
    const one = Array.isArray(body) ? (body[0] as unknown) : body
    const error = (one as { error?: unknown } | null)?.error ?? one
    if (typeof error === 'string') return error
    const { code, type, message } = (error ?? {}) as Record<string, unknown>
    return [code, type, message].filter((part) => typeof part === 'string').join(' ')
  } catch {
    return text
  }
}

/** Parses seconds or a date; undefined if it is unusable. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (!header) return undefined
  const seconds = /^\d{1,6}(\.\d+)?$/.test(header.trim()) ? Number(header) : undefined
  const ms = seconds === undefined ? Date.parse(header) - now : seconds * 1_000
  return Number.isNaN(ms) ? undefined : Math.max(0, Math.ceil(ms))
}

export function toFailure(status: number, words: string, retryAfter?: number): Failed {
  const wait = retryAfter === undefined ? {} : { retryAfterMs: retryAfter }
  const of = (failure: ParseFailure, more: Partial<Failed> = {}): Failed => ({ failure, status, ...more })
  if (status === 402 || (status === 429 && NO_CREDIT.test(words))) return of('no_credit')
  if (status === 429) return of('busy', { again: true, ...wait })
  if (status === 401 || status === 403) return of('bad_key')
  if (status === 413 || (status < 500 && TOO_LONG.test(words))) return of('too_long')
  if (status === 404 || (status < 500 && NO_MODEL.test(words)) || (status >= 300 && status < 400))
    return of('not_available')
  if (status === 408) return of('away', { again: true })
  if (status < 500 && DECLINED.test(words)) return of('declined')
  if (status < 500 && NO_SCHEMA.test(words)) return of('unexpected', { plain: true })
  if (status === 500) return of('internal', { again: true, ...wait })
  if (status > 500) return of('away', { again: true, ...wait })
  return of('unexpected')
}

/** An error in the middle of a stream, where there is no status any more. */
export function failureInStream(words: string): Failed {
  if (NO_CREDIT.test(words)) return { failure: 'no_credit' }
  if (BUSY.test(words)) return { failure: 'busy', again: true }
  if (TOO_LONG.test(words)) return { failure: 'too_long' }
  if (DECLINED.test(words)) return { failure: 'declined' }
  return { failure: 'internal', again: true }
}
