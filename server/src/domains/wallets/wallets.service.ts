/** Wallets of users and of the desk itself. Key bytes never leave this domain: others ask for a signer. */
import { REVEALS_PER_MINUTE, WALLETS_PER_USER } from '@purser/contract/limits.ts'
import type { Wallet, WalletWithKey } from '@purser/contract/wallets.ts'
import type { KeyPairSigner } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Limiter } from '../../kernel/limiter.ts'
import { seal } from '../../kernel/vault.ts'
import { createKeyring, createWalletKeys, generateSecret, type MasterKeys } from './keys.ts'
import * as store from './wallets.store.ts'

export type WalletsParts = { db: Db; limiter: Limiter; masterKey: MasterKeys }
export type Wallets = ReturnType<typeof createWallets>
/** A wallet as other domains see it: never its key. */
export type OwnedWallet = { id: number; userId: number; name: string; address: string }
export type SystemRole = 'faucet' | 'market-maker'

const ownerOf = (userId: number) => `user:${userId}`
const toWallet = (row: Omit<store.WalletRow, 'sealedKey' | 'userId'>): Wallet => ({
  id: row.id,
  name: row.name,
  address: row.address,
  is_default: row.isDefault,
  created_at: row.createdAt.toISOString(),
})
const toOwned = ({ id, userId, name, address }: store.WalletRow): OwnedWallet => ({
  id,
  userId,
  name,
  address,
})

export function createWallets({ db, limiter, masterKey }: WalletsParts) {
  const keyring = createKeyring(masterKey)

  const mine = async (userId: number, address: string): Promise<store.WalletRow> => {
    const [row] = await store.findByAddresses(db, userId, [address])
    if (!row) throw new Fault('not_found', { what: 'Wallet' })
    return row
  }

  return {
    /** In the caller's transaction. The private key is in this answer and never again without a reveal. */
    async generate(
      tx: Db,
      userId: number,
      options: { name: string | undefined; client: string },
    ): Promise<WalletWithKey> {
      await store.lockUser(tx, userId)
      const held = await store.countWallets(tx, userId)
      if (held >= WALLETS_PER_USER) throw new Fault('wallet_limit', { limit: WALLETS_PER_USER })
      const [id] = await store.nextIds(tx, 1)
      if (id === undefined) throw new Error('the database gave no id')
      const { secret, address } = generateSecret()
      const sealedKey = seal(await keyring.dataKey(tx, ownerOf(userId)), secret, `wallet:${id}`)
      secret.fill(0)
      const isDefault = (await store.findDefault(tx, userId)) === undefined
      const name = options.name ?? `Wallet ${held + 1}`
      const [row] = await store.insertWallets(tx, [{ id, userId, name, address, sealedKey, isDefault }])
      if (!row) throw new Error('a wallet that was just written is not there')
      await store.writeAudit(tx, {
        userId,
        walletId: id,
        address,
        action: 'generate',
        client: options.client,
      })
      return {
        ...toWallet(row),
        private_key: await keyring.reveal(tx, ownerOf(userId), sealedKey, `wallet:${id}`),
      }
    },

    /** The answer of an earlier generate, from the sealed key: for a request that is repeated with its key. */
    async generated(userId: number, id: number): Promise<WalletWithKey> {
      const row = await store.findById(db, userId, id)
      if (!row) throw new Fault('not_found', { what: 'Wallet' })
      return {
        ...toWallet(row),
        private_key: await keyring.reveal(db, ownerOf(userId), row.sealedKey, `wallet:${id}`),
      }
    },

    async list(userId: number): Promise<Wallet[]> {
      return (await store.listWallets(db, userId)).map(toWallet)
    },

    /** The wallets behind these addresses, in their order. One that is not the user's refuses the whole list. */
    async owned(userId: number, addresses: string[]): Promise<OwnedWallet[]> {
      const rows = new Map(
        (await store.findByAddresses(db, userId, addresses)).map((row) => [row.address, row]),
      )
      return addresses.map((address) => {
        const row = rows.get(address)
        if (!row) throw new Fault('not_found', { what: 'Wallet' })
        return toOwned(row)
      })
    },

    async defaultWallet(userId: number): Promise<OwnedWallet | null> {
      const row = await store.findDefault(db, userId)
      return row ? toOwned(row) : null
    },

    async reveal(userId: number, address: string, client: string): Promise<string> {
      const row = await mine(userId, address)
      const retryAfterSeconds = await limiter.hit(`reveals:${userId}`, REVEALS_PER_MINUTE, 60)
      if (retryAfterSeconds !== null) throw new Fault('too_many_reveals', { retryAfterSeconds })
      // Written first: a key that left without a record would be worse than a record of one that did not.
      await store.writeAudit(db, { userId, walletId: row.id, address, action: 'reveal', client })
      return keyring.reveal(db, ownerOf(userId), row.sealedKey, `wallet:${row.id}`)
    },

    /** Signs for a wallet of this user. */
    async signer(userId: number, address: string): Promise<KeyPairSigner> {
      const row = await mine(userId, address)
      return keyring.signer(db, ownerOf(userId), row.sealedKey, `wallet:${row.id}`)
    },

    /** Signs for a wallet of the desk itself, made on first use. */
    async systemSigner(role: SystemRole): Promise<KeyPairSigner> {
      let row = await store.readSystemWallet(db, role)
      if (!row) {
        const { secret, address } = generateSecret()
        const sealedKey = seal(await keyring.dataKey(db, 'system'), secret, `system:${role}`)
        secret.fill(0)
        row = await store.keepSystemWallet(db, { role, address, sealedKey })
      }
      return keyring.signer(db, 'system', row.sealedKey, `system:${role}`)
    },

    async connect(caller: { userId: number; sessionId: string }, address: string): Promise<void> {
      const row = await mine(caller.userId, address)
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

    /** Puts every data key under another master key: see keys.ts. */
    rotate: createWalletKeys({ db, masterKey }).rotate,
  }
}
