/** The bare minimum that moves funds: packs, signs, sends and polls. No journal, no reservation, nothing that survives it. */
import {
  appendTransactionMessageInstructions,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  type Signature,
  signTransactionMessageWithSigners,
} from '@solana/kit'

const AT_ONCE = 32
const POLL_MS = 250

/** One transaction of version 1 for each list of instructions; ends when all are confirmed. */
export async function sendRaw(
  url: string,
  payer: KeyPairSigner,
  parts: Instruction[][],
  computeUnitLimit: number,
): Promise<void> {
  const rpc = createSolanaRpc(url as 'http://localhost')
  const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
  const config = { computeUnitLimit, loadedAccountsDataSizeLimit: 1_000_000 }
  const signed = await Promise.all(
    parts.map((instructions) =>
      signTransactionMessageWithSigners(
        pipe(
          createTransactionMessage({ version: 1 }),
          (m) => setTransactionMessageFeePayerSigner(payer, m),
          (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
          (m) => setTransactionMessageConfig(config, m),
          (m) => appendTransactionMessageInstructions(instructions, m),
        ),
      ),
    ),
  )
  const queue = signed.map((transaction) => getBase64EncodedWireTransaction(transaction))
  const worker = async () => {
    for (let wire = queue.shift(); wire; wire = queue.shift())
      await rpc.sendTransaction(wire, { encoding: 'base64', preflightCommitment: 'confirmed' }).send()
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  let open: Signature[] = signed.map((transaction) => getSignatureFromTransaction(transaction))
  while (open.length > 0) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    const asked = open.slice(0, 256)
    const { value } = await rpc.getSignatureStatuses(asked).send()
    const done = new Set(
      asked.filter((_, i) => value[i] != null && value[i]?.confirmationStatus !== 'processed'),
    )
    open = open.filter((signature) => !done.has(signature))
  }
}
