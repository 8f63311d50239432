/** Wallets of users and of the desk itself. Key bytes never leave this domain: others ask for a signer. */
import { REVEALS_PER_MINUTE, SETTLED_AFTER_MS } from '@purser/contract/limits.ts'
import type { GeneratedWallet, ImportResult, Wallet } from '@purser/contract/wallets.ts'
import type { WalletGroup } from '@purser/contract/wallet-groups.ts'
import type { Address, TransactionPartialSigner } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Limiter } from '../../kernel/concurrency/limiter.ts'
import { type Deletion, type DeletionGuard, deleteWallet, updateWallet, type WalletChange } from './change.ts'
import { findAlike } from './alike.store.ts'
import { type Bulk, generateBulk, generateOne, makeOne, type Origin, type Single } from './generate.ts'
import { checkImport, type Import, importKeys } from './import.ts'
import { createKeyring, type MasterKeys, ownerOf } from './keyring.ts'
import { type SealedWallet, walletBoundTo } from './keys.ts'
import { createSecrets } from './secrets.ts'
import { listSettled } from './settled.store.ts'
import { createListing } from './listing.ts'
import { createSystemWallets } from './system-wallets.ts'
import { viewWallet, viewWallets } from './views.ts'
import { createWalletRows } from './wallet-rows.ts'
import { createCommitments } from './commitments.ts'
import * as store from './wallets.store.ts'

export type WalletsParts = { db: Db; clock: Clock; limiter: Limiter; masterKey: MasterKeys }
type ImportListener = (tx: Db, addresses: Address[]) => Promise<void>
export type Wallets = ReturnType<typeof createWallets>
/** A wallet as other domains see it: never its key. */
export type OwnedWallet = { id: number; userId: number; name: string; address: Address }

const toOwned = ({ id, userId, name, address }: store.Named): OwnedWallet => ({
  id,
  userId,
  name,
  address,
})

const toSealed = ({ id, sealedKey, address }: store.WalletRow): SealedWallet => ({
  sealed: sealedKey,
  record: walletBoundTo(id),
  address,
})

export function createWallets({ db, clock, limiter, masterKey }: WalletsParts) {
  const keyring = createKeyring(masterKey)
  const now = () => new Date(clock.now())
  const guards: DeletionGuard[] = []
  const importers: ImportListener[] = []
  const rows = createWalletRows(db, clock)

  /** A key that leaves: limited, and recorded. */
  async function open(row: store.WalletRow, { client, device }: Origin): Promise<string> {
    const { id, userId, address, name } = row
    const retryAfterSeconds = await limiter.hit(`reveals:${userId}`, REVEALS_PER_MINUTE, 60)
    if (retryAfterSeconds !== null) throw new Fault('too_many_reveals', { retryAfterSeconds })
    // Recorded first: a key that left without a record would be worse than a record of one that did not.
    await db.transaction(async (tx) => {
      await store.markKeysOut(tx, [id], now())
      await store.writeAudit(tx, { userId, walletId: id, address, action: 'reveal', client })
      const detail = { wallet: name, address }
      await writeAudit(tx, { userId, type: 'reveal', detail, address: client, device })
    })
    return keyring.reveal(db, ownerOf(userId), async (again) =>
      toSealed(again ? ((await store.findById(db, userId, id)) ?? row) : row),
    )
  }

  return {
    /** Texts of other domains that are sealed at rest. */
    secrets: createSecrets(keyring),

    /** In the caller's transaction. With `key` the private key is in this answer, and never again without a reveal. */
    generate: (tx: Db, userId: number, options: Single & { key: boolean }): Promise<GeneratedWallet> =>
      generateOne(tx, keyring, userId, { ...options, at: now() }),

    /** In the caller's transaction: one that the desk needs for the user, without its key. */
    make: async (tx: Db, userId: number, options: Single): Promise<OwnedWallet> =>
      toOwned(await makeOne(tx, keyring, userId, { ...options, at: now(), keyOut: false })),

    /** In the caller's transaction: all or none, without a key in the answer. */
    generateBulk: (
      tx: Db,
      userId: number,
      bulk: Bulk & Origin,
    ): Promise<{ group_id: number | null; wallets: Wallet[] }> =>
      generateBulk(tx, keyring, userId, { ...bulk, at: now() }),

    /** In the caller's transaction. */
    import: (
      tx: Db,
      userId: number,
      wanted: Import & Origin,
    ): Promise<{ wallets: Wallet[]; results: ImportResult[] }> =>
      importKeys(tx, keyring, userId, { ...wanted, at: now() }).then(async (kept) => {
        const addresses = kept.wallets.map((wallet) => wallet.address as Address)
        for (const listener of importers) await listener(tx, addresses)
        return kept
      }),

    /** Called with the addresses, in the transaction that imports wallets. */
    whenImported: (listener: ImportListener): void => void importers.push(listener),

    /** Throws what the import would, and imports nothing. */
    mayImport: (userId: number, wanted: Import): Promise<void> => checkImport(db, userId, wanted),

    /** The answer of an earlier generate for a repeated request. With `key` from the sealed key: a reveal like any other. */
    async generated(
      userId: number,
      id: number,
      { key, ...from }: Origin & { key: boolean },
    ): Promise<GeneratedWallet> {
      const row = await store.findById(db, userId, id)
      if (!row) throw new Fault('not_found', { what: 'Wallet' })
      const wallet = await viewWallet(db, row)
      return key ? { ...wallet, private_key: await open(row, from) } : wallet
    },

    async list(userId: number): Promise<Wallet[]> {
      return (await viewWallets(db, userId, null)).wallets
    },

    /** Wallets and groups; null: all, else those of a group or of none. */
    overview: (userId: number, where: store.Within): Promise<{ wallets: Wallet[]; groups: WalletGroup[] }> =>
      viewWallets(db, userId, where),

    async get(userId: number, id: number): Promise<Wallet> {
      const [row] = await store.listByIds(db, userId, [id])
      if (!row) throw new Fault('not_found', { what: 'Wallet' })
      return viewWallet(db, row)
    },

    async byAddress(userId: number, address: string): Promise<Wallet> {
      return viewWallet(db, await rows.one(userId, address))
    },

    /** In the caller's transaction. */
    update: (tx: Db, userId: number, id: number, change: WalletChange): Promise<Wallet> =>
      updateWallet(tx, userId, id, change),

    remove: (
      userId: number,
      id: number,
      deletion: Deletion,
    ): Promise<{ message: string; default_id: number | null }> =>
      deleteWallet(db, guards, userId, id, deletion).finally(rows.forget),

    ...createCommitments(),

    /** Registers a reason why a wallet must not be deleted. */
    guardDeletion: (guard: DeletionGuard) => void guards.push(guard),

    /** The wallets with these ids, in order. Throws not_found where one is not the user's. */
    async ownedByIds(userId: number, ids: number[], handle: Db = db): Promise<OwnedWallet[]> {
      const rows = new Map((await store.listNamed(handle, userId, ids)).map((row) => [row.id, row]))
      return ids.map((id) => {
        const row = rows.get(id)
        if (!row) throw new Fault('not_found', { what: 'Wallet' })
        return toOwned(row)
      })
    },

    /** In the caller's transaction; null where it is not the user's. */
    async ownedIn(tx: Db, userId: number, id: number): Promise<OwnedWallet | null> {
      const [row] = await store.listNamed(tx, userId, [id])
      return row ? toOwned(row) : null
    },

    /** In the caller's transaction: these are the user's, and none can be deleted until it ends. */
    async hold(tx: Db, userId: number, these: { ids: number[] } | { addresses: string[] }): Promise<void> {
      await store.lockUser(tx, userId)
      const [wanted, found] =
        'ids' in these
          ? [these.ids, await store.listNamed(tx, userId, these.ids)]
          : [these.addresses, await store.findByAddresses(tx, userId, these.addresses)]
      if (found.length < new Set<number | string>(wanted).size)
        throw new Fault('not_found', { what: 'Wallet' })
    },

    /** The wallets of a group, oldest first. */
    async inGroup(userId: number, groupId: number): Promise<OwnedWallet[]> {
      const { wallets } = await viewWallets(db, userId, { groupId })
      return wallets.map(({ id, name, address }) => ({ id, userId, name, address: address as Address }))
    },

    ...createListing(db),

    /** The users who have wallets. */
    holders: (): Promise<number[]> => store.listHolders(db),

    /** The wallets of a user with the ids of their groups. */
    async held(userId: number, handle: Db = db): Promise<(OwnedWallet & { groupIds: number[] })[]> {
      const { wallets } = await viewWallets(handle, userId, null)
      return wallets.map(({ id, name, address, groups }) => ({
        id,
        userId,
        name,
        address: address as Address,
        groupIds: groups.map((g) => g.id),
      }))
    },

    /**
     * Which of these addresses are the user's wallets, without those whose keys came in or were answered lately, or `ever`:
     * others may hold them.
     */
    async settled(userId: number, addresses: string[], { ever } = { ever: false }): Promise<Set<string>> {
      const since = ever ? null : new Date(clock.now() - SETTLED_AFTER_MS)
      return new Set(await listSettled(db, userId, addresses, since))
    },

    /** Which of these addresses are wallets of any user. */
    async known(addresses: string[]): Promise<OwnedWallet[]> {
      return (await store.findAnywhere(db, addresses)).map(toOwned)
    },

    /**
     * The wallets of these addresses, in order. Throws not_found where one is not the user's. `recent`: as they were a second
     * ago, by their former names perhaps.
     */
    async owned(
      userId: number,
      addresses: string[],
      how: { recent: boolean } = { recent: false },
    ): Promise<OwnedWallet[]> {
      return (await rows.of(userId, addresses, how.recent)).map(toOwned)
    },

    /** A wallet of the user whose address looks like this one and is another. */
    alike: (userId: number, address: string) => findAlike(db, userId, address),

    async defaultWallet(userId: number): Promise<OwnedWallet | null> {
      const row = await store.findDefault(db, userId)
      return row ? toOwned(row) : null
    },

    reveal: async (userId: number, address: string, from: Origin): Promise<string> =>
      open(await rows.one(userId, address), from),

    /** Signs for a wallet of this user. */
    async signer(userId: number, address: string): Promise<TransactionPartialSigner> {
      return keyring.signer(db, ownerOf(userId), async (again) =>
        toSealed(await rows.one(userId, address, !again)),
      )
    },

    /** Signers for wallets of this user, in order. Throws not_found where one is not the user's. */
    async signers(userId: number, addresses: string[]): Promise<TransactionPartialSigner[]> {
      return keyring.signers(db, ownerOf(userId), async () =>
        (await rows.of(userId, addresses)).map(toSealed),
      )
    },

    /** Signs for a wallet of the desk itself, which is made on first use. */
    systemSigner: createSystemWallets(db, keyring).signer,

    async connect(caller: { userId: number; sessionId: string }, address: string): Promise<void> {
      const row = await rows.one(caller.userId, address)
      await store.connect(db, caller.sessionId, row.id)
    },

    /** The wallet connected to this session. */
    async connected({
      userId,
      sessionId,
    }: {
      userId: number
      sessionId: string
    }): Promise<OwnedWallet | null> {
      const row = await store.findConnected(db, userId, sessionId)
      return row ? toOwned(row) : null
    },

    disconnect: (sessionId: string) => store.disconnect(db, sessionId),
  }
}
