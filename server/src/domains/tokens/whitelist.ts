/**
 * The whitelist: pairs of wallet and mint. While the profile switch is on, nothing is sent to somebody else's address
 * without a pair; `requireAllowed` is the one check of it.
 */
import { WHITELIST_PER_USER } from '@purser/contract/limits.ts'
import { assetSymbol, SOL_MINT, WRAPPED_SOL_MINTS } from '@purser/contract/tokens.ts'
import type { WhitelistEntry, WhitelistStats } from '@purser/contract/whitelist.ts'
import { ROW_ID } from '@purser/contract/values.ts'
import { isAddress } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault, invalid } from '../../kernel/fault.ts'
import type { AccountReads, TokenReads } from '../../ports/chain.ts'
import type { Accounts, Caller } from '../accounts/index.ts'
import { readAddress, requireWallet } from './recipient.ts'
import * as store from './whitelist.store.ts'

export type WhitelistParts = {
  db: Db
  clock: Clock
  chain: Pick<TokenReads, 'tokenMint'> & Pick<AccountReads, 'accountAt'>
  accounts: {
    guards: Pick<Accounts['guards'], 'whitelistOnly'>
    keyCodes: Pick<Accounts['keyCodes'], 'require'>
  }
  /** Notifies the owner of each new entry. */
  mails: { add(tx: Db, event: NewEntry): Promise<void> }
}
type NewEntry = { userId: number; kind: 'whitelist'; wallets: number; client: string; about: string }
export type Whitelist = ReturnType<typeof createWhitelist>
type From = { client: string; device: string }
type Added = { wallet_address: string; mint_address: string }

/** An outgoing transfer: of a mint, or of SOL. */
export type WayOut = { to: string; mint: string }

const toEntry = ({ id, wallet, mint, addedAt }: store.EntryRow): WhitelistEntry => ({
  id,
  wallet_address: wallet,
  mint_address: mint,
  timestamp: addedAt.toISOString(),
})
const isSol = (mint: string) => WRAPPED_SOL_MINTS.includes(mint)

export function createWhitelist({ db, clock, chain, accounts: { guards, keyCodes }, mails }: WhitelistParts) {
  /** Checks that both are addresses of their kind. Throws recipient_refused, unknown_mint and chain_away. */
  async function read({ wallet_address, mint_address }: Added): Promise<store.Pair> {
    const wallet = readAddress(wallet_address)
    if (!isAddress(mint_address)) throw invalid('mint_address', 'must be a Solana address')
    // Not every network has the mints of wrapped SOL as accounts.
    const known = isSol(mint_address) || (await chain.tokenMint(mint_address)) !== null
    if (!known) throw new Fault('unknown_mint', { mint: mint_address })
    requireWallet(await chain.accountAt(wallet))
    return { wallet, mint: mint_address }
  }

  return {
    list: async (userId: number): Promise<WhitelistEntry[]> =>
      (await store.listEntries(db, userId)).map(toEntry),

    async stats(userId: number): Promise<WhitelistStats> {
      const { wallets, mints, total } = await store.readStats(db, userId)
      return { unique_wallets: wallets, unique_mints: mints, total_entries: total }
    },

    /** Runs before the transaction that adds it. While the switch is on an entry needs a code: it opens a way out. */
    async mayAdd(caller: Caller, added: Added, code: string | undefined): Promise<void> {
      const pair = await read(added)
      if (await store.holdsPair(db, caller.userId, { wallet: pair.wallet, mints: [pair.mint] }))
        throw new Fault('whitelist_pair_exists')
      if (await guards.whitelistOnly(caller.userId)) await keyCodes.require(caller, code, 'limits')
    },

    /** In the caller's transaction. Throws whitelist_pair_exists and whitelist_limit. */
    async add(tx: Db, userId: number, added: Added, { client, device }: From): Promise<WhitelistEntry> {
      await store.lockWhitelist(tx, userId)
      const { total } = await store.readStats(tx, userId)
      if (total >= WHITELIST_PER_USER) throw new Fault('whitelist_limit', { limit: WHITELIST_PER_USER })
      const { wallet_address: wallet, mint_address: mint } = added
      const row = await store.insertEntry(tx, {
        userId,
        ...({ wallet, mint } as store.Pair),
        addedAt: new Date(clock.now()),
      })
      if (!row) throw new Fault('whitelist_pair_exists')
      const detail = { added: true, wallet, mint }
      await writeAudit(tx, { userId, type: 'whitelist', detail, address: client, device })
      await mails.add(tx, {
        userId,
        kind: 'whitelist',
        wallets: 1,
        client,
        about: `The wallet ${wallet} with ${assetSymbol(mint)} (${mint})`,
      })
      return toEntry(row)
    },

    /** In the caller's transaction. Throws not_found. */
    async remove(tx: Db, userId: number, id: string, { client, device }: From): Promise<void> {
      const row = ROW_ID.test(id) ? await store.deleteEntry(tx, userId, Number(id)) : undefined
      if (!row) throw new Fault('not_found', { what: 'Whitelist entry' })
      const { wallet, mint } = row
      const detail = { added: false, wallet, mint }
      await writeAudit(tx, { userId, type: 'whitelist', detail, address: client, device })
    },

    /**
     * Throws not_whitelisted if the user's profile allows whitelisted pairs only and this is none. For sends to an
     * address that is no wallet of the user. In the transaction that writes the operation neither the switch nor the
     * entry can change until that ends.
     */
    async requireAllowed(userId: number, { to, mint }: WayOut, tx?: Db): Promise<void> {
      if (!(await guards.whitelistOnly(userId, tx))) return
      const mints = isSol(mint) ? WRAPPED_SOL_MINTS : [mint]
      if (await store.holdsPair(tx ?? db, userId, { wallet: to, mints })) return
      throw new Fault('not_whitelisted', { to, symbol: assetSymbol(isSol(mint) ? SOL_MINT : mint) })
    },

    /** Whether the wallet is whitelisted for any mint. */
    knows: (userId: number, wallet: string): Promise<boolean> => store.holdsPair(db, userId, { wallet }),

    /** A whitelisted wallet that looks like this one but differs. */
    alike: (userId: number, wallet: string): Promise<string | null> => store.findAlike(db, userId, wallet),
  }
}
