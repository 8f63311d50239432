import { getTransferSolInstruction } from '@solana-program/system'
import {
  type Address,
  appendTransactionMessageInstruction,
  type Blockhash,
  createKeyPairSignerFromBytes,
  createTransactionMessage,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { FEE, heldBy } from '../server/src/test/money.ts'
import type { Rpc } from '../server/src/test/rpc.ts'

/** A transaction, in base64, that sends all but `left` lamports that the owner of this secret key (base58) holds. */
export async function signedTransfer(
  chain: Rpc,
  { key, to, left = 0n }: { key: string; to: string; left?: bigint },
): Promise<string> {
  const source = await createKeyPairSignerFromBytes(getBase58Encoder().encode(key))
  const [held = 0n] = await heldBy(chain, [source.address])
  const { value } = await chain<{ value: { blockhash: Blockhash } }>('getLatestBlockhash', {
    commitment: 'confirmed',
  })
  const destination = to as Address
  const transfer = getTransferSolInstruction({ source, destination, amount: held - FEE - left })
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(source, m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: value.blockhash, lastValidBlockHeight: 0n },
        m,
      ),
    (m) => appendTransactionMessageInstruction(transfer, m),
  )
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))
}
