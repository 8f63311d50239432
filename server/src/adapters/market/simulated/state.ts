/** The state that the verbs of the simulated market share. */
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { MintInfo } from '../../../ports/chain-data.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { createMakerSwaps } from '../maker/swaps.ts'
import type { Impacts } from './impacts.ts'
import type { Path } from './path.ts'
import type { Profile } from './profile.ts'
import type { createTradedMints } from './traded.ts'

/** Writes rows that carry the market's time: the market's speed does not change meanwhile. */
export type WriteAtMarketTime = <T>(write: (db: Db) => Promise<T>, within?: Db) => Promise<T>

export type SimulatedState = {
  db: Db
  chain: Chain
  clock: Clock
  marketNow: () => number
  writing: WriteAtMarketTime
  seed: string
  cluster: 'localnet' | 'devnet' | 'testnet' | 'mainnet-beta'
  mintsHere: ((mint: string) => Promise<boolean>) | undefined
  swaps: ReturnType<typeof createMakerSwaps>
  traded: ReturnType<typeof createTradedMints>
  impacts: Impacts
  paths: Map<string, { profile: Profile; path: Path }>
  /** Mints that were looked up on the chain. */
  mints: Map<string, MintInfo>
  /** Mints that `mintsHere` has found: once created they stay so. */
  created: Set<string>
  /** When old impacts were swept, by the monotonic clock. */
  sweptAt: number
}
