/** Compiles instructions to signed bytes: one transaction with its budget and a memo that names the operation. */
import {
  getSetComputeUnitLimitInstruction,
  getSetComputeUnitPriceInstruction,
  getSetLoadedAccountsDataSizeLimitInstruction,
} from '@solana-program/compute-budget'
import { getAddMemoInstruction } from '@solana-program/memo'
import {
  type Address,
  type AddressesByLookupTableAddress,
  appendTransactionMessageInstructions,
  type Blockhash,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getSignatureFromTransaction,
  getSignersFromTransactionMessage,
  getTransactionEncoder,
  type Instruction,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  type Signature,
  signTransactionWithSigners,
  type TransactionSigner,
} from '@solana/kit'
import { Fault } from '../fault.ts'
import { compileTransaction } from './message-bytes.ts'
import { type Budget, type Format, MAX_WIRE_BYTES, priorityFee } from './budget.ts'

/** The memo program, which every cluster has, the local one included. */
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address
/**
 * Far more than a swap that opens a token account needs (about 40,000); without a price the fee does not depend on it.
 */
export const DEFAULT_BUDGET: Budget = { units: 200_000, loadedBytes: 4 * 1024 * 1024, price: 0n }

export type Built = {
  feePayer: TransactionSigner
  /** Signers are in the accounts of the instructions. */
  instructions: Instruction[]
  /** Instructions after the memo. */
  after?: Instruction[]
  /** Contents as on the chain. In format 0 the transaction names addresses in these tables by their index. */
  lookupTables?: AddressesByLookupTableAddress
}
export type Wrapping = { operationId: string; format: Format; budget: Budget }
/** `slot`: the slot at which the blockhash was read. */
export type Lifetime = { blockhash: Blockhash; lastValidBlockHeight: bigint; slot: bigint }
export type Signed = {
  bytes: Uint8Array
  signature: Signature
  lastValidBlockHeight: bigint
  signedSlot: bigint
}

function compose(built: Built, { operationId, format, budget }: Wrapping, lifetime: Lifetime) {
  const memo = getAddMemoInstruction({ memo: `purser:${operationId}` }, { programAddress: MEMO_PROGRAM })
  // The two formats have types of their own; the rest is the same for both.
  const base = createTransactionMessage({ version: format as 0 })
  const budgeted =
    format === 1
      ? (setTransactionMessageConfig(
          {
            computeUnitLimit: budget.units,
            loadedAccountsDataSizeLimit: budget.loadedBytes,
            ...(budget.price > 0n ? { priorityFeeLamports: priorityFee(budget) } : {}),
          },
          base as never,
        ) as unknown as typeof base)
      : base
  const inFront =
    format === 1
      ? []
      : [
          getSetComputeUnitLimitInstruction({ units: budget.units }),
          getSetLoadedAccountsDataSizeLimitInstruction({ accountDataSizeLimit: budget.loadedBytes }),
          ...(budget.price > 0n ? [getSetComputeUnitPriceInstruction({ microLamports: budget.price })] : []),
        ]
  const tables = format === 0 ? built.lookupTables : undefined
  return pipe(
    budgeted,
    (m) => setTransactionMessageFeePayerSigner(built.feePayer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) =>
      appendTransactionMessageInstructions(
        [...inFront, ...built.instructions, memo, ...(built.after ?? [])],
        m,
      ),
    (m) => (tables ? compressTransactionMessageUsingAddressLookupTables(m, tables) : m),
  )
}

function checked(bytes: Uint8Array, format: Format): Uint8Array {
  if (bytes.length > MAX_WIRE_BYTES[format])
    throw new Fault('chain_refused', {
      code: 'transaction_too_large',
      bytes: bytes.length,
      most: MAX_WIRE_BYTES[format],
    })
  return bytes
}

/** Simulation replaces it with a recent one. */
const ANY: Lifetime = {
  blockhash: '11111111111111111111111111111111' as Blockhash,
  lastValidBlockHeight: 0n,
  slot: 0n,
}

export type Compiled = {
  /** The bytes with empty signatures, which no cluster executes: for simulation. */
  unsigned: Uint8Array
  /** The number of signatures that it needs. */
  signatures: number
  sign(): Promise<Signed>
}

/**
 * Compiled once, to be simulated and then signed unchanged. Throws chain_refused if it is too large for a transaction.
 */
export function compile(built: Built, wrapping: Wrapping, lifetime: Lifetime = ANY): Compiled {
  const message = compose(built, wrapping, lifetime)
  const transaction = compileTransaction(message)
  // The message itself, with an object for each instruction, is not kept until all are signed.
  const signers: Parameters<typeof signTransactionWithSigners>[0] = getSignersFromTransactionMessage(
    message as never,
  )
  const encode = (signed: Parameters<ReturnType<typeof getTransactionEncoder>['encode']>[0]) =>
    checked(new Uint8Array(getTransactionEncoder().encode(signed)), wrapping.format)
  return {
    unsigned: encode(transaction),
    signatures: Object.keys(transaction.signatures).length,
    async sign() {
      const signed = await signTransactionWithSigners(signers, transaction)
      return {
        bytes: encode(signed),
        signature: getSignatureFromTransaction(signed),
        lastValidBlockHeight: lifetime.lastValidBlockHeight,
        signedSlot: lifetime.slot,
      }
    },
  }
}
