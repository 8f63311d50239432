/** Calls the endpoints of the contract: bearer token, timeout, retries, one Idempotency-Key per call. */
import { buildPath, type Endpoint, type FileAnswer } from '@purser/contract/endpoint.ts'
import { SESSION_ENDED_SENTENCE } from '@purser/contract/fault-texts.ts'
import { HTTP_TIMEOUT_MS } from '@purser/contract/limits.ts'
import { BUILD_HEADER } from '@purser/contract/system.ts'
import type * as z from 'zod/mini'
import { reportBuild } from './build.ts'
import { reportAnswer, reportFailure } from './connection.ts'
import { WireFault, faultOf, serverDown } from './fault.ts'
import { newKey } from './idempotency.ts'
import { mayRetry, ordinary, pause, retryDelay, type RetryRule } from './retry.ts'
import { endSession, followTabs, token } from './session.ts'

type BodyOf<E extends Endpoint> = z.input<NonNullable<E['body']>>
type QueryOf<E extends Endpoint> = z.input<NonNullable<E['query']>>
export type AnswerOf<E extends Endpoint> = z.output<E['answer']>

export type CallOptions<E extends Endpoint> = {
  params?: Record<string, string | number>
  body?: BodyOf<E>
  query?: QueryOf<E>
  /** One idempotency key per confirmation by the user; without it the call makes its own for its retries. */
  key?: string
  retry?: RetryRule
  /** The longest that an answer may take; 300 s by default. */
  timeoutMs?: number
  signal?: AbortSignal
}

/**
 * Returns the validated answer, or throws a WireFault. A 401 ends the session, except on the sign-in calls. A call
 * belongs to the session that it began in: once that is over it is not sent again, and its answer is dropped.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<AnswerOf<E>> {
  const rule = options.retry ?? ordinary
  followTabs()
  const bearer = token()
  const request = requestOf(endpoint, options)
  for (let attempt = 0; ; attempt++) {
    try {
      return (await once(endpoint, request, { ...options, bearer })) as AnswerOf<E>
    } catch (error) {
      if (!(error instanceof WireFault) || options.signal?.aborted) throw error
      if (!mayRetry(rule, attempt, error.status)) throw error
      await pause(retryDelay(rule, attempt, Math.random()), options.signal)
      requireSession(endpoint, bearer)
    }
  }
}

function requireSession({ access }: Endpoint, bearer: string | null): void {
  if (access === 'session' && token() !== bearer)
    throw new WireFault('no_session', 401, SESSION_ENDED_SENTENCE)
}

type Request = { url: string; init: RequestInit }

function requestOf<E extends Endpoint>(endpoint: E, options: CallOptions<E>): Request {
  const headers: Record<string, string> = { accept: 'application/json' }
  const bearer = token()
  if (endpoint.access === 'session' && bearer !== null) headers.authorization = `Bearer ${bearer}`
  if (endpoint.method !== 'GET' && endpoint.idempotent !== false)
    headers['idempotency-key'] = options.key ?? newKey()
  const init: RequestInit = { method: endpoint.method, headers, cache: 'no-store' }
  if (options.body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(options.body)
  }
  const query = new URLSearchParams()
  const parameters: Record<string, string | number | undefined> = options.query ?? {}
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined) query.set(name, String(value))
  }
  const search = query.size > 0 ? `?${query}` : ''
  return { url: `/api${buildPath(endpoint.path, options.params)}${search}`, init }
}

type Attempt = Pick<CallOptions<Endpoint>, 'signal' | 'timeoutMs'> & { bearer: string | null }

async function once(
  endpoint: Endpoint,
  { url, init }: Request,
  { signal, timeoutMs = HTTP_TIMEOUT_MS, bearer }: Attempt,
): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs)
  let answer: Response
  let body: unknown
  try {
    answer = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
    body = await (answer.ok && endpoint.file ? fileOf(answer) : answer.json().catch(() => undefined))
  } catch (error) {
    // An aborted call says nothing about the server.
    if (signal?.aborted) throw error
    reportFailure()
    throw serverDown(0)
  }
  if (answer.status === 503) {
    reportFailure()
    throw serverDown(503)
  }
  reportAnswer()
  reportBuild(answer.headers.get(BUILD_HEADER))
  requireSession(endpoint, bearer)
  if (answer.status === 401 && endpoint.access === 'session') endSession(bearer)
  if (!answer.ok) {
    const fault = faultOf(answer.status, body, endpoint.failure)
    const wait = Number(answer.headers.get('retry-after') ?? Number.NaN)
    fault.retryAfterSeconds = wait > 0 ? wait : undefined
    throw fault
  }
  const parsed = endpoint.answer.safeParse(body)
  if (parsed.success) return parsed.data
  throw faultOf(answer.status, body, endpoint.failure)
}

/** The bytes of a file and its name. */
async function fileOf(answer: Response): Promise<FileAnswer> {
  const named = /filename="?([^";]+)/.exec(answer.headers.get('content-disposition') ?? '')
  return { filename: named?.[1] ?? 'download', bytes: new Uint8Array(await answer.arrayBuffer()) }
}
