/** Host and Origin: a page elsewhere cannot reach the desk, neither by its address nor through a name that was rebound. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Config, isLoopback } from '../config.ts'
import { Fault } from './fault.ts'

/** On every route and channel, before anything else is looked at; what is refused here counts against nobody's limits. */
export function guardNames(app: FastifyInstance, config: Config): void {
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
    // An image or a form of another site names no origin, but browsers say that it comes from elsewhere.
    const isLink = headers['sec-fetch-mode'] === 'navigate' && ['GET', 'HEAD'].includes(request.method)
    if (origin === undefined && headers['sec-fetch-site'] === 'cross-site' && !isLink)
      throw new Fault('foreign_origin')
  })
}

/** The host where the request names a whole URL: it outranks the header. '' for one that cannot be read. */
function hostInTarget(target: string): string | null {
  if (target.startsWith('/') || target === '*') return null
  const url = URL.canParse(target) ? new URL(target) : null
  return url && ['http:', 'https:'].includes(url.protocol) && !url.username ? url.host : ''
}

/** While listening on loopback: the page came from this very server under another loopback name. */
function isOwnLoopback(origin: string, host: string, config: Config): boolean {
  if (!config.loopback || !URL.canParse(origin)) return false
  const url = new URL(origin)
  const port = /:(\d+)$/.exec(host)?.[1] ?? '80'
  return url.protocol === 'http:' && isLoopback(url.hostname) && (url.port || '80') === port
}

/** What proxies add: the names and the ends of names of headers. */
const PROXY_HEADERS = new RegExp(
  [
    '^(forwarded|via|x-forwarded(-.*)?|x-original-.*|x-(real|client|cluster-client)-ip)$',
    '^(x-envoy-.*|.*-connecting-ip|.*-client-ip)$',
  ].join('|'),
)

/** A proxy in front would make a stranger look like this machine. */
export const isForwarded = (request: FastifyRequest): boolean =>
  Object.keys(request.headers).some((name) => PROXY_HEADERS.test(name))
