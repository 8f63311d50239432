/** The user who asks, and the parts that an answer is made from. */
import type { Db } from '../../../db/client.ts'
import type { Market } from '../../../ports/market.ts'
import type { TokenLookUp } from '../../../ports/token-search.ts'
import type { Balances } from '../../balances/index.ts'
import type { Strategies } from '../../strategies/index.ts'
import type { TokenNames } from '../../tokens/index.ts'
import type { Wallets } from '../../wallets/index.ts'

export type AnswerParts = {
  db: Db
  market: Market
  strategies: Strategies
  balances: Balances
  wallets: Wallets
  tokenNames: Pick<TokenNames, 'labels'>
  /** null where the market is simulated. */
  lookUp: TokenLookUp | null
}
export type Asking = { userId: number; agentId: number; walletAddresses: string[]; now: number }
