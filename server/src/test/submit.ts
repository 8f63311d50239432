/** One v0 transaction with lookup tables, sent to a chain of tests without a simulation first. */
import {
  type Address,
  appendTransactionMessageInstructions,
  type Blockhash,
  compressTransactionMessageUsingAddressLookupTables,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getSignatureFromTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit'
import type { Rpc } from './rpc.ts'
import { until } from './until.ts'

type Submission = {
  payer: KeyPairSigner
  instructions: Instruction[]
  tables?: Record<Address, Address[]>
}
export type Landed = {
  signature: string
  bytes: number
  /** The chain's error: null, a name, or the position and the error. */
  err: unknown
  fee: bigint
  logs: string[]
}

type Answer = { meta: { err: unknown; fee: number; logMessages: string[] } } | null

/** Resolves once it is confirmed, even if it failed. */
export async function submit(rpc: Rpc, { payer, instructions, tables = {} }: Submission): Promise<Landed> {
  const { value } = await rpc<{ value: { blockhash: Blockhash; lastValidBlockHeight: number } }>(
    'getLatestBlockhash',
    { commitment: 'confirmed' },
  )
  const lifetime = {
    blockhash: value.blockhash,
    lastValidBlockHeight: BigInt(value.lastValidBlockHeight),
  }
  const signed = await signTransactionMessageWithSigners(
    pipe(
      createTransactionMessage({ version: 0 }),
      (m) => setTransactionMessageFeePayerSigner(payer, m),
      (m) => setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
      (m) => appendTransactionMessageInstructions(instructions, m),
      (m) => compressTransactionMessageUsingAddressLookupTables(m, tables),
    ),
  )
  const signature = getSignatureFromTransaction(signed)
  const wire = getBase64EncodedWireTransaction(signed)
  await rpc('sendTransaction', wire, { encoding: 'base64', skipPreflight: true })
  const { meta } = await until('it is confirmed', () =>
    rpc<Answer>('getTransaction', signature, {
      commitment: 'confirmed',
      encoding: 'json',
      maxSupportedTransactionVersion: 0,
    }),
  )
  const { err, fee, logMessages } = meta
  return { signature, bytes: Buffer.from(wire, 'base64').length, err, fee: BigInt(fee), logs: logMessages }
}
