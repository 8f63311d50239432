/**
 * Does the work of kit's `compileTransaction`, without its decoding of addresses: kit decodes each through a bigint,
 * four times over, which was half of the memory and a good part of the time of a distribution. The message is written
 * without its accounts here, and they are inserted at their place.
 */
import { base58 } from '@scure/base'
import {
  type Address,
  type Blockhash,
  type CompiledTransactionMessage,
  compileTransactionMessage,
  getCompiledTransactionMessageEncoder,
  type ReadonlyUint8Array,
  type TransactionFromTransactionMessage,
  type TransactionMessage,
  type TransactionMessageBytes,
  type TransactionMessageWithFeePayer,
} from '@solana/kit'
import type { Format } from './budget.ts'

/**
 * The offset of the accounts, after their count, which is one byte because there are at most 64. Format 0: version,
 * header of 3 bytes, count. Format 1: version, header, mask of 4 bytes, lifetime of 32, number of instructions, count.
 * From codecs/v0/message.ts and codecs/v1/message.ts of @solana/transaction-messages.
 */
const ACCOUNTS_AT: Record<Format, number> = { 0: 5, 1: 42 }
const ADDRESS_BYTES = 32
const encoder = getCompiledTransactionMessageEncoder()

function encodeMessage(compiled: CompiledTransactionMessage): ReadonlyUint8Array {
  const { staticAccounts, version } = compiled
  if (version === 'legacy') return encoder.encode(compiled)
  const rest = encoder.encode({ ...compiled, staticAccounts: [] })
  const at = ACCOUNTS_AT[version]
  const bytes = new Uint8Array(rest.length + staticAccounts.length * ADDRESS_BYTES)
  bytes.set(rest.subarray(0, at))
  bytes[at - 1] = staticAccounts.length
  for (const [i, address] of staticAccounts.entries()) bytes.set(toBytes(address), at + i * ADDRESS_BYTES)
  bytes.set(rest.subarray(at), at + staticAccounts.length * ADDRESS_BYTES)
  return bytes
}

function toBytes(address: Address): Uint8Array {
  const bytes = base58.decode(address)
  if (bytes.length !== ADDRESS_BYTES) throw new Error(`not an address: ${address}`)
  return bytes
}

type Compilable = TransactionMessage &
  TransactionMessageWithFeePayer & {
    lifetimeConstraint: { blockhash: Blockhash; lastValidBlockHeight: bigint }
  }

/** The same bytes as kit's, unsigned. */
export function compileTransaction<M extends Compilable>(message: M) {
  const compiled = compileTransactionMessage(message)
  const { blockhash, lastValidBlockHeight } = message.lifetimeConstraint
  const signers = compiled.staticAccounts.slice(0, compiled.header.numSignerAccounts)
  return {
    messageBytes: encodeMessage(compiled) as TransactionMessageBytes,
    signatures: Object.fromEntries(signers.map((address) => [address, null])),
    lifetimeConstraint: { blockhash, lastValidBlockHeight },
  } as unknown as TransactionFromTransactionMessage<M>
}
