/** A wallet's token accounts by their bytes. */
import { type Address, getAddressDecoder } from '@solana/kit'
import type { AccountState } from '../../../../ports/account-at.ts'
import { TOKEN_PROGRAMS } from '../jupiter/programs.ts'

/**
 * The common layout of both token programs (spl-token state.rs): mint, owner, amount, delegate, state, native,
 * delegated, closer.
 */
export const TOKEN_BYTES = 165
const OWNER_AT = 32
const AMOUNT_AT = 64
const DELEGATE_AT = 72
const STATE_AT = 108
const DELEGATED_AT = 121
const OPTION_BYTES = 4

const decoder = getAddressDecoder()

export type AccountBalance = { mint: Address; owner: Address; amount: bigint }

/** null: no token account. */
export function readBalance(state: AccountState | null): AccountBalance | null {
  if (state === null || !TOKEN_PROGRAMS.includes(state.program) || state.data.length < TOKEN_BYTES)
    return null
  const { data } = state
  return {
    mint: decoder.decode(data, 0),
    owner: decoder.decode(data, OWNER_AT),
    amount: new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(AMOUNT_AT, true),
  }
}

/** The rights to use the account: all its bytes but the amount and the SOL that it keeps. */
export const extractPowers = ({ data }: AccountState): Uint8Array =>
  Buffer.concat([
    data.subarray(0, AMOUNT_AT),
    data.subarray(DELEGATE_AT, STATE_AT + 1),
    data.subarray(DELEGATED_AT, TOKEN_BYTES),
  ])

const isNone = (data: Uint8Array, at: number) =>
  data.subarray(at, at + OPTION_BYTES).every((byte) => byte === 0)
/** A new account is free if nobody but its owner may use or close it. */
export const isFree = ({ data }: AccountState): boolean =>
  isNone(data, DELEGATE_AT) && isNone(data, DELEGATED_AT + 8)
