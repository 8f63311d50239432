/**
 * The one HTTP boundary: reads and checks what comes in, knows who asks, keeps keyed requests from happening twice,
 * and turns whatever goes wrong into an answer of the table. Nothing below it knows HTTP.
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
import type { Db } from '../db/client.ts'
import { type Caller, refuseBody } from './admission.ts'
import { deviceName } from './device-name.ts'
import { Fault, invalid, isFault } from './fault.ts'
import type { Idempotency, KeyedRequest } from './idempotency.ts'
import { describe, type Log } from './log.ts'
import { originKeyOf, routeOf } from './origin.ts'
import { read, refuseOddities } from './validation.ts'

export type { Caller }

export type Call<E extends Endpoint> = {
  /** Present on every endpoint with access 'session'. */
  caller: Caller
  params: Record<string, string>
  body: BodyIn<E>
  query: QueryIn<E>
  /** For audit and limits. */
  client: string
  /** What it is asked with, such as 'Firefox on Linux'; for audit. */
  device: string
  token: string | null
  /** Unique to this request and user, and the same on every retry of it: what funds move under. */
  originKey: string
  /** A transaction when the route is atomic: it commits together with the stored answer. */
  db: Db
}

/** The bare request is for the few routes of the server itself that look at headers. */
type Handle<E extends Endpoint> = (call: Call<E>, request: FastifyRequest) => Promise<AnswerOf<E>>

export type ServeOptions<E extends Endpoint> = {
  /** The handler touches nothing but the database: it runs in one transaction with the record of its answer. */
  atomic?: boolean
  /** For secret answers: what is stored instead of the answer, and how it is answered again. */
  remember?: (answer: AnswerOf<E>) => unknown
  recall?: (stored: never, call: Call<E>) => Promise<AnswerOf<E>>
  /** Before the transaction begins, and not for a request that is repeated: what decides whether it may happen. */
  allow?: (call: Call<E>) => Promise<void>
  /** Awaited before any success is answered, a repeated one too: what was committed outlives a loss of power. */
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

function keyOf(request: FastifyRequest): string | null {
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
        // Checked below, after it is known who asks: a stranger learns nothing about what is valid.
        validatorCompiler: () => (value) => ({ value }),
        config: { signedIn: 'header' },
        bodyLimit: endpoint.access === 'session' ? BODY_LIMIT_BYTES : PUBLIC_BODY_LIMIT_BYTES,
        // Before the body is read: nobody parses what a stranger sends where they may not ask at all.
        onRequest: async (request, reply) => {
          if (endpoint.access !== 'session' || request.caller !== null) return
          refuseBody(request, reply)
          throw new Fault('no_session')
        },
        handler: (request, reply) => answer(parts, endpoint, handle, options, request, reply),
      })
    },
  }
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
  // No text in the database holds one, so nothing has such a name.
  if (Object.values(params).some((value) => value.includes('\0'))) throw new Fault('route_not_found')
  const keyed = endpoint.method !== 'GET' && endpoint.idempotent !== false && caller !== null
  const key = keyed ? keyOf(request) : null
  const route = routeOf(endpoint, params)
  const call = {
    caller: caller as Caller,
    params,
    body: bodyOf(endpoint, request.body) as BodyIn<E>,
    query: (endpoint.query ? read(endpoint.query, request.query, 'query') : undefined) as QueryIn<E>,
    client: request.ip,
    device: deviceName(request.headers['user-agent']),
    token,
    originKey: originKeyOf(caller?.userId ?? 0, route, key),
    db: parts.db,
  }
  const status = endpoint.status ?? 200
  if (endpoint.file) return sendFile(reply, endpoint.file, (await handle(call, request)) as FileAnswer)
  if (key === null || caller === null) {
    await options.allow?.(call)
    const result = await (options.atomic
      ? parts.db.transaction((tx) => handle({ ...call, db: tx }, request))
      : handle(call, request))
    if (endpoint.download && isFile(result)) return sendFile(reply, endpoint.download, result)
    await options.settled?.()
    return reply.code(status).send(result)
  }
  const keyedRequest: KeyedRequest = {
    userId: caller.userId,
    route,
    key,
    body: sentOf(request),
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
    await parts.idempotency.keep(db, keyedRequest, {
      status,
      answer: options.remember ? options.remember(result) : result,
    })
    return result
  }
  try {
    await options.allow?.(call)
    const result = await (options.atomic
      ? parts.db.transaction((tx) => run(tx as unknown as Db))
      : run(parts.db))
    await options.settled?.()
    return reply.code(status).send(result)
  } catch (error) {
    // Nothing happened, or what happened is keyed by origin: the user may try again with the same key.
    // That this cannot be written down must not hide what went wrong; the next try finds nobody at work on it.
    await parts.idempotency.release(keyedRequest).catch(() => undefined)
    throw error
  } finally {
    parts.idempotency.ended(keyedRequest)
  }
}

const isFile = (result: unknown): result is FileAnswer | StreamedFile =>
  result instanceof Object &&
  (('bytes' in result && result.bytes instanceof Uint8Array) || ('chunks' in result && 'filename' in result))
/** All that a repeated request must have in common with the first. */
function sentOf({ body, query }: FastifyRequest): unknown {
  const asked = query as Record<string, unknown>
  return Object.keys(asked).length === 0 ? (body ?? null) : { query: { ...asked }, body: body ?? null }
}

/** What an endpoint without a body is sent all the same is hashed with its key, so it too must be of a bearable shape. */
function bodyOf(endpoint: Endpoint, body: unknown): unknown {
  if (endpoint.body) return read(endpoint.body, body ?? undefined)
  refuseOddities(body ?? null, 'body')
  return undefined
}

/** Files are read, never made to change something: no key is kept of them. */
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
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () => invalid('body', 'is not as long as it says'),
  FST_ERR_BAD_URL: () => new Fault('route_not_found'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Fault('route_not_found'),
  // A path with dots, doubled slashes or null characters is no file of the console.
  FST_STATIC_FORBIDDEN_PATH: () => new Fault('route_not_found'),
}

function isDatabaseAway(error: unknown): boolean {
  const { code } = ((error as Error | null)?.cause ?? error ?? {}) as { code?: string }
  return (
    code !== undefined &&
    (/^(08|57P|57014|55P03|25P03)/.test(code) ||
      ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE'].includes(code))
  )
}

/** Any thrown thing to the Fault that is answered; what was not expected is logged under its reference. */
export function toFault(error: unknown, log: Log, where: object): Fault {
  if (isFault(error)) return error
  const known = fastifyCodes[(error as { code?: string } | null)?.code ?? '']
  if (known) return known()
  if (error instanceof SyntaxError) return invalid('body', 'must be JSON')
  if (isDatabaseAway(error)) {
    log.error({ ...where, ...describe(error) }, 'the database is away')
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
