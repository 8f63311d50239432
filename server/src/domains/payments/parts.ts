/** The parts of payments. A verb takes from them what it needs. */
import type { Cluster } from '@purser/contract/system.ts'
import type { Database, Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { UserMutex } from '../../kernel/concurrency/keyed-mutex.ts'
import type { Limiter } from '../../kernel/concurrency/limiter.ts'
import type { Log } from '../../kernel/log.ts'
import type { Chain } from '../../ports/chain.ts'
import type { Market } from '../../ports/market.ts'
import type { AddressNotifications } from '../../ports/signature-notifications.ts'
import type { Sends } from '../distributions/index.ts'
import type { Transfers } from '../transfers/index.ts'
import type { Wallets } from '../wallets/index.ts'
import type { PaymentEvents } from './events.ts'
import type { Stocked } from './payer/test-payment.ts'
import type { Pace, Watcher } from './watcher/watcher.ts'

export type PaymentsParts = {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  limiter: Limiter
  chain: Chain
  market: Market
  transfers: Transfers
  wallets: Wallets
  faucet: Stocked
  sends: Sends
  /** Present if other processes share the database. */
  lock?: Database['lock']
  cluster: Cluster
  publicUrl: URL
  /** Resolves when all commits survive a power loss. */
  sync(): Promise<void>
  events?: PaymentEvents
  pace?: Pace
  /** How far apart two observations of a single endpoint are; shorter in tests. */
  apartMs?: number | undefined
  notifications?: AddressNotifications | undefined
}

export type PaymentState = PaymentsParts & {
  events: PaymentEvents
  watcher: Watcher
  runExclusive: UserMutex
  publishChange(userId: number): void
}
