/**
 * Host and Origin checks. A page of another site must neither move funds nor read accounts, neither directly nor by DNS
 * rebinding.
 */
import type { IncomingHttpHeaders } from 'node:http'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i
/** Browser wallets call from extension pages. */
const EXTENSIONS = ['chrome-extension:', 'moz-extension:', 'safari-web-extension:']

function isLoopbackHost(host: string | undefined): boolean {
  const name = /^(.*?)(:\d{1,5})?$/.exec(host ?? '')?.[1] ?? ''
  return LOOPBACK.test(name)
}

function isKnownOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, hostname } = new URL(origin)
  if (EXTENSIONS.includes(protocol)) return true
  return (protocol === 'http:' || protocol === 'https:') && LOOPBACK.test(hostname)
}

/** Why the request is refused; null: it is allowed. */
export function findRefusal({ host, origin, ...rest }: IncomingHttpHeaders): string | null {
  if (!isLoopbackHost(host)) return 'Provided Host header is not whitelisted.'
  if (origin !== undefined && !isKnownOrigin(origin)) return 'Provided Origin header is not whitelisted.'
  // An image or a form of another site sends no Origin; browsers mark it in Sec-Fetch-Site.
  if (origin === undefined && rest['sec-fetch-site'] === 'cross-site')
    return 'Requests of other sites are not whitelisted.'
  return null
}

/** CORS headers that let only this page read the response. */
export function createCorsHeaders({ origin }: IncomingHttpHeaders): Record<string, string> {
  if (origin === undefined || !isKnownOrigin(origin)) return { vary: 'Origin' }
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'POST, GET, OPTIONS',
    'access-control-allow-headers': 'content-type, solana-client',
    'access-control-max-age': '86400',
    vary: 'Origin',
  }
}
