import { getTransferSolInstruction } from '@solana-program/system'
import {
  type Address,
  appendTransactionMessageInstruction,
  createKeyPairSignerFromBytes,
  createTransactionMessage,
  getBase58Encoder,
  getBase64EncodedWireTransaction,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import type { TestDesk } from '../server/src/test/harness.ts'
import { FEE, heldBy } from '../server/src/test/money.ts'

/** A transaction, in base64, that sends all that the owner of this secret key (base58) holds elsewhere. */
export async function emptying(chain: TestDesk['chain'], key: string): Promise<string> {
  const owner = await createKeyPairSignerFromBytes(getBase58Encoder().encode(key))
  const [held = 0n] = await heldBy(chain, [owner.address])
  const { value } = await chain<{ value: { blockhash: never } }>('getLatestBlockhash', {
    commitment: 'confirmed',
  })
  const elsewhere = '1nc1nerator11111111111111111111111111111111' as Address
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(owner, m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: value.blockhash, lastValidBlockHeight: 0n },
        m,
      ),
    (m) =>
      appendTransactionMessageInstruction(
        getTransferSolInstruction({ source: owner, destination: elsewhere, amount: held - FEE }),
        m,
      ),
  )
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))
}
