/**
 * The money that the proofs move: SOL, or a token. All else, the faults, the kills, the lies and the final conditions,
 * is the same for both.
 */
import type { OperationDetail } from '@purser/contract/transfers/transfers.ts'
import type { Call } from '../server/src/test/client.ts'
import type { Purse } from '../server/src/test/money.ts'
import type { Rpc } from '../server/src/test/rpc.ts'

export type Way = 'distribute' | 'gather'
/** From the hub to the others, or from them to it; `amounts` in their order, unless they are all different. */
export type Request = { way: Way; hub: Purse; others: Purse[]; key: string; amounts?: string[] | undefined }
export type Answer = { status: number; text: string; id: string | undefined }
/** Everything that an operation may change, in base units, by a key that names the wallet. */
export type Before = Map<string, bigint>
export type Books = { wallets: Purse[]; before: Before; operation: OperationDetail; payer: string }

export type Money = {
  name: 'sol' | 'token'
  /** Fills the hub with all that it needs. */
  fill(rpc: Rpc, hub: Purse): Promise<void>
  ask(call: Call, token: string, request: Request): Promise<Answer>
  /** The type of such an operation. */
  toType(way: Way): string
  look(rpc: Rpc, wallets: Purse[]): Promise<Before>
  /**
   * Every confirmed transfer arrived exactly once, every other one not at all, and the sources lost what arrived plus
   * the fees, to the base unit and the lamport of rent. `payer` pays the fees.
   */
  assertExact(rpc: Rpc, books: Books): Promise<void>
  /** The most that each may have been paid by the operation, by the keys of `before`. */
  most(books: Pick<Books, 'before' | 'operation'>): Before
  /** The address whose history contains all payments to this wallet. */
  paidAt(wallet: Purse): Promise<string>
  /** The number of transactions for this many transfers to or from fresh wallets. */
  chunks(way: Way, n: number): number
  /** The amount that a gather leaves in a wallet. */
  leftIn(before: Before, wallet: Purse): bigint
  /** A wallet that somebody with its key can spoil, after the plan and before the arrival. */
  victim: {
    /** Whether all must have been paid before, so that it shares a transaction with the others. */
    paidBefore: boolean
    /** The number of transactions of a distribution to wallets that include it. */
    chunks(n: number): number
    /** The amounts of it and the others, if that matters. */
    amounts(count: number, victim: number): string[] | undefined
    prepare(rpc: Rpc, way: Way, wallet: Purse): Promise<void>
    /** The transaction that spoils it. */
    spoil(rpc: Rpc, key: string, wallet: Purse): Promise<string>
    isSpoilt(rpc: Rpc, wallet: Purse): Promise<boolean>
    /** Its new holdings. */
    spoilt(before: Before, wallet: Purse): void
    errors: Record<Way, RegExp>
  }
}
