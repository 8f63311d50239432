import { getTransferSolInstruction } from '@solana-program/system'
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createKeyPairSignerFromBytes,
  createTransactionMessage,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  type Instruction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type TransactionSigner,
} from '@solana/kit'
import { FEE, readBalances } from '../server/src/test/money.ts'
import type { Rpc } from '../server/src/test/rpc.ts'

/** A transaction, in base64, that sends all lamports but `left` from the owner of this secret key (base58). */
export async function signedTransfer(
  chain: Rpc,
  { key, to, left = 0n }: { key: string; to: string; left?: bigint },
): Promise<string> {
  const source = await createKeyPairSignerFromBytes(getBase58Encoder().encode(key))
  const [held = 0n] = await readBalances(chain, [source.address])
  const destination = to as Address
  const transfer = getTransferSolInstruction({ source, destination, amount: held - FEE - left })
  return signedInstructions(chain, source, [transfer])
}

/** A transaction of these instructions, in base64; their signers are in them. */
export async function signedInstructions(
  chain: Rpc,
  feePayer: TransactionSigner,
  instructions: Instruction[],
): Promise<string> {
  const { value } = await chain<{ value: { blockhash: Blockhash } }>('getLatestBlockhash', {
    commitment: 'confirmed',
  })
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(feePayer, m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: value.blockhash, lastValidBlockHeight: 0n },
        m,
      ),
    (m) => appendTransactionMessageInstructions(instructions, m),
  )
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))
}
