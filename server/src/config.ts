/**
 * The only reader of the environment. A wrong value ends the start with one line that names the variable, what it got
 * and what it takes; secrets are never repeated in that line.
 */
import { NOTIFICATION_DIGEST_SECONDS } from '@purser/contract/limits.ts'
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { Cluster } from '@purser/contract/system.ts'

export class ConfigError extends Error {}

export type Config = {
  host: string
  port: number
  publicUrl: URL
  dataDir: string
  databaseUrl: string | null
  redisUrl: string | null
  cluster: Cluster
  /** null: the local network is started with the server. */
  rpcUrl: string | null
  /** Further endpoints of the same cluster. */
  rpcUrls: string[]
  wsUrl: string | null
  localnetRpcPort: number
  smtpUrl: string | null
  mailFrom: string
  /** What strategies tell within this time goes into one mail. */
  mailDigestSeconds: number
  masterKey: Uint8Array | null
  ai: { baseUrl: string; apiKey: string | null; model: string } | null
  jupiter: { url: string | null; apiKey: string | null }
  trustProxy: number | string[] | false
  /** null: everyone may register. */
  allowedEmails: string[] | null
  metricsToken: string | null
  logLevel: string
  /** It listens on this machine alone. */
  loopback: boolean
  /** Strangers may reach it, or it holds real money: what guards it must be set, and the outbox does not exist. */
  exposed: boolean
  /** Mails are kept and can be read here: only without a mail server, and never when exposed. */
  outbox: boolean
}

type Env = Record<string, string | undefined>
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']
const PUBLIC_RPC: Record<Exclude<Cluster, 'localnet'>, string> = {
  devnet: 'https://api.devnet.solana.com',
  testnet: 'https://api.testnet.solana.com',
  'mainnet-beta': 'https://api.mainnet-beta.solana.com',
}

const wrong = (name: string, got: string, takes: string) =>
  new ConfigError(`${name} is ${JSON.stringify(got)}; it takes ${takes}.`)

function port(env: Env, name: string, fallback: number): number {
  const text = env[name]
  if (!text) return fallback
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535)
    throw wrong(name, text, 'a port number from 0 to 65535')
  return Number(text)
}

/** A mail a day at the least. */
const MOST_DIGEST_SECONDS = 86_400

function digestSeconds(env: Env): number {
  const text = env.MAIL_DIGEST_SECONDS
  if (!text) return NOTIFICATION_DIGEST_SECONDS
  if (!/^\d{1,5}$/.test(text) || Number(text) > MOST_DIGEST_SECONDS)
    throw wrong('MAIL_DIGEST_SECONDS', text, `whole seconds from 0 to ${MOST_DIGEST_SECONDS}`)
  return Number(text)
}

/** Endpoints may hold keys in their paths: the complaint says which one is wrong, not what stands there. */
function furtherEndpoints(env: Env, first: string | null): string[] {
  const entries = (env.SOLANA_RPC_URLS ?? '').split(',').map((entry) => entry.trim())
  if (entries.every((entry) => entry === '')) return []
  const hrefs = entries.map((entry, n) => {
    const parsed = URL.canParse(entry) ? new URL(entry) : null
    if (parsed?.host && ['http:', 'https:'].includes(parsed.protocol)) return parsed.href
    const takes = 'URLs that begin with http:// or https://, separated by commas'
    throw wrong('SOLANA_RPC_URLS', '(hidden)', `${takes}; number ${n + 1} of ${entries.length} is none`)
  })
  return [...new Set(hrefs)].filter((href) => href !== first)
}

/** `secret` URLs hold a password: the complaint does not repeat them. */
function url(env: Env, name: string, protocols: string[], secret = false): URL | null {
  const text = env[name]
  if (!text) return null
  const takes = `a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`
  const parsed = URL.canParse(text) ? new URL(text) : null
  if (!parsed || !protocols.includes(parsed.protocol) || (!parsed.host && !secret))
    throw wrong(name, secret ? '(hidden)' : text, takes)
  return parsed
}

export function isLoopback(host: string): boolean {
  return (
    host === 'localhost' ||
    host === '::1' ||
    host === '[::1]' ||
    (isIP(host) === 4 && host.startsWith('127.'))
  )
}

function masterKey(env: Env): Uint8Array | null {
  const text = env.MASTER_KEY
  if (!text) return null
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length !== 32 || bytes.toString('base64').replace(/=+$/, '') !== text.trim().replace(/=+$/, ''))
    throw wrong('MASTER_KEY', '(hidden)', '32 bytes in base64')
  return new Uint8Array(bytes)
}

function trustProxy(env: Env): number | string[] | false {
  const text = env.TRUST_PROXY?.trim()
  if (!text) return false
  if (/^\d{1,2}$/.test(text)) return Number(text) || false
  const networks = text.split(',').map((n) => n.trim())
  const good = networks.every((n) => {
    const [ip = '', bits, extra] = n.split('/')
    return (
      isIP(ip) > 0 &&
      extra === undefined &&
      (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(ip) === 4 ? 32 : 128)))
    )
  })
  if (!good) throw wrong('TRUST_PROXY', text, 'a number of proxies or their networks, separated by commas')
  return networks
}

function allowedEmails(env: Env): string[] | null {
  const text = env.ALLOWED_EMAILS?.trim()
  if (!text || text === '*') return null
  const entries = text
    .split(',')
    .map((e) => e.trim().toLowerCase())
    .filter(Boolean)
  const bad = entries.find((e) => !/^[^\s@]*@[^\s@]+\.[^\s@]+$/.test(e))
  if (bad !== undefined || entries.length === 0)
    throw wrong('ALLOWED_EMAILS', text, 'addresses or @domains, separated by commas')
  return entries
}

function subscriptionUrl(env: Env, rpc: URL | null): string | null {
  const given = url(env, 'SOLANA_WS_URL', ['ws:', 'wss:'])
  if (given) return given.href
  if (!rpc) return null
  const derived = new URL(rpc)
  derived.protocol = rpc.protocol === 'https:' ? 'wss:' : 'ws:'
  if (isLoopback(rpc.hostname) && rpc.port) derived.port = String(Number(rpc.port) + 1)
  return derived.href
}

/** The model of the agents: address and name go together, the key may be missing (a model on this machine needs none). */
function modelEndpoint(env: Env): Config['ai'] {
  const base = url(env, 'AI_BASE_URL', ['http:', 'https:'])
  const { AI_MODEL: model, AI_API_KEY: apiKey } = env
  if (!base) {
    const alone = model ? 'AI_MODEL' : apiKey ? 'AI_API_KEY' : null
    if (alone) throw wrong(alone, alone === 'AI_MODEL' ? (model ?? '') : '(hidden)', 'AI_BASE_URL beside it')
    return null
  }
  if (base.username || base.password || base.search || base.hash)
    throw wrong(
      'AI_BASE_URL',
      '(hidden)',
      'an address without password or query; the key goes into AI_API_KEY',
    )
  if (!model) throw wrong('AI_MODEL', '', 'the name of a model, since AI_BASE_URL is set')
  // What cannot stand in a header would be repeated in the complaint about it.
  if (apiKey && !/^[\x21-\x7e]+$/.test(apiKey))
    throw wrong('AI_API_KEY', '(hidden)', 'a key of visible characters without spaces')
  return { baseUrl: base.href.replace(/\/+$/, ''), apiKey: apiKey || null, model }
}

export function readConfig(env: Env = process.env): Config {
  const cluster = Cluster.safeParse(env.SOLANA_CLUSTER || 'localnet')
  if (!cluster.success)
    throw wrong('SOLANA_CLUSTER', env.SOLANA_CLUSTER ?? '', 'localnet, devnet, testnet or mainnet-beta')
  const host = env.HOST || '127.0.0.1'
  if (host !== 'localhost' && !isIP(host)) throw wrong('HOST', host, 'an IP address or localhost')
  const listenPort = port(env, 'PORT', 3000)
  const loopback = isLoopback(host)
  const level = env.LOG_LEVEL || 'info'
  if (!LEVELS.includes(level)) throw wrong('LOG_LEVEL', level, LEVELS.join(', '))
  const rpc = url(env, 'SOLANA_RPC_URL', ['http:', 'https:'])
  const rpcUrl = rpc ?? (cluster.data === 'localnet' ? null : new URL(PUBLIC_RPC[cluster.data]))
  const smtpUrl = url(env, 'SMTP_URL', ['smtp:', 'smtps:'], true)?.href ?? null
  const publicUrl =
    url(env, 'PUBLIC_URL', ['http:', 'https:']) ??
    new URL(`http://${isIP(host) === 6 ? `[${host}]` : host}:${listenPort}`)
  const proxies = trustProxy(env)
  const exposed =
    !loopback || !isLoopback(publicUrl.hostname) || proxies !== false || cluster.data === 'mainnet-beta'
  const config: Config = {
    host,
    port: listenPort,
    publicUrl,
    dataDir: resolve(env.DATA_DIR || './data'),
    databaseUrl: url(env, 'DATABASE_URL', ['postgres:', 'postgresql:'], true)?.href ?? null,
    redisUrl: url(env, 'REDIS_URL', ['redis:', 'rediss:'], true)?.href ?? null,
    cluster: cluster.data,
    rpcUrl: rpcUrl?.href ?? null,
    rpcUrls: furtherEndpoints(env, rpcUrl?.href ?? null),
    wsUrl: subscriptionUrl(env, rpcUrl),
    localnetRpcPort: port(env, 'LOCALNET_RPC_PORT', 8899),
    smtpUrl,
    mailFrom: env.MAIL_FROM || `Purser <purser@${host === '127.0.0.1' ? 'localhost' : host}>`,
    mailDigestSeconds: digestSeconds(env),
    masterKey: masterKey(env),
    ai: modelEndpoint(env),
    jupiter: {
      url: url(env, 'JUPITER_URL', ['http:', 'https:'])?.href ?? null,
      apiKey: env.JUPITER_API_KEY || null,
    },
    trustProxy: proxies,
    allowedEmails: allowedEmails(env),
    metricsToken: env.METRICS_TOKEN || null,
    logLevel: level,
    loopback,
    exposed,
    outbox: !exposed && smtpUrl === null,
  }
  refuseUnsafe(config)
  return config
}

/** Why strangers can reach it, or what is at stake; null when it is for this machine alone. */
function whyExposed({ host, publicUrl, loopback, trustProxy, cluster }: Config): string | null {
  if (cluster === 'mainnet-beta') return 'SOLANA_CLUSTER is mainnet-beta'
  if (!loopback) return `HOST ${host} is not a loopback address`
  if (!isLoopback(publicUrl.hostname)) return `PUBLIC_URL ${publicUrl.origin} is not on this machine`
  return trustProxy === false ? null : 'TRUST_PROXY says that there is a proxy in front'
}

/** Exposed, the desk needs a mail server, a key of its own and a list of who may enter, and must tell strangers apart. */
function refuseUnsafe(config: Config): void {
  const why = whyExposed(config)
  if (why === null) return
  const { loopback, publicUrl, cluster } = config
  const behindProxy = loopback && !isLoopback(publicUrl.hostname)
  const needed: [name: string, missing: boolean, reason: string][] = [
    ['SMTP_URL', config.smtpUrl === null, 'without a mail server sign-in codes would lie in the open'],
    ['MASTER_KEY', config.masterKey === null, 'a key beside the data it seals protects nothing'],
    ['ALLOWED_EMAILS', config.allowedEmails === null, 'otherwise everyone may register'],
    ['METRICS_TOKEN', config.metricsToken === null, '/metrics is not for strangers'],
    [
      'TRUST_PROXY',
      behindProxy && config.trustProxy === false,
      "else all strangers come from the proxy's address and share the owner's limits",
    ],
    [
      'DATABASE_URL',
      cluster === 'mainnet-beta' && config.databaseUrl === null,
      'the embedded database writes without fsync, and a funded key must survive a power cut',
    ],
  ]
  const missing = needed.filter(([, isMissing]) => isMissing)
  if (missing.length > 0) {
    const names = missing.map(([name]) => name).join(', ')
    const reasons = missing.map(([name, , reason]) => `${name}: ${reason}`).join('; ')
    throw new ConfigError(`${why}, so ${names} must be set (${reasons}).`)
  }
  if (cluster === 'mainnet-beta')
    throw new ConfigError(
      'SOLANA_CLUSTER is mainnet-beta; this version trades on localnet, devnet and testnet only.',
    )
}
