/** Pays links like an outside wallet: reads the link's URL, and signs and sends with a key of its own. */
import { quotePayment } from '@purser/contract/payments/payer.ts'
import { getSetComputeUnitLimitInstruction } from '@solana-program/compute-budget'
import { getTransferSolInstruction } from '@solana-program/system'
import { getAddMemoInstruction } from '@solana-program/memo'
import {
  AccountRole,
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  createTransactionMessage,
  generateKeyPairSigner,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import { parseUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import type { Call } from './client.ts'
import { fund, SOL } from './money.ts'
import type { Rpc } from './rpc.ts'

const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address

let sent = 0

/** The payment that a link's URL requests. */
export type Asked = { recipient: Address; lamports: bigint; references: Address[]; memo: string | null }

export function readPayUrl(url: string): Asked {
  const { protocol, pathname, searchParams } = new URL(url)
  if (protocol !== 'solana:') throw new Error(`${url} is no Solana Pay URL`)
  return {
    recipient: pathname as Address,
    lamports: parseUnits(searchParams.get('amount') ?? '0', SOL_DECIMALS),
    references: searchParams.getAll('reference') as Address[],
    memo: searchParams.get('memo'),
  }
}

/** The link's present quote, from its URL. */
export async function quoted(call: Call, reference: string, renew = false): Promise<Asked> {
  const { ok } = await call(quotePayment, { params: { reference }, body: { renew } })
  if (!ok.quote) throw new Error('nothing is quoted')
  return readPayUrl(ok.quote.url)
}

export function createTransfer(
  source: KeyPairSigner,
  { recipient, lamports, references }: Asked,
): Instruction {
  const transfer = getTransferSolInstruction({ source, destination: recipient, amount: lamports })
  const keys = references.map((address) => ({ address, role: AccountRole.READONLY }))
  return { ...transfer, accounts: [...transfer.accounts, ...keys] }
}

/** Signs and sends these, once. Returns the signature. */
export async function sendSigned(
  rpc: Rpc,
  payer: KeyPairSigner,
  instructions: Instruction[],
): Promise<string> {
  const { value } = await rpc<{ value: { blockhash: Blockhash; lastValidBlockHeight: number } }>(
    'getLatestBlockhash',
    { commitment: 'confirmed' },
  )
  // Two identical ones would be one transaction.
  const different = getSetComputeUnitLimitInstruction({ units: 200_000 + sent++ })
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(payer, m),
    (m) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: value.blockhash, lastValidBlockHeight: BigInt(value.lastValidBlockHeight) },
        m,
      ),
    (m) => appendTransactionMessageInstructions([different, ...instructions], m),
  )
  const signed = await signTransactionMessageWithSigners(message)
  await rpc('sendTransaction', getBase64EncodedWireTransaction(signed), {
    encoding: 'base64',
    skipPreflight: true,
  })
  return getSignatureFromTransaction(signed)
}

/** A payer with funds of its own. */
export async function createPayer(rpc: Rpc, sol = 100n) {
  const signer = await generateKeyPairSigner()
  await fund(rpc, signer.address, sol * SOL)
  return {
    address: signer.address,
    signer,
    /** Pays the requested amount, or another. */
    pay: (asked: Asked, lamports = asked.lamports): Promise<string> =>
      sendSigned(rpc, signer, [
        ...(asked.memo === null
          ? []
          : [getAddMemoInstruction({ memo: asked.memo }, { programAddress: MEMO_PROGRAM })]),
        createTransfer(signer, { ...asked, lamports }),
      ]),
    send: (instructions: Instruction[]): Promise<string> => sendSigned(rpc, signer, instructions),
  }
}
