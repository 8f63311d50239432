/** Instructions to signed bytes: one transaction, version 0, with its budget and a memo that names the operation. */
import {
  getSetComputeUnitLimitInstruction,
  getSetLoadedAccountsDataSizeLimitInstruction,
} from '@solana-program/compute-budget'
import { getAddMemoInstruction } from '@solana-program/memo'
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createTransactionMessage,
  getSignatureFromTransaction,
  getTransactionEncoder,
  type Instruction,
  pipe,
  type Signature,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type TransactionSigner,
} from '@solana/kit'

import { Fault } from '../../kernel/fault.ts'

/** The memo program that every cluster has, the local one included. */
const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address
/** Well above what a swap that opens a token account takes (about 40,000); the fee does not depend on it while priority fees are 0. */
const COMPUTE_UNITS = 200_000
const LOADED_BYTES = 4 * 1024 * 1024
/** What a version 0 transaction may weigh on the wire. */
export const MAX_WIRE_BYTES = 1_232

export type Built = {
  feePayer: TransactionSigner
  /** Signers stand in the accounts of the instructions. */
  instructions: Instruction[]
}

export type Signed = { bytes: Uint8Array; signature: Signature; lastValidBlockHeight: bigint }

export async function sign(
  built: Built,
  operationId: string,
  lifetime: { blockhash: Blockhash; lastValidBlockHeight: bigint },
): Promise<Signed> {
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(built.feePayer, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) =>
      appendTransactionMessageInstructions(
        [
          getSetComputeUnitLimitInstruction({ units: COMPUTE_UNITS }),
          getSetLoadedAccountsDataSizeLimitInstruction({ accountDataSizeLimit: LOADED_BYTES }),
          ...built.instructions,
          getAddMemoInstruction({ memo: `purser:${operationId}` }, { programAddress: MEMO_PROGRAM }),
        ],
        m,
      ),
  )
  const transaction = await signTransactionMessageWithSigners(message)
  const bytes = new Uint8Array(getTransactionEncoder().encode(transaction))
  if (bytes.length > MAX_WIRE_BYTES)
    throw new Fault('chain_refused', {
      reason: `Transaction too large: ${bytes.length} bytes, at most ${MAX_WIRE_BYTES} are taken.`,
    })
  return {
    bytes,
    signature: getSignatureFromTransaction(transaction),
    lastValidBlockHeight: lifetime.lastValidBlockHeight,
  }
}
