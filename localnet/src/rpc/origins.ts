/**
 * Who may ask from a browser. The network belongs to this machine: a page of another site must neither move its funds nor
 * read its accounts, whether it names the network itself or reaches it through a name that was rebound.
 */
import type { IncomingHttpHeaders } from 'node:http'

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/i
/** Browser wallets ask from their own pages. */
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

/** Null when the request may be answered, else why not. */
export function refusalOf({ host, origin, ...rest }: IncomingHttpHeaders): string | null {
  if (!isLoopbackHost(host)) return 'Provided Host header is not whitelisted.'
  if (origin !== undefined && !isKnownOrigin(origin)) return 'Provided Origin header is not whitelisted.'
  // An image or a form of another site names no origin, but browsers say that it is one.
  if (origin === undefined && rest['sec-fetch-site'] === 'cross-site')
    return 'Requests of other sites are not whitelisted.'
  return null
}

/** What tells the browser that this page, and no other, may read the answer. */
export function corsOf({ origin }: IncomingHttpHeaders): Record<string, string> {
  if (origin === undefined || !isKnownOrigin(origin)) return { vary: 'Origin' }
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-methods': 'POST, GET, OPTIONS',
    'access-control-allow-headers': 'content-type, solana-client',
    'access-control-max-age': '86400',
    vary: 'Origin',
  }
}
