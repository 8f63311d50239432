/**
 * Wallets of users and of the desk itself, with a handle for each idea. Key bytes never leave this domain: others ask for a
 * signer. `tx` is a transaction of the caller, and `handle` one that a read may join. What is asked for and is not the
 * user's throws not_found, if nothing else is said.
 */
import type { WalletGroup } from '@purser/contract/wallets/wallet-groups.ts'
import type { WalletNeed } from '@purser/contract/wallets/wallet-texts.ts'
import type { GeneratedWallet, ImportResult, Wallet } from '@purser/contract/wallets/wallets.ts'
import type { Address, TransactionPartialSigner } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import type { Commitments } from './commitments.ts'
import type { Secrets } from './keys/secrets.ts'
import type { SystemRole } from './keys/system-wallets.ts'
import type { ListedRow, Within } from './wallets.store.ts'

/** A wallet as other domains see it: never its key. */
export type OwnedWallet = { id: number; userId: number; name: string; address: Address }

export type Wallets = {
  /** Texts of other domains that are sealed at rest. */
  secrets: Secrets
  creation: Creation
  changes: Changes
  views: Views
  lookups: Lookups
  keys: Keys
  commitments: Commitments
  connections: Connections
}

/** The caller's address and browser. */
export type Origin = { client: string; device?: string | undefined }
export type Single = { name: string | undefined } & Origin
export type Bulk = {
  count: number
  namePrefix: string
  groupId: number | null
  /** null: none; '': named by prefix and time. */
  newGroup: string | null
}
export type KeysGiven = string | (string | number[])[]
export type Import = {
  keys: KeysGiven
  name: string | undefined
  namePrefix: string | undefined
  groupId: number | null
}

/** Makes wallets and imports them. Throws wallet_limit. */
export type Creation = {
  /** Answers the private key as well with `key`, and never again without a reveal. */
  generate(tx: Db, userId: number, options: Single & { key: boolean }): Promise<GeneratedWallet>
  /** Makes one that the desk needs for the user, without its key. */
  make(tx: Db, userId: number, options: Single): Promise<OwnedWallet>
  /** Makes all or none, without a key in the answer. */
  generateBulk(
    tx: Db,
    userId: number,
    bulk: Bulk & Origin,
  ): Promise<{ group_id: number | null; wallets: Wallet[] }>
  /** Answers again a generate for a repeated request. With `key` from the sealed key: a reveal like any other. */
  regenerate(userId: number, id: number, options: Origin & { key: boolean }): Promise<GeneratedWallet>
  import(
    tx: Db,
    userId: number,
    wanted: Import & Origin,
  ): Promise<{ wallets: Wallet[]; results: ImportResult[] }>
  /** Throws what the import would, and imports nothing. */
  checkImport(userId: number, wanted: Import): Promise<void>
  /** Has the listener called with the addresses, in the transaction that imports wallets. */
  whenImported(listener: ImportListener): void
}
export type ImportListener = (tx: Db, addresses: Address[]) => Promise<void>

export type WalletChange = {
  name?: string | undefined
  is_default?: boolean | undefined
  updated_at?: string | undefined
}
export type Deletion = Origin & {
  name?: string | undefined
  acknowledged?: boolean | undefined
  /** Throws where a code is needed; called for a wallet that holds funds. */
  allow(): Promise<void>
  /** Notifies the owner that a wallet with funds was deleted, once the transaction commits. */
  notify(tx: Db, about: string): Promise<void>
}
/** Returns what domains to the right know about a wallet that is to be deleted. */
export type DeletionGuard = {
  /** Returns why the wallet is needed now, or null. Called again within the transaction. */
  needed?(wallet: ListedRow, db: Db): Promise<WalletNeed | null>
  /** Returns its holdings as text ('1.5 SOL and 20 USDC'), or null. */
  funds?(wallet: ListedRow): Promise<string | null>
}

/** Changes and deletes wallets, and keeps them from being deleted. */
export type Changes = {
  /** Throws changed_meanwhile and default_needed. */
  update(tx: Db, userId: number, id: number, change: WalletChange): Promise<Wallet>
  /** Throws wallet_in_use, wallet_holds_funds, and what `allow` of the deletion throws. */
  remove(
    userId: number,
    id: number,
    deletion: Deletion,
  ): Promise<{ message: string; default_id: number | null }>
  /** Registers a reason why a wallet must not be deleted. */
  guardDeletion(guard: DeletionGuard): void
  /** Until the transaction ends these are the user's, and no wallet of the user can be deleted. */
  hold(tx: Db, userId: number, these: { ids: number[] } | { addresses: string[] }): Promise<void>
}

/** Reads wallets and groups as the API answers them, oldest first. */
export type Views = {
  /** null: all, else those of a group or of none. */
  listWithGroups(userId: number, where: Within): Promise<{ wallets: Wallet[]; groups: WalletGroup[] }>
  listGroups(userId: number): Promise<WalletGroup[]>
  get(userId: number, id: number): Promise<Wallet>
  getByAddress(userId: number, address: string): Promise<Wallet>
}

/** Finds wallets for other domains. */
export type Lookups = {
  /** Returns them in the order of `ids`. */
  getByIds(userId: number, ids: number[], handle?: Db): Promise<OwnedWallet[]>
  /** Returns them in the order of `addresses`. `recent`: as they were a second ago, by their former names perhaps. */
  getByAddresses(userId: number, addresses: string[], how?: { recent: boolean }): Promise<OwnedWallet[]>
  /** null: not the user's. */
  find(tx: Db, userId: number, id: number): Promise<OwnedWallet | null>
  findDefault(userId: number): Promise<OwnedWallet | null>
  /** Finds a wallet of the user whose address looks like this one and is another. */
  findAlike(userId: number, address: string): Promise<{ address: string; name: string } | undefined>
  list(userId: number, handle?: Db): Promise<(OwnedWallet & { groupIds: number[] })[]>
  /** Lists the wallets of a group, oldest first. */
  listInGroup(userId: number, groupId: number): Promise<OwnedWallet[]>
  /** Lists those of these addresses that are the user's, oldest first. */
  listAmong(userId: number, addresses: string[]): Promise<Omit<OwnedWallet, 'userId'>[]>
  /** Lists those of these addresses that are wallets of any user. */
  listOfAnyone(addresses: string[]): Promise<OwnedWallet[]>
  /**
   * Lists which of these addresses are the user's wallets, without those whose keys came in or were answered lately, or
   * `ever`: others may hold them.
   */
  listSettled(userId: number, addresses: string[], how?: { ever: boolean }): Promise<Set<string>>
  /** Lists the ids of those whose keys came from elsewhere. */
  listImported(userId: number): Promise<number[]>
  /** Lists the users who have wallets. */
  listHolders(): Promise<number[]>
}

/** Signs, and shows keys. */
export type Keys = {
  signer(userId: number, address: string): Promise<TransactionPartialSigner>
  /** Returns them in the order of `addresses`. */
  signers(userId: number, addresses: string[]): Promise<TransactionPartialSigner[]>
  /** Signs for a wallet of the desk itself, which is made on first use. */
  systemSigner(role: SystemRole): Promise<TransactionPartialSigner>
  /** Returns the key in base58. It is limited and recorded. Throws too_many_reveals. */
  reveal(userId: number, address: string, origin: Origin): Promise<string>
}

/** Connects a wallet to a session. */
export type Connections = {
  connect(caller: { userId: number; sessionId: string }, address: string): Promise<void>
  find(caller: { userId: number; sessionId: string }): Promise<OwnedWallet | null>
  disconnect(sessionId: string): Promise<void>
}

/** The capability of signing alone. */
export type WalletSigners = { keys: Pick<Keys, 'signers'> }
