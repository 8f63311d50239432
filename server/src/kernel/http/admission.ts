/**
 * Authentication and rate limits, before a body is read. Requests of a valid session count against the session, all
 * others against the client's address, whatever token or path they send: a stranger cannot use up another's limit.
 */
import { createHash } from 'node:crypto'
import { REQUESTS_PER_MINUTE } from '@purser/contract/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Fault } from '../fault.ts'
import { createLimits, type LimitParts } from './request-limits.ts'
import { withPrecedence } from './precedence.ts'
import { createSemaphore } from '../concurrency/semaphore.ts'

export type Caller = { userId: number; sessionId: string }
export type Credentials = { token?: string; ticket?: string }
/** null: no such session, or the ticket was used or has expired. `client`: the address of the request. */
export type Authenticate = (credentials: Credentials, client: string) => Promise<Caller | null>

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes and channels that look up the session; null without a valid one. */
    caller: Caller | null
    /** A lookup of the session that is in progress: nothing is answered before it. null: it has ended. */
    lookup: Promise<Caller | null> | null
    /** The bearer token of the request. */
    token: string | null
  }
  interface FastifyContextConfig {
    /** The place of the session's credentials: the header, or for a channel the query. */
    signedIn?: 'header' | 'query'
    /** The route only reads: if the session was valid before, it is looked up while the answer is read. */
    reads?: boolean
  }
}

/** More than the specification promises, so that no honest session reaches it. */
const LIMIT_PER_MINUTE = REQUESTS_PER_MINUTE * 4
/** The limit per client for the console's files, health checks and unknown paths. */
const FILES_PER_MINUTE = REQUESTS_PER_MINUTE * 10
/** Concurrent lookups of unknown tokens: a flood of them does not slow down known sessions. */
const CONCURRENT_LOOKUPS = 4
const QUEUED_LOOKUPS = 10_000
/** Recently valid tokens, whose lookups do not queue. */
const KNOWN_TOKENS = 10_000
/** A larger body of a refused request is not read: the connection is closed instead. */
const MAX_DRAINED_BODY_BYTES = 65_536

const getBearer = (request: FastifyRequest): string | null =>
  /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? null

export async function admit(
  app: FastifyInstance,
  { authenticate, ...parts }: { authenticate: Authenticate } & LimitParts,
): Promise<void> {
  const limiter = await createLimits(app, parts)
  const apiLimit = limiter('ask', LIMIT_PER_MINUTE)
  const fileLimit = limiter('read', FILES_PER_MINUTE)
  const { identify, recall } = queueUnknown(authenticate)
  app.decorateRequest('caller', null)
  app.decorateRequest('lookup', null)
  app.decorateRequest('token', null)

  app.addHook('onRequest', async (request, reply) => {
    const { signedIn, reads = false } = request.routeOptions.config
    if (signedIn === 'header') request.token = getBearer(request)
    const credentials =
      signedIn === 'query'
        ? getCredentials(request)
        : request.token === null
          ? null
          : { token: request.token }
    const known = reads && credentials ? recall(credentials) : undefined
    const lookup = credentials && identify(credentials, request.ip)
    if (known) {
      request.lookup = lookup
      // It may be refused before anybody waits for it.
      lookup?.catch(() => undefined)
    }
    request.caller = known ?? (await lookup)
    // Decided by the matched route: a path can be written in many ways.
    const isApi = signedIn !== undefined || /^\/(api|metrics)\b/.test(request.routeOptions.url ?? '')
    const count = await (isApi ? apiLimit : fileLimit)(request)
    if (count.isAllowed || !count.isExceeded) return
    refuseBody(request, reply)
    throw new Fault('too_many_requests', { retryAfterSeconds: Math.max(1, count.ttlInSeconds) })
  })
}

/** The credentials of a request that opens a channel. */
function getCredentials(request: FastifyRequest): Credentials | null {
  const { token, ticket } = request.query as Record<string, unknown>
  if (typeof ticket === 'string' && ticket !== '') return { ticket }
  return typeof token === 'string' && token !== '' ? { token } : null
}

/** Closes the connection of a refused request instead of receiving its whole body. */
export function refuseBody(
  request: FastifyRequest,
  reply: { header(name: string, value: string): unknown },
): void {
  const { headers } = request
  const length = Number(headers['content-length'] ?? 0)
  if (headers['transfer-encoding'] !== undefined || !(length <= MAX_DRAINED_BODY_BYTES))
    reply.header('connection', 'close')
}

/** `recall`: the session's caller at the last lookup. A token never changes hands. */
function queueUnknown(authenticate: Authenticate): {
  identify: Authenticate
  recall: (credentials: Credentials) => Caller | undefined
} {
  const known = new Map<string, Caller>()
  const lookups = createSemaphore(CONCURRENT_LOOKUPS)
  const never = new AbortController().signal
  let waiting = 0

  async function identify(credentials: Credentials, client: string): Promise<Caller | null> {
    const hash = hashCredentials(credentials)
    if (known.has(hash)) {
      const caller = await withPrecedence(() => authenticate(credentials, client))
      if (!caller) known.delete(hash)
      return caller
    }
    if (waiting >= QUEUED_LOOKUPS) throw new Fault('too_many_requests', { retryAfterSeconds: 1 })
    waiting++
    const release = await lookups.acquire(never)
    try {
      const caller = await authenticate(credentials, client)
      if (caller && credentials.token) {
        known.set(hash, caller)
        for (const oldest of known.keys()) if (known.size > KNOWN_TOKENS) known.delete(oldest)
      }
      return caller
    } finally {
      waiting--
      release?.()
    }
  }
  return { identify, recall: (credentials) => known.get(hashCredentials(credentials)) }
}

const hashCredentials = ({ token, ticket }: Credentials): string =>
  createHash('sha256')
    .update(ticket ?? token ?? '')
    .digest('base64url')
