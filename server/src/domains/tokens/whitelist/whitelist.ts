/**
 * The whitelist: pairs of wallet and mint. While the profile switch is on, nothing is sent to somebody else's address
 * without a pair; `requireAllowed` is the one check of it.
 */
import { WHITELIST_PER_USER } from '@purser/contract/limits.ts'
import { assetSymbol, SOL_MINT, WRAPPED_SOL_MINTS } from '@purser/contract/tokens/tokens.ts'
import type { WhitelistEntry, WhitelistStats } from '@purser/contract/tokens/whitelist.ts'
import { ROW_ID } from '@purser/contract/values.ts'
import { isAddress } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import { writeAudit } from '../../../kernel/audit.store.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Fault, invalid } from '../../../kernel/fault.ts'
import type { AccountReads, TokenReads } from '../../../ports/chain.ts'
import type { Accounts, Caller } from '../../accounts/index.ts'
import { readAddress, requireWallet } from '../recipient.ts'
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

export type Whitelist = {
  list(userId: number): Promise<WhitelistEntry[]>
  stats(userId: number): Promise<WhitelistStats>
  /** Runs before the transaction that adds it. While the switch is on an entry needs a code: it opens a way out. */
  mayAdd(caller: Caller, added: Added, code: string | undefined): Promise<void>
  /** In the caller's transaction. Throws whitelist_pair_exists and whitelist_limit. */
  add(tx: Db, userId: number, added: Added, from: From): Promise<WhitelistEntry>
  /** In the caller's transaction. Throws not_found. */
  remove(tx: Db, userId: number, id: string, from: From): Promise<void>
  /**
   * Throws not_whitelisted if the user's profile allows whitelisted pairs only and this is none. For sends to an
   * address that is no wallet of the user. In the transaction that writes the operation neither the switch nor the
   * entry can change until that ends.
   */
  requireAllowed(userId: number, wayOut: WayOut, tx?: Db): Promise<void>
  /** Whether the wallet is whitelisted for any mint. */
  knows(userId: number, wallet: string): Promise<boolean>
  /** A whitelisted wallet that looks like this one but differs. */
  alike(userId: number, wallet: string): Promise<string | null>
}

/** Checks that both are addresses of their kind. Throws recipient_refused, unknown_mint and chain_away. */
async function read({ chain }: WhitelistParts, { wallet_address, mint_address }: Added): Promise<store.Pair> {
  const wallet = readAddress(wallet_address)
  if (!isAddress(mint_address)) throw invalid('mint_address', 'must be a Solana address')
  // Not every network has the mints of wrapped SOL as accounts.
  const known = isSol(mint_address) || (await chain.tokenMint(mint_address)) !== null
  if (!known) throw new Fault('unknown_mint', { mint: mint_address })
  requireWallet(await chain.accountAt(wallet))
  return { wallet, mint: mint_address }
}

const listWhitelist = async ({ db }: WhitelistParts, userId: number): Promise<WhitelistEntry[]> =>
  (await store.listEntries(db, userId)).map(toEntry)

async function stats({ db }: WhitelistParts, userId: number): Promise<WhitelistStats> {
  const { wallets, mints, total } = await store.readStats(db, userId)
  return { unique_wallets: wallets, unique_mints: mints, total_entries: total }
}

async function mayAdd(
  parts: WhitelistParts,
  caller: Caller,
  added: Added,
  code: string | undefined,
): Promise<void> {
  const { db, accounts } = parts
  const pair = await read(parts, added)
  if (await store.holdsPair(db, caller.userId, { wallet: pair.wallet, mints: [pair.mint] }))
    throw new Fault('whitelist_pair_exists')
  if (await accounts.guards.whitelistOnly(caller.userId))
    await accounts.keyCodes.require(caller, code, 'limits')
}

async function add(
  { clock, mails }: WhitelistParts,
  tx: Db,
  userId: number,
  added: Added,
  { client, device }: From,
): Promise<WhitelistEntry> {
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
}

async function remove(tx: Db, userId: number, id: string, { client, device }: From): Promise<void> {
  const row = ROW_ID.test(id) ? await store.deleteEntry(tx, userId, Number(id)) : undefined
  if (!row) throw new Fault('not_found', { what: 'Whitelist entry' })
  const { wallet, mint } = row
  const detail = { added: false, wallet, mint }
  await writeAudit(tx, { userId, type: 'whitelist', detail, address: client, device })
}

async function requireAllowed(
  { accounts, db }: WhitelistParts,
  userId: number,
  { to, mint }: WayOut,
  tx?: Db,
): Promise<void> {
  if (!(await accounts.guards.whitelistOnly(userId, tx))) return
  const mints = isSol(mint) ? WRAPPED_SOL_MINTS : [mint]
  if (await store.holdsPair(tx ?? db, userId, { wallet: to, mints })) return
  throw new Fault('not_whitelisted', { to, symbol: assetSymbol(isSol(mint) ? SOL_MINT : mint) })
}

const knows = ({ db }: WhitelistParts, userId: number, wallet: string): Promise<boolean> =>
  store.holdsPair(db, userId, { wallet })

const alike = ({ db }: WhitelistParts, userId: number, wallet: string): Promise<string | null> =>
  store.findAlike(db, userId, wallet)

export function createWhitelist(parts: WhitelistParts): Whitelist {
  return {
    list: (userId) => listWhitelist(parts, userId),
    stats: (userId) => stats(parts, userId),
    mayAdd: (caller, added, code) => mayAdd(parts, caller, added, code),
    add: (tx, userId, added, from) => add(parts, tx, userId, added, from),
    remove: (tx, userId, id, from) => remove(tx, userId, id, from),
    requireAllowed: (userId, wayOut, tx) => requireAllowed(parts, userId, wayOut, tx),
    knows: (userId, wallet) => knows(parts, userId, wallet),
    alike: (userId, wallet) => alike(parts, userId, wallet),
  }
}
