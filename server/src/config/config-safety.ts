/** Decides who can reach the desk, and which settings it requires if strangers can or if funds are real. */
import { isIP } from 'node:net'
import type { Cluster } from '@purser/contract/system.ts'

export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host === '::1' ||
    host === '[::1]' ||
    (isIP(host) === 4 && host.startsWith('127.'))
  )
}

/** The settings that matter here. */
type Guarded = {
  host: string
  publicUrl: URL
  loopback: boolean
  trustProxy: number | string[] | false
  cluster: Cluster
  smtpUrl: string | null
  masterKey: Uint8Array | null
  allowedEmails: string[] | null
  metricsToken: string | null
  databaseUrl: string | null
  acceptRealFunds: boolean
}
type Reached = Pick<Guarded, 'host' | 'publicUrl' | 'loopback' | 'trustProxy' | 'cluster'>

/** Why it counts as exposed; null when it does not. */
export function whyExposed({ host, publicUrl, loopback, trustProxy, cluster }: Reached): string | null {
  if (cluster === 'mainnet-beta') return 'SOLANA_CLUSTER is mainnet-beta'
  if (!loopback) return `HOST ${host} is not a loopback address`
  if (!isLoopback(publicUrl.hostname)) return `PUBLIC_URL ${publicUrl.origin} is not on this machine`
  return trustProxy === false ? null : 'TRUST_PROXY says that a proxy is in front'
}

/**
 * Why it must not start, in one line; null if it may. An exposed desk needs a mail server, a configured master key,
 * allowed e-mails, and client addresses to limit by; one with real funds needs a database that syncs, and its owner's
 * confirmation.
 */
export function whyUnsafe(settings: Guarded): string | null {
  const why = whyExposed(settings)
  if (why === null) return null
  const { loopback, publicUrl } = settings
  const real = settings.cluster === 'mainnet-beta'
  const behindProxy = loopback && !isLoopback(publicUrl.hostname)
  const needed: [name: string, missing: boolean, reason: string][] = [
    ['SMTP_URL', settings.smtpUrl === null, 'without a mail server, sign-in codes would be exposed'],
    ['MASTER_KEY', settings.masterKey === null, 'a key beside the data it seals protects nothing'],
    ['ALLOWED_EMAILS', settings.allowedEmails === null, 'otherwise anyone can register'],
    ['METRICS_TOKEN', settings.metricsToken === null, '/metrics must not be public'],
    [
      'TRUST_PROXY',
      behindProxy && settings.trustProxy === false,
      "otherwise all strangers share the proxy's address and the owner's rate limits",
    ],
    [
      'DATABASE_URL',
      real && settings.databaseUrl === null,
      'the embedded database writes without fsync, and a funded key must survive a power failure',
    ],
    [
      'ACCEPT_REAL_FUNDS',
      real && !settings.acceptRealFunds,
      'yes confirms that funds may be real and may be lost',
    ],
  ]
  const missing = needed.filter(([, isMissing]) => isMissing)
  if (missing.length > 0) {
    const names = missing.map(([name]) => name).join(', ')
    const reasons = missing.map(([name, , reason]) => `${name}: ${reason}`).join('; ')
    return `${why}, so ${names} must be set (${reasons}).`
  }
  return null
}
