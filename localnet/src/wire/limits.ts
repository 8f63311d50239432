import { decodeBase58 } from '../base58.ts'
import { MAX_BYTES, MAX_ACCOUNT_LOCKS, V1 } from '../constants.ts'
import { RpcError } from '../rpc/errors.ts'
import { parseMessage, parseTransaction, WireError, type WireTransaction } from './parse.ts'

const TRANSACTION = 'solana_transaction::versioned::VersionedTransaction'
const MESSAGE = 'solana_message::versions::VersionedMessage'
const base64Length = (n: number): number => Math.ceil(n / 3) * 4
/** The most characters that this many bytes take in base58. */
const base58Length = (n: number): number => (n === MAX_BYTES ? 1683 : Math.ceil(n * 1.3658) + 1)

/** Bytes of a base58 or base64 argument within the limit of its format; else -32602 with the real RPC's message. */
function decode(text: string, encoding: string, name: string): Buffer {
  if (encoding !== 'base58' && encoding !== 'base64')
    throw new RpcError(-32602, `unsupported encoding: ${encoding}. Supported encodings: base58, base64`)
  const length = encoding === 'base64' ? base64Length : base58Length
  const tooLong = (max: number): RpcError =>
    new RpcError(
      -32602,
      `${encoding} encoded ${name} too large: ${text.length} bytes (max: encoded/raw ${length(max)}/${max})`,
    )
  if (text.length > length(V1.maxBytes)) throw tooLong(text.startsWith('gQ') ? V1.maxBytes : MAX_BYTES)
  const bytes = encoding === 'base64' ? strictBase64(text) : decodeBase58(text)
  if (!bytes) throw new RpcError(-32602, `invalid ${encoding} encoding: InvalidByte`)
  // The first byte tells the format: v1 transactions and messages both begin with the version.
  const max = bytes[0] === V1.versionByte ? V1.maxBytes : MAX_BYTES
  if (text.length > length(max)) throw tooLong(max)
  if (bytes.length > max)
    throw new RpcError(-32602, `decoded ${name} too large: ${bytes.length} bytes (max: ${max} bytes)`)
  return bytes
}

function strictBase64(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64')
  // Node skips invalid characters: detected by the length, without encoding again.
  return text.length % 4 === 0 &&
    bytes.length === (text.length / 4) * 3 - (text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0)
    ? bytes
    : undefined
}

const sanitize = (ok: boolean): void => {
  if (!ok)
    throw new RpcError(
      -32602,
      'invalid transaction: Transaction failed to sanitize accounts offsets correctly',
    )
}

function checkCounts(tx: Omit<WireTransaction, 'bytes' | 'message' | 'signatures' | 'signature'>): void {
  sanitize(
    tx.required > 0 && tx.readonlySigned < tx.required && tx.required + tx.readonlyUnsigned <= tx.keys.length,
  )
  const loaded = tx.lookups.reduce((n, l) => n + l.writable.length + l.readonly.length, 0)
  const total = tx.keys.length + loaded
  for (const ix of tx.instructions)
    sanitize(ix.program > 0 && ix.program < tx.keys.length && ix.staysWithin(total))
  if (tx.version === 1)
    sanitize(
      tx.keys.length <= V1.maxAccounts &&
        tx.required <= V1.maxSignatures &&
        tx.instructions.length <= V1.maxInstructions,
    )
  if (total > MAX_ACCOUNT_LOCKS * 4) sanitize(false)
}

function deserialize<T>(name: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof WireError)
      throw new RpcError(-32602, `failed to deserialize ${name}: ${error.message}`)
    throw error
  }
}

/** The transaction in an RPC argument, with the checks that LiteSVM lacks. */
export function readTransaction(text: string, encoding: string): WireTransaction {
  const bytes = decode(text, encoding, TRANSACTION)
  const tx = deserialize(TRANSACTION, () => parseTransaction(bytes))
  checkCounts(tx)
  sanitize(tx.signatures.length === tx.required)
  return tx
}

/** The message in an RPC argument, always base64. */
export function readMessage(text: string): ReturnType<typeof parseMessage> {
  const bytes = decode(text, 'base64', MESSAGE)
  const message = deserialize(MESSAGE, () => parseMessage(bytes))
  checkCounts(message)
  return message
}
