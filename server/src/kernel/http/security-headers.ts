/**
 * The rights of this server's pages in a browser. Scripts and styles are our own files; no page has an inline script, a
 * style element, a style attribute in its markup (scripts set styles through the object model, which no policy counts),
 * or anything from another host.
 */
import type { FastifyHelmetOptions } from '@fastify/helmet'

/** `data:` carries icons of browser wallets on the payer's page, and the marks inside style sheets. */
const PAGES = {
  'default-src': "'none'",
  'script-src': "'self'",
  'script-src-attr': "'none'",
  'style-src': "'self'",
  'style-src-attr': "'none'",
  'img-src': "'self' data:",
  'font-src': "'self'",
  'connect-src': "'self'",
  // The page of payments frames another page of the console.
  'frame-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'self'",
} as const

/**
 * The page that shows the API: it frames nothing, and sends no form. Its script writes one style element, which is
 * identified by its hash; another version of @fastify/swagger-ui may write another, and a browser test fails then.
 */
const API_DOCS = {
  ...PAGES,
  'style-src-elem': "'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='",
  'frame-src': "'none'",
  'form-action': "'none'",
} as const

/** Over TLS, http addresses in a page are fetched over TLS too. */
const withTls = (policy: Record<string, string>, secure: boolean): Record<string, string> =>
  secure ? { ...policy, 'upgrade-insecure-requests': '' } : policy

const formatPolicy = (policy: Record<string, string>): string =>
  Object.entries(policy)
    .map(([name, value]) => `${name} ${value}`.trim())
    .join('; ')
export const apiDocsPolicy = (secure: boolean): string => formatPolicy(withTls(API_DOCS, secure))

const YEAR_SECONDS = 31_536_000

/** `secure`: whether the public address is https. */
export const securityHeaders = (secure: boolean): FastifyHelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: Object.fromEntries(
      Object.entries(withTls(PAGES, secure)).map(([name, value]) => [name, value ? value.split(' ') : []]),
    ),
  },
  strictTransportSecurity: secure ? { maxAge: YEAR_SECONDS, includeSubDomains: false } : false,
  referrerPolicy: { policy: 'no-referrer' },
  crossOriginOpenerPolicy: { policy: 'same-origin' },
  xFrameOptions: { action: 'sameorigin' },
})

/** Features that our pages do not use, refused to any code that might come to run in one. */
export const PERMISSIONS = 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), payment=()'

/** The same for an answer that runs no hook. */
export const headersWithoutHook = (secure: boolean): Record<string, string> => ({
  'content-security-policy': formatPolicy(withTls(PAGES, secure)),
  ...(secure ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}),
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'permissions-policy': PERMISSIONS,
})
