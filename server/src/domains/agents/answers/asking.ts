/** Who asks, and what an answer is made from. */
import type { Db } from '../../../db/client.ts'
import type { Market } from '../../../ports/market.ts'
import type { Balances } from '../../balances/index.ts'
import type { Strategies } from '../../strategies/index.ts'
import type { Wallets } from '../../wallets/index.ts'

export type AnswerParts = {
  db: Db
  market: Market
  strategies: Strategies
  balances: Balances
  wallets: Wallets
}
export type Asking = { userId: number; agentId: number; walletAddresses: string[]; now: number }
