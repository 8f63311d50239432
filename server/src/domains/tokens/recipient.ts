/** Whether funds may go to an address: it has the right form, and is neither a mint nor a token account. */
import { BASE58 } from '@purser/contract/values.ts'
import { type Address, isAddress } from '@solana/kit'
import { Fault } from '../../kernel/fault.ts'
import type { AccountAt } from '../../ports/account-at.ts'

const LETTERS = new RegExp(`^${BASE58}*$`)

/** Throws recipient_refused. */
export function readAddress(text: string): Address {
  if (isAddress(text)) return text
  throw new Fault('recipient_refused', { code: LETTERS.test(text) ? 'length' : 'characters' })
}

/** Throws recipient_refused. */
export function requireWallet(there: AccountAt | null): void {
  if (there?.is === 'mint') throw new Fault('recipient_refused', { code: 'mint' })
  if (there?.is === 'token-account')
    throw new Fault('recipient_refused', { code: 'token_account', owner: there.owner ?? '' })
}
