/**
 * Before a wallet first pays fees after a start, its history on the chain is read. A payment of this desk that the
 * database does not know (the database is older than the chain) holds the wallet until it is booked or released.
 */
import type { Address } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Blockhashes, Endpoints, Ledger } from '../../../ports/chain.ts'
import type { NewestSignature } from '../journal/journal-state.store.ts'
import type { Reconciliation } from '../journal/reconciliation.ts'
import type { WalletHold } from './wallet-holds.ts'

export type FeePayersParts = {
  db: Db
  chain: Endpoints & Ledger & Blockhashes
  log: Log
  /** Lines of the journal file that could not be restored, and how to try again. */
  lines: Pick<Reconciliation, 'unrestored' | 'restoreAgain'>
  /** Tells whether operations of this type are bulk operations. */
  isBulk(type: string): boolean
}

/** The state that the verbs share. */
export type FeePayersState = FeePayersParts & {
  /** Histories that were read or are being read, by wallet. */
  scans: Map<Address, Promise<void>>
  /** `newest`: the next reading starts there. */
  found: Map<Address, { holds: WalletHold[]; newest: NewestSignature | null }>
}

export type FeePayers = {
  /**
   * Resolves when the wallet may pay fees. Throws wallet_on_hold, and chain_away while its history cannot be read.
   */
  ready(address: Address): Promise<void>
  /** Forgets the histories that were read: the database may have lost its knowledge of them. */
  readAgain(): void
  /** Comes before an operation is written: throws wallet_on_hold if another operation holds one of them. */
  require(addresses: Address[], operationId: string): Promise<void>
  /** Lists all holds known by now. */
  list(): Promise<WalletHold[]>
}
