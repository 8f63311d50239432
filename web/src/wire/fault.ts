/** The errors that a call throws: the server's fault, or that the server did not answer. */
import { SERVER_DOWN_SENTENCE } from '@purser/contract/fault-texts.ts'
import type { Detail, FaultCode } from '@purser/contract/faults.ts'

/** 'server_down': no answer or a 503. 'bad_answer': an answer that violates the contract. */
export type WireCode = FaultCode | 'server_down' | 'bad_answer'

export class WireFault extends Error {
  readonly code: WireCode
  /** HTTP status, 0 without an answer. */
  readonly status: number
  readonly details: Detail[]
  /** The message of the endpoint, used when the server sent none. */
  readonly failure: string | undefined
  /** From Retry-After. */
  retryAfterSeconds: number | undefined
  constructor(code: WireCode, status: number, message: string, details: Detail[] = [], failure?: string) {
    super(message)
    this.code = code
    this.status = status
    this.details = details
    this.failure = failure
  }
}

export const serverDown = (status: number) => new WireFault('server_down', status, SERVER_DOWN_SENTENCE)
export const isDown = (error: unknown) => error instanceof WireFault && error.code === 'server_down'
/** It was refused for certain: otherwise the requested action may have begun. */
export const isAnswered = (error: unknown) =>
  error instanceof WireFault && error.status > 0 && error.status < 500 && !isDown(error)
export const hasCode = (error: unknown, code: WireCode) => error instanceof WireFault && error.code === code

/** The server's message if there is one, else `fallback`, else that of the endpoint. */
export function sentence(error: unknown, fallback?: string): string {
  const fault = error instanceof WireFault ? error : undefined
  return fault?.message || (fallback ?? fault?.failure ?? 'Unknown error')
}

/** The fault in an error body; a body of another shape becomes a fault without a message. */
export function faultOf(status: number, body: unknown, failure?: string): WireFault {
  if (status === 503) return serverDown(status)
  const answer = (typeof body === 'object' && body !== null ? body : {}) as {
    [field in 'error' | 'message' | 'explanation' | 'code' | 'details']?: unknown
  }
  const said = [answer.error, answer.message, answer.explanation]
  const message = said.find((text): text is string => typeof text === 'string' && text !== '') ?? ''
  const code = typeof answer.code === 'string' ? (answer.code as FaultCode) : 'bad_answer'
  return new WireFault(code, status, message, Array.isArray(answer.details) ? answer.details : [], failure)
}
