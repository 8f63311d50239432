/** The HTTP server: who may reach it under which name, headers, limits, documentation, and the console's files. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastifyStatic from '@fastify/static'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import websocket from '@fastify/websocket'
import { BODY_LIMIT_BYTES, REQUESTS_PER_MINUTE } from '@purser/contract/limits.ts'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject, serializerCompiler } from 'fastify-type-provider-zod'
import type { Redis } from 'ioredis'
import { type Config, isLoopback } from '../config.ts'
import { Fault } from './fault.ts'
import type { Log } from './log.ts'
import { bearerOf, handleErrors } from './route.ts'

export type HttpParts = { config: Config; log: Log; version: string; redis: Redis | null }

/** Room above what the specification promises, so that no honest session meets it. */
const LIMIT_PER_MINUTE = REQUESTS_PER_MINUTE * 4

export async function createHttp({ config, log, version, redis }: HttpParts): Promise<FastifyInstance> {
  const hops = config.trustProxy
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: typeof hops === 'number' ? (_, hop) => hop < hops : hops,
    logger: false,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 200 },
  })
  app.setSerializerCompiler(serializerCompiler)
  handleErrors(app, log)
  guardNames(app, config)
  const secure = config.publicUrl.protocol === 'https:'
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'"],
        frameAncestors: ["'self'"],
        upgradeInsecureRequests: secure ? [] : null,
      },
    },
    strictTransportSecurity: secure,
    referrerPolicy: { policy: 'no-referrer' },
  })
  await app.register(rateLimit, {
    max: LIMIT_PER_MINUTE,
    timeWindow: '1 minute',
    // A store that is away must not keep everybody out.
    skipOnError: true,
    keyGenerator: (request) => keyOf(request),
    allowList: (request) => !request.url.startsWith('/api/'),
    errorResponseBuilder: (_, context) =>
      new Fault('too_many_requests', { retryAfterSeconds: Math.ceil(context.ttl / 1000) }),
    ...(redis ? { redis } : {}),
  })
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
  await app.register(swaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
  await app.register(websocket, { options: { maxPayload: BODY_LIMIT_BYTES } })
  // The HTTP server no longer knows the socket of an upgrade: one that was refused would stay open and hold up the stop.
  app.addHook('onResponse', async (request, reply) => {
    if (request.headers.upgrade !== undefined && reply.statusCode >= 400) request.raw.socket.destroySoon()
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api/') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store')
  })
  return app
}

/** The session where there is one, else the client's address; hashed, so that no token lies about in a store. */
function keyOf(request: FastifyRequest): string {
  const token = bearerOf(request)
  return token === null
    ? `ip:${request.ip}`
    : `s:${createHash('sha256').update(token).digest('base64url').slice(0, 22)}`
}

/** Host and Origin: a page elsewhere cannot reach the desk through a rebound name. */
function guardNames(app: FastifyInstance, config: Config): void {
  const nameOf = (host: string) => host.replace(/:\d+$/, '').toLowerCase()
  const known = (host: string) =>
    host.toLowerCase() === config.publicUrl.host.toLowerCase() ||
    (config.loopback && isLoopback(nameOf(host)))
  app.addHook('onRequest', async (request) => {
    if (!known(request.headers.host ?? '')) throw new Fault('foreign_host')
    const { origin } = request.headers
    if (origin !== undefined && origin !== config.publicUrl.origin && !isOwnLoopback(origin, request, config))
      throw new Fault('foreign_origin')
  })
}

/** While listening on loopback: the page came from this very server under another loopback name. */
function isOwnLoopback(origin: string, request: FastifyRequest, config: Config): boolean {
  if (!config.loopback || !URL.canParse(origin)) return false
  const url = new URL(origin)
  const port = /:(\d+)$/.exec(request.headers.host ?? '')?.[1] ?? '80'
  return url.protocol === 'http:' && isLoopback(url.hostname) && (url.port || '80') === port
}

/** The console's files, hashed names cached for ever; any other path of a page gets the console itself. */
export async function serveConsole(app: FastifyInstance, dist: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: dist,
    wildcard: true,
    preCompressed: true,
    index: 'index.html',
    cacheControl: false,
    setHeaders(reply, path) {
      const forEver = path.includes('/assets/')
      void reply.header('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler((request, reply) => {
    const isPage =
      ['GET', 'HEAD'].includes(request.method) &&
      !/^\/(api|ws|assets)(\/|$)/.test(request.url.split('?')[0] ?? '')
    if (isPage && existsSync(join(dist, 'index.html')))
      return reply.header('cache-control', 'no-cache').sendFile('index.html')
    const fault = new Fault('route_not_found')
    return reply.code(fault.status).send(fault.toAnswer())
  })
}
