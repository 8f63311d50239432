/**
 * A line of the journal file: all that is needed to restore a signed transaction if the database is lost. It names the
 * user by e-mail and wallets by address, since ids are local to one database.
 */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Operation } from '../kinds.ts'
import { portableOrigin } from '../submit/operation-id.ts'
import type { JournalContext } from '../send/signed.store.ts'
import type { Spent } from '../spending/spent-file.ts'
import type { TransferRow } from '../records/transfers.store.ts'

/** A movement of a single operation; the wallet is the one of the user that it concerns. */
export type JournaledMovement = {
  wallet: string | null
  name: string
  source: string
  destination: string
  mint: string
  /** Base units. */
  amount: string
}

export type JournalLine = {
  /** Numbers the lines of this file without a gap; set on writing. */
  n?: number
  operationId: string
  email?: string
  /** Stands in place of the e-mail in lines of older versions. */
  userId?: number
  type: string
  /** It is stored by `portableOrigin` in lines with an e-mail. */
  originKey: string
  attempt: number
  signature: string
  /** The signed transaction in base64. */
  bytes: string
  lastValidBlockHeight: string
  /** The slot at which the blockhash was read: nothing of it landed before. */
  slot?: string
  /** The transfers that it holds, and its fee in lamports. In lines of bulk operations. */
  positions?: number[]
  fee?: string
  /** The address of the user's wallet that each transfer concerns (its id, in older lines) and its name; by position. */
  wallets?: [wallet: string | number | null, name: string][]
  /** The wallet whose token account each transfer pays, which the bytes do not name; by position. In lines of tokens. */
  paid?: string[]
  /** True: no other operation of its user sends from its sources. */
  exclusive?: boolean
  /** The movements of a single operation. */
  movements?: JournaledMovement[]
  /** The part of these transfers that counts towards the limits, if funds are real. None in lines of older versions. */
  spent?: Spent
  /** The part of the request that its kind recalls. */
  request?: unknown
}

/** A signed transaction; `rows`: the transfers that it holds, for a bulk operation. */
export type SignedTransaction = {
  attempt: number
  signature: string
  bytes: Uint8Array
  lastValidBlockHeight: bigint
  slot?: bigint | null
  fee?: bigint | null
  rows?: TransferRow[]
}

/**
 * Returns the lines for signed transactions of an operation, in order. `remembered`: the part of the request that its
 * kind recalls.
 */
export function toJournalLines(
  { email, exclusive, addresses, transfers: all, spent }: JournalContext,
  operation: Operation,
  signed: SignedTransaction[],
  remembered: unknown,
): JournalLine[] {
  const findWallet = ({ walletId }: TransferRow) =>
    walletId === null ? null : (addresses.get(walletId) ?? null)
  const selectSpent = (rows: TransferRow[] | undefined): Pick<JournalLine, 'spent'> => {
    const positions = rows && new Set(rows.map(({ position }) => position))
    const by = spent?.by.filter(([position]) => positions?.has(position) ?? true) ?? []
    return spent && by.length > 0 ? { spent: { at: spent.at, by } } : {}
  }
  return signed.map((one) => ({
    operationId: operation.id,
    email,
    type: operation.type,
    originKey: portableOrigin(operation.userId, operation.originKey),
    attempt: one.attempt,
    signature: one.signature,
    bytes: Buffer.from(one.bytes).toString('base64'),
    lastValidBlockHeight: one.lastValidBlockHeight.toString(),
    exclusive,
    ...(one.slot == null ? {} : { slot: one.slot.toString() }),
    ...(one.fee == null ? {} : { fee: one.fee.toString() }),
    ...(one.rows
      ? {
          positions: one.rows.map((row) => row.position),
          wallets: one.rows.map((row): [string | null, string] => [findWallet(row), row.walletName]),
          ...(one.rows.some(({ mint }) => mint !== SOL_MINT)
            ? { paid: one.rows.map(({ destination }) => destination) }
            : {}),
        }
      : {
          movements: all.map((row) => ({
            wallet: findWallet(row),
            name: row.walletName,
            source: row.source,
            destination: row.destination,
            mint: row.mint,
            amount: row.amount.toString(),
          })),
        }),
    ...selectSpent(one.rows),
    ...(remembered === undefined ? {} : { request: remembered }),
  }))
}
