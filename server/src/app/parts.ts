/** The parts that the application is created from, and its interface. */
import type { Endpoint } from '@purser/contract/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { Database } from '../db/client.ts'
import type { Release } from '../work.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { MasterKey } from '../master-key.ts'
import type { Rotation } from '../operator/rotation.ts'
import type { TokenSearch } from '../ports/token-search.ts'
import type { LiveParts } from './live-parts.ts'

export type AppParts = {
  config: Config & { rpcUrl: string }
  database: Database
  masterKey: MasterKey
  log: Log
  version: string
  /** Directory of the built console. */
  console: string
  clock?: Clock
  /** In tests: the facts of a live market's service about tokens, whatever the market is. */
  tokenSearch?: TokenSearch
  /** The live market's prices, routes, candles and tokens; absent if the market is simulated. */
  live?: LiveParts
  /** Creates a mint of mainnet on the local network; absent if another process runs it. Throws chain_refused. */
  mirrorMint?: (mint: { address: string; decimals: number }) => Promise<void>
  /** See certainty; shorter in tests. */
  apartMs?: number
  /** Seconds between two scans of a wallet with open links; shorter in tests. */
  scanSeconds?: number
  /** Whether the limits of real money apply; tests may set it. By default the cluster decides. */
  realFunds?: boolean
  /** In tests: allows another process on the database without fan-out. */
  beside?: boolean
}

export type App = {
  http: FastifyInstance
  /** All endpoints and channels, for tests that go through them. */
  endpoints: Endpoint[]
  channels: string[]
  rotation: Rotation
  loginCode(email: string): Promise<string | null>
  release: Release
  warmUp(): Promise<void>
  close(): Promise<void>
}
