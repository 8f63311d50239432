/** The interface of the domain. */
import type { BotTrade, BotWallet } from '@purser/contract/trading-bots/trading-bot-trades.ts'
import type {
  Bot,
  BotParameters,
  BotParametersChange,
  TokenAnalysis,
} from '@purser/contract/trading-bots/trading-bots.ts'
import type { WalletGroupStatus } from '@purser/contract/wallets/wallet-groups.ts'
import type { Db } from '../../db/client.ts'
import type { Page } from './trades/lists.ts'
import type { Asking, Requests } from './requests/requests.ts'

export type TradingBots = {
  parameters: {
    /** The defaults for a group without a bot. */
    get(userId: number, groupId: number): Promise<BotParameters>
    /** During a run they take effect at each wallet's next turn. Throws bot_token_fixed. */
    save(asking: Omit<Asking, 'originKey'>, change: BotParametersChange): Promise<BotParameters>
  }
  requests: Pick<Requests, 'preview' | 'start' | 'stop'>
  /** The bot of a group, or those of all groups; and why no bot runs on this network, null if it may. */
  status(userId: number, groupId?: number): Promise<{ bots: Bot[]; unavailable: string | null }>
  /** Finds the currencies that a token can be traded for. Throws invalid_input, chain_away and market_away. */
  analyze(mint: string): Promise<TokenAnalysis>
  trades(userId: number, groupId: number, page: Page): Promise<{ trades: BotTrade[]; next?: string }>
  wallets(userId: number, groupId: number, page: Page): Promise<{ wallets: BotWallet[]; next?: string }>
  /** The groups of the user with the states of their bots. */
  groups(userId: number): Promise<WalletGroupStatus[]>
  /** For the kill switch. */
  halts: {
    /** The number of bots that are not inactive. */
    running(userId: number): Promise<number>
    /** Requests the stop of all. Returns their ids. */
    haltAll(tx: Db, userId: number): Promise<string[]>
    /** Waits a moment until these are inactive. Returns how many are not. */
    settle(userId: number, ids: string[]): Promise<number>
  }
  /** Claims the bots that a dead process left running, and runs all from now on. */
  run(): Promise<void>
  /** Deletes old trades in portions, as long as there are more. */
  sweep(): Promise<void>
  /** Begins nothing more; trades in flight are left to the next process. */
  close(): Promise<void>
}
