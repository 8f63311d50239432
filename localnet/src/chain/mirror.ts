import { toAddress, decodeBase58, keyBytes, bytesToKey, type Key } from '../base58.ts'
import { TOKEN } from '../programs.ts'
import type { Account } from './accounts.ts'
import type { Bank } from './bank.ts'
import { emptyMintData } from './genesis.ts'
import { DEVELOPMENT_KEY } from './keys.ts'
import type { MirroredMint } from './rules.ts'

/** The most mirrored mints: all are kept in memory and in one file. */
export const MOST_MIRRORED = 1_000

/** Why a mint was not mirrored, as a sentence. */
export class MirrorRefused extends Error {}

/**
 * The account of a new mirrored mint: a token without supply, which the development key mints like those of genesis.
 */
export function mirroredAccount({ decimals, lamports }: MirroredMint): Account {
  return { lamports, owner: TOKEN, executable: false, data: emptyMintData(decimals) }
}

/** Whether it is a mint of these decimals that the development key may mint. */
function isSame(account: Account, decimals: number): boolean {
  const { data, owner } = account
  return (
    owner === TOKEN &&
    data.length === 82 &&
    data[0] === 1 &&
    Buffer.from(data).subarray(4, 36).equals(keyBytes(DEVELOPMENT_KEY.key)) &&
    data[44] === decimals &&
    data[45] === 1
  )
}

/**
 * Creates a mint of another cluster at its address, as if it had always existed; on disk when this returns. The same
 * mint again changes nothing. Throws MirrorRefused.
 */
export function mirrorMint(bank: Bank, address: string, decimals: number): void {
  const bytes = address.length > 64 ? undefined : decodeBase58(address)
  if (bytes?.length !== 32) throw new MirrorRefused(`'${address.slice(0, 64)}' is not an address`)
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > 255)
    throw new MirrorRefused(`a mint has 0 to 255 decimals, not ${decimals}`)
  const key: Key = bytesToKey(bytes)
  const there = bank.accounts.get(key)
  if (there && isSame(there, decimals)) return
  // An account that was closed a moment ago can still be read as confirmed or finalized.
  if (there ?? bank.accounts.at(key, bank.slotAt('finalized')))
    throw new MirrorRefused(`${toAddress(key)} holds another account on this network`)
  const { mirrored } = bank.settings
  if (mirrored.length >= MOST_MIRRORED)
    throw new MirrorRefused(`this network has mirrored ${MOST_MIRRORED} mints, which is the most`)
  const mint: MirroredMint = { key, decimals, lamports: bank.svm.computeRent(82) }
  bank.keep({ mirrored: [...mirrored, mint] })
  const account = mirroredAccount(mint)
  bank.accounts.setBase(key, account)
  bank.svm.write(key, account)
}
