/** Answers requests that Node cannot read, in the shape of every error. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Fault, invalid } from '../fault.ts'
import { headersWithoutHook } from './security-headers.ts'

const TOO_LARGE = 'HPE_HEADER_OVERFLOW'
const TOO_SLOW = 'ERR_HTTP_REQUEST_TIMEOUT'

function toFault(code: string | undefined): Fault {
  if (code === TOO_LARGE) return new Fault('too_large')
  return invalid('request', code === TOO_SLOW ? 'did not arrive in time' : 'is not HTTP')
}

/** `secure`: whether the public address is https. The connection ends: the start of the next request is unknown. */
export const answerUnread =
  (secure: boolean) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return
    // Node's own handler checks this: no answer may go out in the middle of an earlier request's answer.
    const { _httpMessage: under } = socket as { _httpMessage?: ServerResponse | null }
    if (socket.writable && !under?.headersSent) socket.write(formatAnswer(toFault(error.code), secure))
    socket.destroy(error)
  }

function formatAnswer(fault: Fault, secure: boolean): string {
  const body = JSON.stringify(fault.toAnswer())
  const headers = {
    ...headersWithoutHook(secure),
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${fault.status} ${REASONS[fault.status] ?? 'Error'}`, ...lines, '', body].join('\r\n')
}
const REASONS: Record<number, string> = { 400: 'Bad Request', 413: 'Payload Too Large' }
