/** The settings of the live market: the sources of prices, routes and candles, and whether funds may be real. */
import type { Cluster } from '@purser/contract/system.ts'
import type * as z from 'zod'
import { apiKey, integer, serviceUrl, variable } from './config-variables.ts'

export type LiveSettings = {
  /** 'live' on the local network is practice: prices of mainnet, test funds. */
  market: 'simulated' | 'live'
  acceptRealFunds: boolean
  jupiter: { url: string; apiKey: string | null; callsPerMinute: number }
  candles: { url: string; apiKey: string | null; plan: CandlesPlan; callsPerMinute: number }
}
type CandlesPlan = 'keyless' | 'demo' | 'pro'

/** A sliding minute over all of its calls: 0.5 a second without a key, 1 with a free one, more by its paid plans. */
const JUPITER_URL = 'https://api.jup.ag'
const JUPITER_CALLS = { keyless: 30, free: 60 }
/**
 * https://docs.coingecko.com/docs/setting-up-your-api-key, with the path of on-chain data. Calls a minute: without a
 * key the number that the service surely allows, with one the least that a plan of its kind allows.
 */
const CANDLES: Record<CandlesPlan, { url: string; callsPerMinute: number }> = {
  keyless: { url: 'https://api.geckoterminal.com/api/v2', callsPerMinute: 6 },
  demo: { url: 'https://api.coingecko.com/api/v3/onchain', callsPerMinute: 30 },
  pro: { url: 'https://pro-api.coingecko.com/api/v3/onchain', callsPerMinute: 250 },
}
const MAX_CALLS = 10_000
const MARKETS = ['simulated', 'live'] as const
const PLANS = ['demo', 'pro'] as const
const ANSWERS = ['yes', 'no'] as const

const oneOf = <T extends string>(values: readonly T[]) =>
  variable(values.join(' or '), (text) => values.find((value) => value === text))
const calls = integer(MAX_CALLS, `calls a minute, from 1 to ${MAX_CALLS}`, 1)

export const LIVE_SECRETS = ['JUPITER_API_KEY', 'COINGECKO_API_KEY']

export const liveVariables = {
  MARKET: oneOf(MARKETS).optional(),
  ACCEPT_REAL_FUNDS: oneOf(ANSWERS).default('no'),
  JUPITER_URL: serviceUrl.default(JUPITER_URL),
  JUPITER_API_KEY: apiKey.optional(),
  JUPITER_CALLS_PER_MINUTE: calls.optional(),
  CANDLES_URL: serviceUrl.optional(),
  CANDLES_CALLS_PER_MINUTE: calls.optional(),
  COINGECKO_API_KEY: apiKey.optional(),
  COINGECKO_PLAN: oneOf(PLANS).optional(),
}

type Read = z.output<z.ZodObject<typeof liveVariables>>

/** `wrong`: the function of config.ts that makes the error. */
export function liveSettings(
  read: Read,
  cluster: Cluster,
  wrong: (name: string, got: string, takes: string) => Error,
): LiveSettings {
  const real = cluster === 'mainnet-beta'
  const market = read.MARKET ?? (real ? 'live' : 'simulated')
  if (market === 'simulated' && real)
    throw wrong('MARKET', market, 'live on mainnet-beta: funds there are real')
  if (market === 'live' && !real && cluster !== 'localnet')
    throw wrong('MARKET', market, `simulated on ${cluster}: live prices are for mainnet-beta and localnet`)
  const { JUPITER_API_KEY: jupiterKey, COINGECKO_API_KEY: candlesKey, COINGECKO_PLAN: paid } = read
  if (paid && !candlesKey) throw wrong('COINGECKO_PLAN', paid, 'COINGECKO_API_KEY to be set as well')
  const plan = candlesKey ? (paid ?? 'demo') : 'keyless'
  return {
    market,
    acceptRealFunds: read.ACCEPT_REAL_FUNDS === 'yes',
    jupiter: {
      url: read.JUPITER_URL,
      apiKey: jupiterKey ?? null,
      callsPerMinute: read.JUPITER_CALLS_PER_MINUTE ?? JUPITER_CALLS[jupiterKey ? 'free' : 'keyless'],
    },
    candles: {
      url: read.CANDLES_URL ?? CANDLES[plan].url,
      apiKey: candlesKey ?? null,
      plan,
      callsPerMinute: read.CANDLES_CALLS_PER_MINUTE ?? CANDLES[plan].callsPerMinute,
    },
  }
}
