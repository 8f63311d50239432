/** Checks an address before funds go there: reasons to refuse it, and warnings for its sender. */
import { type Like, type Warned } from '@purser/contract/transfers/send-texts.ts'
import { type Address, isOffCurveAddress } from '@solana/kit'
import { Fault } from '../../../kernel/fault.ts'
import type { AccountReads, Ledger } from '../../../ports/chain.ts'
import type { AccountAt } from '../../../ports/account-at.ts'
import { requireWallet, type Whitelist } from '../../tokens/index.ts'
import type { Transfers } from '../../transfers/index.ts'
import type { OwnedWallet, Wallets } from '../../wallets/index.ts'

export type RecipientParts = {
  chain: Pick<AccountReads, 'accountAt'> & Pick<Ledger, 'listSignatures'>
  transfers: Pick<Transfers, 'history'>
  wallets: Pick<Wallets, 'lookups'>
  whitelist: Pick<Whitelist, 'knows' | 'alike'>
}
export type Recipient = {
  address: Address
  /** The recipient if it is a wallet of the sender. */
  own: OwnedWallet | null
  /** The strongest first. */
  warnings: Warned[]
}

const SYSTEM = '11111111111111111111111111111111'
/** Programs that every transaction of the desk invokes, so that it cannot write to their accounts. */
const INVOKED: readonly string[] = [
  SYSTEM,
  'ComputeBudget111111111111111111111111111111',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
]
/** No transaction writes to accounts that these own: the built-in programs of the runtime, and its variables. */
const RESERVING: readonly string[] = [
  'NativeLoader1111111111111111111111111111111',
  'Sysvar1111111111111111111111111111111111111',
]
/** The type of a send's operations; the engine finds by it whom they paid. */
export const SEND = 'send'

/** A known address that looks like this one. null if this very address is known. */
async function findLike(
  { transfers, wallets, whitelist }: RecipientParts,
  userId: number,
  to: Address,
): Promise<Like | null> {
  const [past, listed] = await Promise.all([
    transfers.history.findRecipient(userId, to),
    whitelist.knows(userId, to),
  ])
  if (past.sent || listed) return null
  const wallet = await wallets.lookups.findAlike(userId, to)
  if (wallet) return { ...wallet, is: 'wallet' }
  const entry = await whitelist.alike(userId, to)
  if (entry) return { address: entry, name: '', is: 'whitelist' }
  return past.like === null ? null : { address: past.like, name: '', is: 'sent' }
}

/**
 * Vaults of multisigs are addresses without a key, so those are accepted once confirmed, as wallets do it; so are
 * accounts of programs, which may be able to move what they hold. A program's own address never gets tokens.
 */
function classifyRecipient(there: AccountAt | null, to: Address, token: boolean): Warned | null {
  if (INVOKED.includes(to) || RESERVING.includes(there?.program ?? ''))
    throw new Fault('recipient_refused', { code: 'reserved' })
  if (there?.executable) {
    if (token) throw new Fault('recipient_refused', { code: 'token_to_program' })
    return { code: 'program' }
  }
  if (there && there.program !== SYSTEM) return { code: 'program_account', program: there.program }
  return isOffCurveAddress(to) ? { code: 'off_curve' } : null
}

/** Throws recipient_refused and chain_away. */
export async function checkRecipient(
  parts: RecipientParts,
  { userId, source, to, token }: { userId: number; source: OwnedWallet; to: Address; token: boolean },
): Promise<Recipient> {
  if (to === source.address) throw new Fault('recipient_refused', { code: 'same_wallet' })
  const own =
    (await parts.wallets.lookups.listOfAnyone([to])).find((wallet) => wallet.userId === userId) ?? null
  if (own) return { address: to, own, warnings: [] }
  const there = await parts.chain.accountAt(to)
  requireWallet(there)
  const kind = classifyRecipient(there, to, token)
  const like = await findLike(parts, userId, to)
  const unused = there === null && (await parts.chain.listSignatures(to, { limit: 1 })).length === 0
  return {
    address: to,
    own: null,
    warnings: [
      ...(like ? [{ code: 'looks_like' as const, like }] : []),
      ...(kind ? [kind] : []),
      ...(unused ? [{ code: 'never_used' as const }] : []),
    ],
  }
}
