/**
 * The simulated market of localnet, devnet and testnet. Prices are a function of mint, seed and time, plus the decaying
 * impact of trades. Swaps are real: they settle on chain in one transaction against the market maker's wallet.
 */
import type { TransactionSigner } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import type { Bus } from '../../../kernel/bus.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { Market } from '../../../ports/market.ts'
import { isSol } from '../maker/legs.ts'
import { createMakerSwaps } from '../maker/swaps.ts'
import { readCandles, readPast } from './history.ts'
import { createImpacts, IMPACT_HALF_LIFE_MS } from './impacts.ts'
import { deleteImpactsAfter } from './impacts.store.ts'
import { prepare, quote, readFriction } from './quote.ts'
import { settle } from './settle.ts'
import { findMint, isKnown, readPrice } from './sides.ts'
import type { SimulatedState, WriteAtMarketTime } from './state.ts'
import { createTradedMints } from './traded.ts'

export type SimulatedMarketParts = {
  db: Db
  /** Carries the effects of swaps on prices; without it each price reads the table. */
  bus?: Pick<Bus, 'publish' | 'subscribe'>
  chain: Chain
  clock: Clock
  /** The market's time if it differs from the clock's. */
  marketClock?: Pick<Clock, 'now'> & { writing: WriteAtMarketTime }
  /** The signer of the market maker's wallet. */
  maker: () => Promise<TransactionSigner>
  /** Markets with the same seed have the same history. */
  seed: string
  /** On mainnet-beta nothing is traded and nothing has a price: funds there are real. */
  cluster: SimulatedState['cluster']
  /** Whether a mint may be traded besides SOL; by default every mint of the local network, and none elsewhere. */
  mintsHere?: (mint: string) => Promise<boolean>
}

export { IMPACT_HALF_LIFE_MS }

/** Sets the market's time back: swaps that settled later no longer count. */
export const rewindSimulatedMarket = (db: Db, to: Date): Promise<void> => deleteImpactsAfter(db, to)

export function createSimulatedMarket(parts: SimulatedMarketParts): Market {
  const market = initialState(parts)
  return {
    name: 'simulated',
    quote: (request) => quote(market, request),
    friction: (pair) => readFriction(market, pair),
    prepare: (quoted, trader) => prepare(market, quoted, trader),
    settled: (swap, within) => settle(market, swap, within as Db | undefined),
    unsettled: market.impacts.drop,
    untraded: market.traded.untraded,
    candles: (request) => readCandles(market, request),
    past: (request) => readPast(market, request),
    healthy: () => market.chain.healthy(),
    async priceUsd(mint) {
      return (await findMint(market, mint)) === undefined ? null : readPrice(market, mint)
    },
  }
}

function initialState(parts: SimulatedMarketParts): SimulatedState {
  const { db, chain, clock, maker, cluster } = parts
  const { now: marketNow, writing } = parts.marketClock ?? {
    now: clock.now,
    writing: (write, within = db) => write(within),
  }
  return {
    db,
    chain,
    clock,
    marketNow,
    writing,
    seed: parts.seed,
    cluster,
    mintsHere: parts.mintsHere,
    swaps: createMakerSwaps({ chain, clock, maker, fills: cluster === 'localnet', refills: isKnown }),
    traded: createTradedMints({ db, isAlwaysTraded: (mint) => isSol(mint) || isKnown(mint) }),
    impacts: createImpacts({ db, clock, now: marketNow, bus: parts.bus }),
    paths: new Map(),
    mints: new Map(),
    created: new Set(),
    sweptAt: clock.monotonic(),
  }
}
