/** The HTTP server: host check, headers, limits, API documentation, and the console's files. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import fastifyStatic from '@fastify/static'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import websocket from '@fastify/websocket'
import { BODY_LIMIT_BYTES } from '@purser/contract/limits.ts'
import { BUILD_HEADER } from '@purser/contract/system.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject, serializerCompiler } from 'fastify-type-provider-zod'
import type { Redis } from 'ioredis'
import type { Config } from '../../config/config.ts'
import { admit, type Authenticate } from './admission.ts'
import { answerUnread } from './client-error.ts'
import { limitConnections, TIMEOUTS } from './connections.ts'
import { Fault } from '../fault.ts'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import { checkHost } from './host-check.ts'
import { handleErrors } from './route.ts'
import { apiDocsPolicy, headersWithoutHook, PERMISSIONS, securityHeaders } from './security-headers.ts'

export type HttpParts = {
  config: Config
  log: Log
  version: string
  redis: Redis | null
  clock: Pick<Clock, 'monotonic'>
  authenticate: Authenticate
}

export async function createHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { config, log, version } = parts
  const hops = config.trustProxy
  const secure = config.publicUrl.protocol === 'https:'
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: typeof hops === 'number' ? (_, hop) => hop < hops : hops,
    logger: false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
    // An unreadable URL runs no hook, so the headers are set here.
    frameworkErrors(_, __, reply) {
      const fault = new Fault('route_not_found')
      const answer = reply as unknown as FastifyReply
      void answer
        .code(fault.status)
        .headers({ ...headersWithoutHook(secure), 'cache-control': 'no-store' })
        .send(fault.toAnswer())
    },
    clientErrorHandler: answerUnread(secure),
    ...TIMEOUTS,
  })
  limitConnections(app.server, { direct: hops === false })
  app.setSerializerCompiler(serializerCompiler)
  handleErrors(app, log)
  // Registered first, so that refusals have the headers too.
  await app.register(helmet, securityHeaders(secure))
  app.addHook('onRequest', async (_, reply) => {
    reply.header('permissions-policy', PERMISSIONS)
  })
  checkHost(app, config)
  await admit(app, parts)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Purser',
        version,
        description: 'The API of the desk. Amounts are decimal; times are ISO 8601 in UTC.',
      },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: apiDocsPolicy(secure) })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(websocket, { options: { maxPayload: BODY_LIMIT_BYTES } })
  // The HTTP server does not track the socket of an upgrade: a refused one would stay open and delay the stop.
  app.addHook('onResponse', async (request, reply) => {
    if (request.headers.upgrade !== undefined && reply.statusCode >= 400) request.raw.socket.destroySoon()
  })
  app.addHook('onSend', async (_, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  return app
}

/** The payer's page has a document of its own. */
const chooseDocument = (path: string) => (/^\/+pay(\/|$)/i.test(path) ? 'pay.html' : 'index.html')

/** The build of the console in `dist`, by the name of its entry, which hashes all its imports. */
function buildIn(dist: string): () => string | undefined {
  const document = join(dist, 'index.html')
  let readAt: number | undefined
  let build: string | undefined
  return () => {
    const { mtimeMs } = statSync(document, { throwIfNoEntry: false }) ?? {}
    // A build that is replaced while the server runs is served at once.
    if (mtimeMs !== readAt) {
      build = mtimeMs === undefined ? undefined : ENTRY.exec(readFileSync(document, 'utf8'))?.[1]
      readAt = mtimeMs
    }
    return build
  }
}
const ENTRY = /<script type="module"[^>]* src="\/assets\/([^"]+)"/

/**
 * The console's files, hashed names cached forever; every other page path serves a document. Answers of the API name
 * the build, so that an open page from another build offers a reload.
 */
export async function serveConsole(app: FastifyInstance, dist: string): Promise<void> {
  app.addHook('onRequest', async (request) => {
    if (getPath(request).includes('\0')) throw new Fault('route_not_found')
  })
  const build = buildIn(dist)
  app.addHook('onSend', async (request, reply) => {
    const name = request.url.startsWith('/api/') ? build() : undefined
    if (name !== undefined) reply.header(BUILD_HEADER, name)
  })
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: true,
    preCompressed: true,
    index: 'index.html',
    cacheControl: false,
    setHeaders(reply, path) {
      const immutable = path.includes('/assets/')
      void reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      ['GET', 'HEAD'].includes(request.method) && !/^\/*(api|ws|assets)(\/|$)/i.test(getPath(request))
    const document = chooseDocument(getPath(request))
    if (isPage && existsSync(join(dist, document)))
      return reply.header('cache-control', 'no-cache').sendFile(document)
    const fault = new Fault('route_not_found')
    return reply.code(fault.status).send(fault.toAnswer())
  })
}

/** Decoded, without origin and query. */
function getPath(request: FastifyRequest): string {
  const path = request.url.replace(/^https?:\/\/[^/?]*/i, '').split('?')[0] ?? ''
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
