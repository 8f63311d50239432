import type {
  EligibleWallet,
  FundingWallet,
  TopUpChange,
  TopUpLog,
  TopUpPreview,
  TopUpSettings,
} from '@purser/contract/top-ups.ts'
import type { Db } from '../../db/client.ts'
import type { Caller } from '../accounts/index.ts'

export type RoundResult = { operationId: string | null; message: string }
/** The address and browser that a change is asked from. */
export type ChangeOrigin = { client: string; device: string }

/** Automatic top-up: settings, rounds by hand and every minute, and their logs. */
export type TopUps = {
  readSettings(userId: number): Promise<TopUpSettings>
  /**
   * Throws funding_wallet_missing where it is switched on without one; key_code_needed and wrong_key_code where it raises
   * the cap that holds and funds are real.
   */
  changeSettings(caller: Caller, change: TopUpChange, origin: ChangeOrigin): Promise<TopUpSettings>
  /** Shows the settings as they would be stored, and what the first round under them would do. */
  preview(userId: number, change: TopUpChange): Promise<{ data: TopUpSettings } & TopUpPreview>
  /** Tells whether rounds begin by themselves. */
  isOn(userId: number): Promise<boolean>
  /** In the caller's transaction: a round that is planned but not written does not begin any more. False: it was off. */
  switchOff(tx: Db, userId: number): Promise<boolean>
  /** Lists all wallets of the user, the richest first. */
  listFundingWallets(userId: number): Promise<FundingWallet[]>
  /** Lists wallets in need without an open transfer to them, the lowest first. */
  listEligible(userId: number): Promise<EligibleWallet[]>
  listLogs(userId: number, limit?: number): Promise<TopUpLog[]>
  /**
   * Resolves as soon as the operation is written; the same origin key is the same round. Throws auto_distribution_off,
   * funding_wallet_missing, funds_in_flight while the funding wallet is sending, stopped_meanwhile, and chain_away.
   */
  beginRound(userId: number, originKey: string): Promise<RoundResult>
  /** Begins a round for each user who has switched it on. What fails now is left to a later one. */
  beginRounds(): Promise<void>
  /** Begins no more rounds; the engine finishes what is under way. */
  stop(): void
  sweep(): Promise<void>
}
