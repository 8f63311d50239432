/** Reads the payments in signed bytes. */
import { LAMPORTS_PER_SIGNATURE } from '@purser/contract/limits.ts'
import {
  type Address,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getPublicKeyFromAddress,
  getTransactionDecoder,
  verifySignature,
} from '@solana/kit'
import { type SignedTransfer, readTransfers } from './read-transfers.ts'

/** Returns the fee payer: the first account. Throws on bytes that are no transaction. */
export function readFeePayer(bytes: Uint8Array): Address {
  const { messageBytes } = getTransactionDecoder().decode(bytes)
  const [first] = getCompiledTransactionMessageDecoder().decode(messageBytes).staticAccounts
  if (first === undefined) throw new Error('a transaction without accounts')
  return first
}

/** Returns the payer of the signatures, and the least that they cost; null for unreadable bytes. */
export function readSignatureFee(bytes: Uint8Array): { payer: Address; fee: bigint } | null {
  try {
    const { messageBytes } = getTransactionDecoder().decode(bytes)
    const { header, staticAccounts } = getCompiledTransactionMessageDecoder().decode(messageBytes)
    const [payer] = staticAccounts
    return payer === undefined
      ? null
      : { payer, fee: LAMPORTS_PER_SIGNATURE * BigInt(header.numSignerAccounts) }
  } catch {
    return null
  }
}

/** Returns what a transaction that holds these transfers pays, by position; null for unreadable bytes. */
export function readPaidAt(
  bytes: Uint8Array,
  positions: readonly number[],
): Map<number, SignedTransfer> | null {
  let paid: SignedTransfer[]
  try {
    paid = readTransfers(bytes)
  } catch {
    return null
  }
  // One instruction for each transfer, in the order of the positions: anything else was not built here.
  if (paid.length !== positions.length) return null
  return new Map(paid.map((one, i) => [positions[i] ?? 0, one]))
}

/** Returns the fee payer, and the blockhash that bounds the transaction's life. */
export function readLifetime(bytes: Uint8Array): { payer: Address; blockhash: string } {
  const { messageBytes } = getTransactionDecoder().decode(bytes)
  const { staticAccounts, lifetimeToken } = getCompiledTransactionMessageDecoder().decode(messageBytes)
  return { payer: staticAccounts[0] ?? ('' as Address), blockhash: lifetimeToken ?? '' }
}

/** Tells whether these bytes are a transaction of this signature, signed by this address's key, that names the operation. */
export async function isSignedFor(
  bytes: Uint8Array,
  { address, signature, operationId }: { address: Address; signature: string; operationId: string },
): Promise<boolean> {
  try {
    const { signatures, messageBytes } = getTransactionDecoder().decode(bytes)
    const mine = signatures[address]
    if (!mine || getBase58Decoder().decode(mine) !== signature) return false
    if (!Buffer.from(messageBytes).includes(operationId)) return false
    return await verifySignature(await getPublicKeyFromAddress(address), mine, messageBytes)
  } catch {
    return false
  }
}
