/**
 * Calls over HTTPS. The address is checked three times: one in the URL before anything is opened, those of a name in
 * the look-up that the socket itself makes, and the one that the socket is connected to. So a name that resolves to
 * another address the next time reaches nothing. No proxy is used, and no connection is kept.
 */
import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { after, type Clock, systemClock } from '../../kernel/clock.ts'
import type { AddressRefusal, Outbound, OutboundFailure } from '../../ports/outbound.ts'
import { isLoopbackAddress, isPermitted, type Reach } from './permitted.ts'

export type ResolveNames = (
  name: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export type OutboundParts = Reach & {
  clock?: Clock
  resolve?: ResolveNames
  /** Trusted instead of the usual certificate authorities. */
  ca?: string
}

const TIMEOUT_MS = 10_000
/** Named, so that no version of Node uses the environment's in its place. */
const NO_PROXY = {}
const ANSWER_BYTES = 65_536
/** Codes of TLS that concern the certificate. All others count as no answer. */
const CERTIFICATE =
  /^(CERT_|ERR_TLS_CERT|ERR_SSL|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/

const bySystem: ResolveNames = (name, done) => systemLookup(name, { all: true }, done)
/** Without the brackets of IPv6. */
const getHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')
const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/.test(host)

export function createOutbound(parts: OutboundParts): Outbound {
  const { exposed, clock = systemClock, resolve = bySystem, ca } = parts

  /** Plain HTTP reaches this machine and no other. */
  const permits = (url: URL, address: string): boolean =>
    isPermitted(address, { exposed }) && (url.protocol === 'https:' || isLoopbackAddress(address))

  function judge(url: URL): AddressRefusal | null {
    const host = getHost(url)
    if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'not_https'
    if (host === '') return 'no_url'
    if (url.username !== '' || url.password !== '') return 'with_credentials'
    if (url.protocol === 'http:' && (exposed || !(isLocalName(host) || isLoopbackAddress(host))))
      return 'not_https'
    const isRefused = isIP(host) > 0 ? !permits(url, host) : exposed && isLocalName(host)
    return isRefused ? 'private_address' : null
  }

  /** Gives the permitted addresses of a name to the socket, which connects to one of them and to no other. */
  const createLookup =
    (url: URL): LookupFunction =>
    (name, options, done) =>
      resolve(name, (error, found) => {
        const permitted = error ? [] : found.filter(({ address }) => permits(url, address))
        const [first] = permitted
        if (!first) done(error ?? new Error('no permitted address'), [])
        else if (options.all) done(null, permitted)
        else done(null, first.address, first.family)
      })

  function open(url: URL, headers: Record<string, string | number>, signal: AbortSignal): ClientRequest {
    const options = { method: 'POST', headers, signal, lookup: createLookup(url) }
    // Agents of their own: the global ones keep connections, and may go through a proxy that the environment names.
    if (url.protocol === 'http:')
      return requestHttp(url, { ...options, agent: new HttpAgent({ proxyEnv: NO_PROXY }) })
    return requestHttps(url, {
      ...options,
      agent: new HttpsAgent({ proxyEnv: NO_PROXY, maxCachedSessions: 0 }),
      rejectUnauthorized: true,
      ...(ca === undefined ? {} : { ca }),
    })
  }

  return {
    refusal: (text) => (URL.canParse(text) ? judge(new URL(text)) : 'no_url'),

    async post({ url: text, headers, body }, signal) {
      const url = URL.canParse(text) ? new URL(text) : null
      if (url === null || judge(url) !== null) return { failure: 'no_answer' }
      const ended = new AbortController()
      const cancelTimeout = after(clock, TIMEOUT_MS, () => ended.abort())
      try {
        const all = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' }
        const request = open(url, all, AbortSignal.any([signal, ended.signal]))
        const outcome = await exchange(request, body, (address) => permits(url, address))
        signal.throwIfAborted()
        return outcome
      } finally {
        cancelTimeout()
        ended.abort()
      }
    },
  }
}

const classifyFailure = (error: Error): OutboundFailure =>
  'code' in error && typeof error.code === 'string' && CERTIFICATE.test(error.code)
    ? 'certificate'
    : 'no_answer'

/** Never rejects. A status counts once its headers have arrived, whatever happens to the rest. */
function exchange(
  request: ClientRequest,
  body: string,
  permits: (address: string) => boolean,
): Promise<{ status: number } | { failure: OutboundFailure }> {
  return new Promise((resolve) => {
    let answered = false
    request.on('error', (error) => {
      if (!answered) resolve({ failure: classifyFailure(error) })
    })
    request.on('close', () => {
      if (!answered) resolve({ failure: 'no_answer' })
    })
    request.on('socket', (socket: Socket) => {
      // Registered before the request is written: data that waits for the connection is sent after this.
      socket.prependOnceListener('connect', () => {
        if (!permits(socket.remoteAddress ?? '')) socket.destroy(new Error('no permitted address'))
      })
    })
    request.on('response', (answer) => {
      answered = true
      void drop(answer).then(resolve)
    })
    request.end(body)
  })
}

/** Reads the answer's body up to the limit, and discards it. */
async function drop(answer: IncomingMessage): Promise<{ status: number }> {
  const status = answer.statusCode ?? 0
  let bytes = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > ANSWER_BYTES) break
    }
  } catch {
    // It has answered all the same.
  }
  answer.destroy()
  return { status }
}
