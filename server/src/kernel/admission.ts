/**
 * Who asks, and whether they ask too often: settled before a body is read. A session counts for itself, and only one that
 * was found valid; everybody else counts for the client's address, whatever token they bring and however they write the
 * path. So a stranger opens no counters but their own, and uses up nobody else's.
 */
import { createHash } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import { REQUESTS_PER_MINUTE } from '@purser/contract/limits.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Redis } from 'ioredis'
import { clientOf } from './client-address.ts'
import { Fault } from './fault.ts'
import { createSemaphore } from './semaphore.ts'

/** Who asks. */
export type Caller = { userId: number; sessionId: string }
export type Credentials = { token?: string; ticket?: string }
/** null: no such session, or the ticket was used or is too old. `client` is the address that it is used from. */
export type Authenticate = (credentials: Credentials, client: string) => Promise<Caller | null>

declare module 'fastify' {
  interface FastifyRequest {
    /** null: nobody is signed in here. Looked up on routes and channels that may need a session. */
    caller: Caller | null
    /** The bearer token as it was sent. */
    token: string | null
  }
  interface FastifyContextConfig {
    /** The session is looked up: from the header, or on a channel from the query. */
    signedIn?: 'header' | 'query'
  }
}

/** Room above what the specification promises, so that no honest session meets it. */
const LIMIT_PER_MINUTE = REQUESTS_PER_MINUTE * 4
/** Of the console's files, health and what does not exist, by client. */
const FILES_PER_MINUTE = REQUESTS_PER_MINUTE * 10
/** Tokens not met before are looked up so many at once, so that a flood of them holds up no session that is known. */
const LOOKUPS_AT_ONCE = 4
const LOOKUPS_WAITING = 10_000
/** Tokens that were found valid lately and need not wait; each is looked up all the same. */
const KNOWN_TOKENS = 10_000
/** A body that is still on its way is not waited for when its request is refused. */
const BODY_TO_DRAIN_BYTES = 65_536

const bearerOf = (request: FastifyRequest): string | null =>
  /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? null

export async function admit(
  app: FastifyInstance,
  { authenticate, redis }: { authenticate: Authenticate; redis: Redis | null },
): Promise<void> {
  // A store that is away must not keep everybody out.
  await app.register(rateLimit, { global: false, skipOnError: true, ...(redis ? { redis } : {}) })
  const limiter = (kind: string, max: number) =>
    app.createRateLimit({
      max,
      timeWindow: '1 minute',
      keyGenerator: (request) => `${kind}:${request.caller?.sessionId ?? clientOf(request.ip)}`,
    })
  const asks = limiter('ask', LIMIT_PER_MINUTE)
  const reads = limiter('read', FILES_PER_MINUTE)
  const identify = lookUp(authenticate)
  app.decorateRequest('caller', null)
  app.decorateRequest('token', null)

  app.addHook('onRequest', async (request, reply) => {
    const { signedIn } = request.routeOptions.config
    if (signedIn === 'header') request.token = bearerOf(request)
    const credentials =
      signedIn === 'query' ? credentialsOf(request) : request.token === null ? null : { token: request.token }
    request.caller = credentials && (await identify(credentials, request.ip))
    // By where it was routed to: a path can be written in many ways.
    const isApi = signedIn !== undefined || /^\/(api|metrics)\b/.test(request.routeOptions.url ?? '')
    const count = await (isApi ? asks : reads)(request)
    if (count.isAllowed || !count.isExceeded) return
    refuseBody(request, reply)
    throw new Fault('too_many_requests', { retryAfterSeconds: Math.max(1, count.ttlInSeconds) })
  })
}

/** A channel that is opened; other requests to its path are none. */
function credentialsOf(request: FastifyRequest): Credentials | null {
  const { token, ticket } = request.query as Record<string, unknown>
  if (typeof ticket === 'string' && ticket !== '') return { ticket }
  return typeof token === 'string' && token !== '' ? { token } : null
}

/** What was refused before its body came ends the connection, rather than have the whole body sent. */
export function refuseBody(
  request: FastifyRequest,
  reply: { header(name: string, value: string): unknown },
): void {
  const { headers } = request
  const length = Number(headers['content-length'] ?? 0)
  if (headers['transfer-encoding'] !== undefined || !(length <= BODY_TO_DRAIN_BYTES))
    reply.header('connection', 'close')
}

function lookUp(authenticate: Authenticate): Authenticate {
  const known = new Set<string>()
  const slots = createSemaphore(LOOKUPS_AT_ONCE)
  const always = new AbortController().signal
  let waiting = 0
  return async (credentials, client) => {
    const { token, ticket } = credentials
    const name = createHash('sha256')
      .update(ticket ?? token ?? '')
      .digest('base64url')
    if (known.has(name)) {
      const caller = await authenticate(credentials, client)
      if (!caller) known.delete(name)
      return caller
    }
    if (waiting >= LOOKUPS_WAITING) throw new Fault('too_many_requests', { retryAfterSeconds: 1 })
    waiting++
    const free = await slots.take(always)
    try {
      const caller = await authenticate(credentials, client)
      if (caller && token) {
        known.add(name)
        for (const oldest of known) if (known.size > KNOWN_TOKENS) known.delete(oldest)
      }
      return caller
    } finally {
      waiting--
      free?.()
    }
  }
}
