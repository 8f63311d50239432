import { onKnownMints, requireKnownMints } from '../known-mints.ts'
import type { Chain } from '../ports/chain.ts'
import type { LiveParts, MarketService } from './live-parts.ts'
import type { Kernel } from './open-kernel.ts'
import type { AppParts } from './parts.ts'

/** `staleMs`: how long it has sent prices that are not used. */
type Health = { outage: string | null; sinceMs: number; callsLeft?: number; staleMs?: number | null } | null

const ROUTES = { name: 'prices and routes', keySetting: 'JUPITER_API_KEY' } as const
const HISTORY = { name: 'price history', keySetting: 'COINGECKO_API_KEY' } as const
const STATES: Record<string, MarketService['state']> = { unauthorised: 'refused', rate_limited: 'limited' }

function serviceState(
  { name, keySetting }: Pick<MarketService, 'name' | 'keySetting'>,
  health: Health,
  now: number,
): MarketService {
  if (health === null) return { name, keySetting, state: 'unknown', since: null, callsLeft: null }
  const { outage, sinceMs, callsLeft = null, staleMs = null } = health
  const state = outage !== null ? (STATES[outage] ?? 'away') : staleMs !== null ? 'stale' : 'ok'
  const lasts = state === 'stale' && staleMs !== null ? staleMs : sinceMs
  return { name, keySetting, state, since: new Date(now - lasts).toISOString(), callsLeft }
}

/** The services of the live market: one budget of calls for routes, prices and tokens, one history of candles for all. */
export async function openLive(
  { config, live }: Pick<AppParts, 'config' | 'live'>,
  { chain, kernel }: { chain: Chain; kernel: Pick<Kernel, 'db' | 'clock' | 'log'> },
  opened: AsyncDisposableStack,
): Promise<LiveParts | null> {
  if (live || config.market === 'simulated') return live ?? null
  const { db, clock, log } = kernel
  // Loaded here, since a desk with the simulated market does not need it.
  const [
    { createService },
    { createPrices },
    { createKeptCandles },
    { createBuilds },
    { createTokenSearch },
  ] = await Promise.all([
    import('../adapters/market/live/jupiter/service.ts'),
    import('../adapters/market/live/jupiter/prices.ts'),
    import('../adapters/market/live/candles/candles.ts'),
    import('../adapters/market/live/jupiter/build.ts'),
    import('../adapters/market/live/jupiter/tokens.ts'),
  ])
  const { createLiveMarket } = await import('../adapters/market/live/live-market.ts')
  const service = createService({ ...config.jupiter, clock, log })
  const prices = createPrices({ service, clock, log })
  const routesHealth = (): Health => {
    const health = service.health()
    return health && { ...health, staleMs: prices.staleMs() }
  }
  const builds = createBuilds({ service, clock })
  const candles = createKeptCandles({ db, config: config.candles, clock, log })
  opened.defer(service.close)
  opened.defer(candles.close)
  // The local network's mints are mirrors: only the service knows the authorities of the real ones.
  const chainKnows = config.cluster === 'mainnet-beta'
  const compared = !chainKnows || (await requireKnownMints({ chain, log }))
  return {
    market(on) {
      const market = createLiveMarket({ builds, prices, candles, chain: on, clock, service })
      return chainKnows ? onKnownMints(market, { chain: on, log, compared }) : market
    },
    services: () => [
      serviceState(ROUTES, routesHealth(), clock.now()),
      serviceState(HISTORY, candles.health(), clock.now()),
    ],
    tokens: createTokenSearch({ service, chain, clock, log, chainKnows }),
    sweep: candles.sweep,
  }
}
