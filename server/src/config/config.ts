/**
 * The only reader of the environment. An invalid value ends the start with one line that names the variable, its value
 * and what it takes. Secrets are never part of that line.
 */
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { NOTIFICATION_DIGEST_SECONDS } from '@purser/contract/limits.ts'
import { Cluster } from '@purser/contract/system.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import * as z from 'zod'
import { LIVE_SECRETS, type LiveSettings, liveSettings, liveVariables } from './config-live.ts'
import { type LocalnetRules, localnetRules, localnetVariables } from './config-localnet.ts'
import { isLoopback, whyExposed, whyUnsafe } from './config-safety.ts'
import { apiKey, HTTP, integer, parseUrl, serviceUrl, url, variable } from './config-variables.ts'
import { PUBLIC_RPC } from '../public-endpoints.ts'

export class ConfigError extends Error {}

export type Config = LiveSettings & {
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
  /** Calls a second and endpoint; null: no limit for own endpoints, the public ones' own limits. */
  rpcBudget: number | null
  wsUrl: string | null
  localnetRpcPort: number
  localnetRules: LocalnetRules
  smtpUrl: string | null
  mailFrom: string
  /** Notifications within this time go into one e-mail. */
  mailDigestSeconds: number
  masterKey: Uint8Array | null
  ai: { baseUrl: string; apiKey: string | null; model: string } | null
  trustProxy: number | string[] | false
  /** null: everyone may register. */
  allowedEmails: string[] | null
  metricsToken: string | null
  logLevel: string
  /** It listens on a loopback address only. */
  loopback: boolean
  /** Reachable from other machines, or with real money: the security settings are mandatory and there is no outbox. */
  exposed: boolean
  /** Mails are stored and readable in the console: only without a mail server, and never when exposed. */
  outbox: boolean
}

type Env = Record<string, string | undefined>
const LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
/** At least one e-mail a day. */
const MAX_DIGEST_SECONDS = DAY_SECONDS
const MAX_RPC_BUDGET = 10_000
/** Values that are never repeated in an error. */
const SECRET = [
  'MASTER_KEY',
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'SOLANA_RPC_URLS',
  'AI_API_KEY',
  ...LIVE_SECRETS,
]

/** URLs of endpoints may contain API keys, so an error gives the position, not the value. */
const endpoints = z.string().transform((text, context) => {
  const entries = text.split(',').map((entry) => entry.trim())
  if (entries.every((entry) => entry === '')) return []
  const urls = entries.map((entry) => parseUrl(entry, HTTP))
  const wrong = urls.findIndex((parsed) => !parsed?.host)
  if (wrong < 0) return urls.flatMap((parsed) => parsed?.href ?? [])
  const takes = 'URLs that begin with http:// or https://, separated by commas'
  context.addIssue(`${takes}; entry ${wrong + 1} of ${entries.length} is not one`)
  return z.NEVER
})

function parseKey(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64')
  const isCanonical = bytes.toString('base64').replace(/=+$/, '') === text.trim().replace(/=+$/, '')
  return bytes.length === 32 && isCanonical ? new Uint8Array(bytes) : undefined
}

function isNetwork(text: string): boolean {
  const [ip = '', bits, extra] = text.split('/')
  if (isIP(ip) === 0 || extra !== undefined) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(ip) === 4 ? 32 : 128))
}

function parseProxies(text: string): number | string[] | false | undefined {
  const given = text.trim()
  if (/^\d{0,2}$/.test(given)) return Number(given) || false
  const networks = given.split(',').map((network) => network.trim())
  return networks.every(isNetwork) ? networks : undefined
}

function parseEmails(text: string): string[] | null | undefined {
  if (['', '*'].includes(text.trim())) return null
  const entries = text.split(',').flatMap((entry) => entry.trim().toLowerCase() || [])
  const isEntry = (entry: string) => /^[^\s@]*@[^\s@]+\.[^\s@]+$/.test(entry)
  return entries.length > 0 && entries.every(isEntry) ? entries : undefined
}

const port = integer(65_535, 'a port number from 0 to 65535')

const Environment = z.object({
  SOLANA_CLUSTER: variable(
    'localnet, devnet, testnet or mainnet-beta',
    (text) => Cluster.safeParse(text).data,
  ).default('localnet'),
  HOST: variable('an IP address or localhost', (text) =>
    text === 'localhost' || isIP(text) > 0 ? text : undefined,
  ).default('127.0.0.1'),
  PORT: port.default(3000),
  LOG_LEVEL: variable(LEVELS.join(', '), (text) => LEVELS.find((level) => level === text)).default('info'),
  PUBLIC_URL: url(HTTP).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url(['postgres:', 'postgresql:'], { hostless: true }).optional(),
  REDIS_URL: url(['redis:', 'rediss:'], { hostless: true }).optional(),
  SOLANA_RPC_URL: url(HTTP).optional(),
  SOLANA_RPC_URLS: endpoints.default([]),
  SOLANA_RPC_BUDGET: integer(MAX_RPC_BUDGET, `calls a second, from 0 (none) to ${MAX_RPC_BUDGET}`).optional(),
  SOLANA_WS_URL: url(['ws:', 'wss:']).optional(),
  LOCALNET_RPC_PORT: port.default(8899),
  ...localnetVariables(variable),
  SMTP_URL: url(['smtp:', 'smtps:'], { hostless: true }).optional(),
  MAIL_FROM: z.string().optional(),
  MAIL_DIGEST_SECONDS: integer(MAX_DIGEST_SECONDS, `whole seconds from 0 to ${MAX_DIGEST_SECONDS}`).default(
    NOTIFICATION_DIGEST_SECONDS,
  ),
  MASTER_KEY: variable('32 bytes in base64', parseKey).optional(),
  AI_BASE_URL: serviceUrl.optional(),
  AI_MODEL: z.string().optional(),
  AI_API_KEY: apiKey.optional(),
  ...liveVariables,
  TRUST_PROXY: variable('a number of proxies or their networks, separated by commas', parseProxies).default(
    false,
  ),
  ALLOWED_EMAILS: variable('addresses or @domains, separated by commas', parseEmails).default(null),
  METRICS_TOKEN: z.string().optional(),
})
type Environment = z.output<typeof Environment>

const wrong = (name: string, got: string, takes: string) =>
  new ConfigError(`${name} is ${JSON.stringify(got)}; expected ${takes}.`)

function parseEnvironment(env: Env): Environment {
  // An empty variable counts as not set.
  const given = Object.fromEntries(
    Object.entries(env).filter(([, text]) => text !== undefined && text !== ''),
  )
  const read = Environment.safeParse(given)
  if (read.success) return read.data
  const [issue] = read.error.issues
  const name = String(issue?.path[0])
  const secret = SECRET.includes(name) || (issue?.code === 'custom' && issue.params?.secret === true)
  throw wrong(name, secret ? '(hidden)' : (env[name] ?? ''), issue?.message ?? '')
}

/** The default follows the RPC endpoint: the next port on this machine, only the scheme elsewhere. */
function subscriptionUrl({ SOLANA_WS_URL }: Environment, rpc: URL | undefined): string | null {
  if (SOLANA_WS_URL || !rpc) return SOLANA_WS_URL?.href ?? null
  const derived = new URL(rpc)
  derived.protocol = rpc.protocol === 'https:' ? 'wss:' : 'ws:'
  if (isLoopback(rpc.hostname) && rpc.port) derived.port = String(Number(rpc.port) + 1)
  return derived.href
}

/** The agents' model: URL and name are set together; the key is optional (local models need none). */
function modelEndpoint({ AI_BASE_URL: base, AI_MODEL: model, AI_API_KEY: key }: Environment): Config['ai'] {
  if (!base && model) throw wrong('AI_MODEL', model, 'AI_BASE_URL to be set as well')
  if (!base && key) throw wrong('AI_API_KEY', '(hidden)', 'AI_BASE_URL to be set as well')
  if (!base) return null
  if (!model) throw wrong('AI_MODEL', '', 'a model name, since AI_BASE_URL is set')
  return { baseUrl: base, apiKey: key ?? null, model }
}

export function readConfig(env: Env = process.env): Config {
  const read = parseEnvironment(env)
  const { HOST: host, PORT: listenPort, SOLANA_CLUSTER: cluster, TRUST_PROXY: trustProxy } = read
  const loopback = isLoopback(host)
  const rpc = read.SOLANA_RPC_URL ?? (cluster === 'localnet' ? undefined : new URL(PUBLIC_RPC[cluster]))
  const origin = `http://${isIP(host) === 6 ? `[${host}]` : host}:${listenPort}`
  const publicUrl = read.PUBLIC_URL ?? new URL(origin)
  const smtpUrl = read.SMTP_URL?.href ?? null
  const exposed = whyExposed({ host, publicUrl, loopback, trustProxy, cluster }) !== null
  const config: Config = {
    host,
    port: listenPort,
    publicUrl,
    dataDir: resolve(read.DATA_DIR),
    databaseUrl: read.DATABASE_URL?.href ?? null,
    redisUrl: read.REDIS_URL?.href ?? null,
    cluster,
    rpcUrl: rpc?.href ?? null,
    rpcUrls: [...new Set(read.SOLANA_RPC_URLS)].filter((href) => href !== rpc?.href),
    rpcBudget: read.SOLANA_RPC_BUDGET ?? null,
    wsUrl: subscriptionUrl(read, rpc),
    localnetRpcPort: read.LOCALNET_RPC_PORT,
    localnetRules: localnetRules(read),
    smtpUrl,
    mailFrom: read.MAIL_FROM ?? `Purser <purser@${host === '127.0.0.1' ? 'localhost' : host}>`,
    mailDigestSeconds: read.MAIL_DIGEST_SECONDS,
    masterKey: read.MASTER_KEY ?? null,
    ai: modelEndpoint(read),
    ...liveSettings(read, cluster, wrong),
    trustProxy,
    allowedEmails: read.ALLOWED_EMAILS,
    metricsToken: read.METRICS_TOKEN ?? null,
    logLevel: read.LOG_LEVEL,
    loopback,
    exposed,
    outbox: !exposed && smtpUrl === null,
  }
  const unsafe = whyUnsafe(config)
  if (unsafe !== null) throw new ConfigError(unsafe)
  return config
}
