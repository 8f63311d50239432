/** The parts of top-ups. A verb takes from them what it needs. */
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { KeyedMutex } from '../../kernel/concurrency/keyed-mutex.ts'
import type { Log } from '../../kernel/log.ts'
import type { AccountReads, Balances } from '../../ports/chain.ts'
import type { Transfers } from '../transfers/index.ts'
import type { Groups, OwnedWallet, Wallets } from '../wallets/index.ts'
import type { Guard, RealFunds } from './guard.ts'
import type { Settings } from './settings.ts'

export type TopUpParts = {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  chain: Balances & AccountReads
  transfers: Transfers
  wallets: Wallets
  groups: Groups
  /** Present if funds are real. */
  realFunds?: RealFunds
}

export type TopUpState = TopUpParts & {
  guard: Guard
  /** Runs what has the same key one after the other. */
  runExclusive: KeyedMutex
  publishChange(userId: number): void
}

/** Settings under which a round can begin. */
export type Ready = Settings & { funding: OwnedWallet }
export type RoundStarter = 'user' | 'worker'
