/**
 * The one HTTP boundary: parses requests, requires a session, makes keyed requests idempotent, and turns every error into
 * an answer of the fault table. Nothing below it knows HTTP.
 */
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type {
  AnswerOf,
  BodyIn,
  Endpoint,
  FileAnswer,
  QueryIn,
  StreamedFile,
} from '@purser/contract/endpoint.ts'
import { FaultAnswer } from '@purser/contract/faults.ts'
import { BODY_LIMIT_BYTES, PUBLIC_BODY_LIMIT_BYTES } from '@purser/contract/limits.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Db, isDatabaseAway } from '../../db/client.ts'
import { type Caller, refuseBody } from './admission.ts'
import { deviceName } from './device-name.ts'
import { Fault, invalid, isFault } from '../fault.ts'
import type { Idempotency, KeyedRequest } from './idempotency.ts'
import { describe, type Log } from '../log.ts'
import { toOriginKey, toRoute } from './origin.ts'
import { withPrecedence } from './precedence.ts'
import { read, checkShape } from './validation.ts'

export type { Caller }

export type Call<E extends Endpoint> = {
  /** Present on every endpoint with access 'session'. */
  caller: Caller
  params: Record<string, string>
  body: BodyIn<E>
  query: QueryIn<E>
  /** For audit and limits. */
  client: string
  /** The client program, such as 'Firefox on Linux'; for audit. */
  device: string
  token: string | null
  /** Unique to this request and user, and the same on every retry with its key: funds move under it. */
  originKey: string
  /** A transaction when the route is atomic: it commits together with the stored answer. */
  db: Db
}

/** The raw request is only for the few routes of the server itself that read headers. */
type Handle<E extends Endpoint> = (call: Call<E>, request: FastifyRequest) => Promise<AnswerOf<E>>

export type ServeOptions<E extends Endpoint> = {
  /** The handler changes nothing but the database: it runs in one transaction with its stored answer. */
  atomic?: boolean
  /** For secret answers: what is stored in place of the answer, and how a repeated request is answered from that. */
  remember?: (answer: AnswerOf<E>) => unknown
  recall?: (stored: never, call: Call<E>) => Promise<AnswerOf<E>>
  /** Runs before the transaction, and not for a repeated request; throws if the request is not allowed. */
  allow?: (call: Call<E>) => Promise<void>
  /** The handler counts requests, or its answer may be changed by the lookup of the session: it runs after that. */
  afterLookup?: boolean
  /** For endpoints that also answer previews: 200 instead of their own status. */
  isPreview?: (answer: AnswerOf<E>) => boolean
  /** Awaited before every success, repeated ones too: resolves when commits survive a power loss. */
  settled?: () => Promise<void>
}

export type Router = {
  serve<E extends Endpoint>(endpoint: E, handle: Handle<E>, options?: ServeOptions<E>): void
}

export type RouterParts = {
  app: FastifyInstance
  db: Db
  idempotency: Idempotency
  /** Every endpoint served, for the table of routes. */
  served: Endpoint[]
}

const KeyHeader = z.object({ 'idempotency-key': z.optional(z.string().check(z.maxLength(200))) })
const KEY = /^[\x21-\x7e]{1,200}$/

function readIdempotencyKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY.test(key))
    throw invalid('Idempotency-Key', 'must be 1 to 200 visible characters')
  return key
}

export function createRouter(parts: RouterParts): Router {
  return {
    serve(endpoint, handle, options = {}) {
      parts.served.push(endpoint)
      parts.app.route({
        method: endpoint.method,
        url: `/api${endpoint.path}`,
        schema: {
          summary: endpoint.summary,
          tags: [endpoint.path.split('/')[1] ?? ''],
          ...(endpoint.access === 'session' ? { security: [{ bearer: [] }] } : {}),
          ...(endpoint.body ? { body: endpoint.body } : {}),
          ...(endpoint.query ? { querystring: endpoint.query } : {}),
          ...(endpoint.method !== 'GET' && endpoint.idempotent !== false ? { headers: KeyHeader } : {}),
          response: {
            ...(endpoint.file ? {} : { [endpoint.status ?? 200]: endpoint.answer }),
            '4xx': FaultAnswer,
            '5xx': FaultAnswer,
          },
        },
        // Validated in `answer`, after authentication: a stranger learns nothing about valid input.
        validatorCompiler: () => (value) => ({ value }),
        config: { signedIn: 'header', reads: onlyReads(endpoint, options) },
        bodyLimit:
          endpoint.bodyBytes ?? (endpoint.access === 'session' ? BODY_LIMIT_BYTES : PUBLIC_BODY_LIMIT_BYTES),
        // Runs before the body is read.
        onRequest: async (request, reply) => {
          if (endpoint.access !== 'session' || request.caller !== null) return
          refuseBody(request, reply)
          throw new Fault('no_session')
        },
        handler: (request, reply) => {
          const run = () => answer(parts, endpoint, handle, options, request, reply)
          // A change of state may take minutes, and nobody waits for each of its steps.
          if (endpoint.method !== 'GET' || request.caller === null) return run()
          return withPrecedence(async () => {
            try {
              return await run()
            } catch (error) {
              // The reason stays in the log: nobody else learns why it failed.
              await lookedUp(request)
              throw error
            }
          })
        },
      })
    },
  }
}

/** Such a read loses and counts nothing if the session turns out to have ended. */
const onlyReads = <E extends Endpoint>(endpoint: E, options: ServeOptions<E>): boolean =>
  endpoint.method === 'GET' &&
  endpoint.access === 'session' &&
  !endpoint.file &&
  !endpoint.download &&
  !endpoint.secret &&
  !options.allow &&
  !options.atomic &&
  !options.afterLookup

/** Runs before a reader gets any answer: throws if the session has ended meanwhile. */
async function lookedUp({ lookup }: FastifyRequest): Promise<void> {
  if (lookup !== null && (await lookup) === null) throw new Fault('no_session')
}

async function answer<E extends Endpoint>(
  parts: RouterParts,
  endpoint: E,
  handle: Handle<E>,
  options: ServeOptions<E>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  if (endpoint.secret) reply.header('cache-control', 'no-store')
  const { caller, token } = request
  const params = request.params as Record<string, string>
  // PostgreSQL text holds no null characters, so nothing has such a name.
  if (Object.values(params).some((value) => value.includes('\0'))) throw new Fault('route_not_found')
  const keyed = endpoint.method !== 'GET' && endpoint.idempotent !== false && caller !== null
  const key = keyed ? readIdempotencyKey(request) : null
  const route = toRoute(endpoint, params)
  const call = {
    caller: caller as Caller,
    params,
    body: readBody(endpoint, request.body) as BodyIn<E>,
    query: (endpoint.query ? read(endpoint.query, request.query, 'query') : undefined) as QueryIn<E>,
    client: request.ip,
    device: deviceName(request.headers['user-agent']),
    token,
    originKey: toOriginKey(caller?.userId ?? 0, route, key),
    db: parts.db,
  }
  const chooseStatus = (result: AnswerOf<E>) => (options.isPreview?.(result) ? 200 : (endpoint.status ?? 200))
  if (endpoint.file) return sendFile(reply, endpoint.file, (await handle(call, request)) as FileAnswer)
  if (key === null || caller === null) {
    await options.allow?.(call)
    const result = await (options.atomic
      ? parts.db.transaction((tx) => handle({ ...call, db: tx }, request))
      : handle(call, request))
    await lookedUp(request)
    if (endpoint.download && isFile(result)) return sendFile(reply, endpoint.download, result)
    await options.settled?.()
    return reply.code(chooseStatus(result)).send(result)
  }
  const keyedRequest: KeyedRequest = {
    userId: caller.userId,
    route,
    key,
    body: getContent(request),
  }
  const first = await parts.idempotency.begin(keyedRequest)
  if (first) {
    await options.settled?.()
    const again = options.recall ? await options.recall(first.answer as never, call) : first.answer
    return reply.code(first.status).header('idempotent-replay', 'true').send(again)
  }
  const run = async (db: Db) => {
    const result = await handle({ ...call, db }, request)
    if (endpoint.secret && !options.remember)
      throw new Error(`${endpoint.path} answers a secret but does not say what to remember`)
    await parts.idempotency.store(db, keyedRequest, {
      status: chooseStatus(result),
      answer: options.remember ? options.remember(result) : result,
    })
    return result
  }
  try {
    await options.allow?.(call)
    const result = await (options.atomic ? parts.db.transaction(run) : run(parts.db))
    await options.settled?.()
    return reply.code(chooseStatus(result)).send(result)
  } catch (error) {
    // Nothing happened, or its effects are keyed by origin: the user may retry with the same key. A failure here must
    // not hide the error; the next attempt finds that no request works on the key.
    await parts.idempotency.release(keyedRequest).catch(() => undefined)
    throw error
  } finally {
    parts.idempotency.ended(keyedRequest)
  }
}

const isFile = (result: unknown): result is FileAnswer | StreamedFile =>
  result instanceof Object &&
  (('bytes' in result && result.bytes instanceof Uint8Array) || ('chunks' in result && 'filename' in result))
/** The parts that must be equal in a repeated request. */
function getContent({ body, query }: FastifyRequest): unknown {
  const params = query as Record<string, unknown>
  return Object.keys(params).length === 0 ? (body ?? null) : { query: { ...params }, body: body ?? null }
}

/** A body that the endpoint does not read is still hashed with the key, so its shape is checked too. */
function readBody(endpoint: Endpoint, body: unknown): unknown {
  if (endpoint.body) return read(endpoint.body, body ?? undefined)
  checkShape(body ?? null, 'body')
  return undefined
}

/** Files are only read: they need no idempotency key. */
function sendFile(reply: FastifyReply, type: string, file: FileAnswer | StreamedFile): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${file.filename}"`)
    .send('bytes' in file ? Buffer.from(file.bytes) : Readable.from(file.chunks, { objectMode: false }))
}

const fastifyCodes: Record<string, () => Fault> = {
  FST_ERR_CTP_INVALID_JSON_BODY: () => invalid('body', 'must be JSON'),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => invalid('body', 'must be JSON'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => invalid('content-type', 'must be application/json'),
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Fault('too_large'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => invalid('body', 'does not match its declared length'),
  FST_ERR_BAD_URL: () => new Fault('route_not_found'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Fault('route_not_found'),
  // A path with dots, double slashes or null characters.
  FST_STATIC_FORBIDDEN_PATH: () => new Fault('route_not_found'),
}

/** The Fault that answers this error; an unexpected one is logged with its reference. */
export function toFault(error: unknown, log: Log, where: object): Fault {
  if (isFault(error)) return error
  const known = fastifyCodes[(error as { code?: string } | null)?.code ?? '']
  if (known) return known()
  if (error instanceof SyntaxError) return invalid('body', 'must be JSON')
  if (isDatabaseAway(error)) {
    log.error({ ...where, ...describe(error) }, 'the database is unavailable')
    return new Fault('database_away')
  }
  const reference = randomUUID()
  log.error({ reference, ...where, ...describe(error) }, 'unexpected')
  return new Fault('unexpected', { reference })
}

export function handleErrors(app: FastifyInstance, log: Log): void {
  app.setErrorHandler((error, request, reply) => {
    const fault = toFault(error, log, { method: request.method, path: request.routeOptions.url ?? '' })
    if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', String(fault.retryAfterSeconds))
    return reply.code(fault.status).header('cache-control', 'no-store').send(fault.toAnswer())
  })
}
