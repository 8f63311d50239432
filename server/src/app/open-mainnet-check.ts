/** Assembles the operator's check of mainnet: the same adapters as for a trade, without a database. */
import type { Address } from '@solana/kit'
import { createBudget } from '../adapters/chain/endpoint/budget.ts'
import { createCluster } from '../adapters/chain/cluster/cluster.ts'
import { createEndpoint } from '../adapters/chain/endpoint/endpoint.ts'
import { createHighestSlot } from '../adapters/chain/cluster/highest-slot.ts'
import { createRpcNode } from '../adapters/chain/rpc.ts'
import { createBuilds } from '../adapters/market/live/jupiter/build.ts'
import { createCandleClient } from '../adapters/market/live/candles/candle-client.ts'
import { createPrepare } from '../adapters/market/live/prepare.ts'
import { createPrices } from '../adapters/market/live/jupiter/prices.ts'
import { createService } from '../adapters/market/live/jupiter/service.ts'
import type { Config } from '../config/config.ts'
import { type Clock, systemClock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import { createBuildCheck } from '../mainnet-check/build-check.ts'
import type { MainnetCheckParts } from '../mainnet-check/check.ts'
import { findPayer } from '../mainnet-check/payer.ts'
import type { CandleFinding } from '../mainnet-check/services.ts'
import { getLimits } from '../public-endpoints.ts'

export type MainnetCheckOptions = {
  config: Pick<Config, 'rpcUrls' | 'rpcBudget' | 'jupiter' | 'candles'> & { rpcUrl: string }
  /** The wallet to simulate with; null: any that has enough. */
  payer: Address | null
  log: Log
  clock?: Clock
}

const CANDLE_SECONDS = 3_600
const CANDLES_WITHIN_MS = 10_000

export function openMainnetCheck(
  { config, payer, log, clock = systemClock }: MainnetCheckOptions,
  opened: AsyncDisposableStack,
): MainnetCheckParts {
  const slots = createHighestSlot(clock)
  const nodes = [config.rpcUrl, ...config.rpcUrls].map((url, i) => {
    const limits = getLimits(url, config.rpcBudget)
    const budget = limits === null ? null : createBudget({ clock, ...limits })
    const endpoint = createEndpoint({ url, name: `endpoint ${i + 1}`, clock, budget, slots })
    return createRpcNode({ endpoint, lane: 'money', log, clock })
  })
  const chain = createCluster(nodes)
  const service = createService({ ...config.jupiter, clock, log })
  const prices = createPrices({ service, clock, log })
  const builds = createBuilds({ service, clock })
  const candles = createCandleClient({ config: config.candles, clock, log })
  opened.defer(service.close)
  opened.defer(candles.close)

  async function candlePage(mint: string): Promise<CandleFinding> {
    const call = { lane: 'newest', withinMs: CANDLES_WITHIN_MS } as const
    const found = await candles.pool(mint, call)
    if ('outage' in found) return found
    if (found.pool === null) return { rows: 0, newest: 0 }
    const page = await candles.page({ pool: found.pool, mint, seconds: CANDLE_SECONDS, before: null }, call)
    if (page === 'end') return { rows: 0, newest: 0 }
    if ('outage' in page) return page
    return { rows: page.rows.length, newest: page.rows.at(-1)?.time ?? 0 }
  }

  return {
    nodes,
    chain,
    log,
    services: {
      health: () => service.health(),
      hosts: { market: new URL(config.jupiter.url).host, candles: new URL(config.candles.url).host },
      readPrice: prices.priceUsd,
      candlePage,
      checkBuild: createBuildCheck({
        build: builds.build,
        prepare: createPrepare({ builds, chain }),
        chain,
        payer: () => findPayer(chain, payer),
      }),
    },
  }
}
