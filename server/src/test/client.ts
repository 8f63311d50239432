/** Calls the API like an outside program: over HTTP, with the endpoints of the contract. */
import type { AnswerOf, BodyOf, Endpoint, QueryOf } from '@purser/contract/endpoint.ts'
import { buildPath } from '@purser/contract/endpoint.ts'
import type { FaultAnswer } from '@purser/contract/faults.ts'

export type CallOptions<E extends Endpoint> = {
  token?: string
  params?: Record<string, string | number>
  query?: QueryOf<E>
  body?: BodyOf<E>
  /** A body that the types forbid: for tests of refusals. */
  wrongBody?: unknown
  /** Idempotency-Key. */
  key?: string
  headers?: Record<string, string>
}

export type Answer<E extends Endpoint> = {
  status: number
  headers: Headers
  text: string
  /** Throws when the answer is an error. */
  ok: AnswerOf<E>
  /** Throws when the answer is a success. */
  fault: FaultAnswer
}

export type Call = <E extends Endpoint>(endpoint: E, options?: CallOptions<E>) => Promise<Answer<E>>

export const createClient =
  (url: string): Call =>
  async (endpoint, options = {}) => {
    const { token, params, query, key, headers } = options
    const body = 'wrongBody' in options ? options.wrongBody : options.body
    const search = query ? `?${new URLSearchParams(query as Record<string, string>)}` : ''
    const response = await fetch(`${url}/api${buildPath(endpoint.path, params)}${search}`, {
      method: endpoint.method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { 'idempotency-key': key } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    const { status } = response
    return {
      status,
      headers: response.headers,
      text,
      get ok() {
        if (status >= 400) throw new Error(`${endpoint.method} ${endpoint.path}: ${status} ${text}`)
        return JSON.parse(text)
      },
      get fault() {
        if (status < 400) throw new Error(`${endpoint.method} ${endpoint.path}: ${status} ${text}`)
        return JSON.parse(text) as FaultAnswer
      },
    }
  }
