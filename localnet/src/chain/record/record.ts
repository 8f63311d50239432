import type { Key } from '../../base58.ts'
import { COMPUTE_BUDGET, isMemoProgram, SYSTEM } from '../../programs.ts'
import type { WireTransaction } from '../../wire/parse.ts'
import type { Account } from '../accounts.ts'

/** Programs that change nothing but lamports, which are cheap to read back. */
export function movesOnlyLamports(tx: WireTransaction): boolean {
  return tx.instructions.every((ix) => {
    const program = tx.keys[ix.program]!
    if (program === SYSTEM) return ix.tag === 2
    return program === COMPUTE_BUDGET || isMemoProgram(program)
  })
}

/** The memos of a transaction as getSignaturesForAddress lists them: '[length] text; …'. */
export function formatMemo(tx: WireTransaction): string | null {
  const memos = tx.instructions.filter((ix) => isMemoProgram(tx.keys[ix.program]!))
  if (memos.length === 0) return null
  return memos.map((ix) => `[${ix.data.length}] ${ix.data.toString('utf8')}`).join('; ')
}

/** Whether two account states are equal. */
export function sameAccount(a: Account | undefined, b: Account | undefined): boolean {
  if (!a || !b) return a === b
  return (
    a.lamports === b.lamports &&
    a.owner === b.owner &&
    a.executable === b.executable &&
    Buffer.compare(a.data, b.data) === 0
  )
}

export const getBalances = (accounts: readonly (Account | undefined)[]): BigUint64Array =>
  BigUint64Array.from(accounts, (a) => a?.lamports ?? 0n)

/** Indexes of all accounts that a transaction may write: static ones, then those from tables. */
export function writableIndexes(tx: WireTransaction, loadedWritable: readonly Key[]): number[] {
  const indexes: number[] = []
  const { required, readonlySigned, readonlyUnsigned, keys } = tx
  for (let i = 0; i < keys.length; i++)
    if (i < required ? i < required - readonlySigned : i < keys.length - readonlyUnsigned) indexes.push(i)
  for (let i = 0; i < loadedWritable.length; i++) indexes.push(keys.length + i)
  return indexes
}
