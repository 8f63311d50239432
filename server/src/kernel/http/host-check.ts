/** Host and Origin checks: against cross-site requests and DNS rebinding. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../../config/config.ts'
import { isLoopback } from '../../config/config-safety.ts'
import { Fault } from '../fault.ts'

/** Runs on every route and channel, before any other hook: a refused request does not count against rate limits. */
export function checkHost(app: FastifyInstance, config: Config): void {
  const own = config.publicUrl
  const ownHosts = [own.host, `${own.hostname}:${own.port || (own.protocol === 'https:' ? '443' : '80')}`]
  const known = (host: string) =>
    ownHosts.includes(host.toLowerCase()) ||
    (config.loopback && isLoopback(host.replace(/:\d{1,5}$/, '').toLowerCase()))

  app.addHook('onRequest', async (request) => {
    const { headers, raw } = request
    const hosts = raw.headersDistinct.host ?? []
    const [host = ''] = hosts
    if (hosts.length !== 1 || !known(host)) throw new Fault('foreign_host')
    const named = hostInTarget(request.originalUrl)
    if (named !== null && !known(named)) throw new Fault('foreign_host')
    const { origin } = headers
    if (origin !== undefined && origin !== own.origin && !isOwnLoopback(origin, host, config))
      throw new Fault('foreign_origin')
    // An image or a form of another site sends no Origin; browsers mark it in Sec-Fetch-Site.
    const isLink = headers['sec-fetch-mode'] === 'navigate' && ['GET', 'HEAD'].includes(request.method)
    if (origin === undefined && headers['sec-fetch-site'] === 'cross-site' && !isLink)
      throw new Fault('foreign_origin')
  })
}

/** The host of an absolute-form request target, which overrides the header; '' for an unreadable one. */
function hostInTarget(target: string): string | null {
  if (target.startsWith('/') || target === '*') return null
  const url = URL.canParse(target) ? new URL(target) : null
  return url && ['http:', 'https:'].includes(url.protocol) && !url.username ? url.host : ''
}

/** While listening on loopback: the page was served by this server under another loopback name. */
function isOwnLoopback(origin: string, host: string, config: Config): boolean {
  if (!config.loopback || !URL.canParse(origin)) return false
  const url = new URL(origin)
  const port = /:(\d+)$/.exec(host)?.[1] ?? '80'
  return url.protocol === 'http:' && isLoopback(url.hostname) && (url.port || '80') === port
}

/** Headers that proxies add. */
const PROXY_HEADERS = new RegExp(
  [
    '^(forwarded|via|x-forwarded(-.*)?|x-original-.*|x-(real|client|cluster-client)-ip)$',
    '^(x-envoy-.*|.*-connecting-ip|.*-client-ip)$',
  ].join('|'),
)

/** Whether it came through a proxy: behind one a remote client looks local. */
export const isForwarded = (request: FastifyRequest): boolean =>
  Object.keys(request.headers).some((name) => PROXY_HEADERS.test(name))

/** Whether it came from this machine; behind a proxy everything does, see isForwarded. */
export const isLocal = (request: FastifyRequest): boolean =>
  isLoopback((request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''))
