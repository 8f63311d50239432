import { encodeBase58, keyAt, type Key } from '../base58.ts'
import { V1 } from '../constants.ts'

/** A lazily parsed transaction. */
export interface WireTransaction {
  bytes: Buffer
  version: 'legacy' | 0 | 1
  /** The bytes that are signed. */
  message: Buffer
  signatures: Buffer[]
  /** The first signature in base58: the transaction's id. */
  signature: string
  required: number
  readonlySigned: number
  readonlyUnsigned: number
  /** Keys in the message itself; keys from lookup tables follow them in order at execution. */
  keys: Key[]
  blockhash: Key
  instructions: WireInstruction[]
  lookups: { table: Key; writable: Uint8Array; readonly: Uint8Array }[]
  config: V1Config | undefined
}

/** An instruction by its position in the bytes: a bulk transaction has dozens, and few are decoded. */
export class WireInstruction {
  readonly program: number
  private readonly bytes: Buffer
  private readonly accountsAt: number
  private readonly accountsLength: number
  private readonly dataAt: number
  readonly dataLength: number

  constructor(
    bytes: Buffer,
    program: number,
    accounts: [at: number, length: number],
    data: [at: number, length: number],
  ) {
    this.bytes = bytes
    this.program = program
    this.accountsAt = accounts[0]
    this.accountsLength = accounts[1]
    this.dataAt = data[0]
    this.dataLength = data[1]
  }

  /** Indexes into the transaction's keys. */
  get accounts(): Uint8Array {
    return this.bytes.subarray(this.accountsAt, this.accountsAt + this.accountsLength)
  }

  get data(): Buffer {
    return this.bytes.subarray(this.dataAt, this.dataAt + this.dataLength)
  }

  /** The first four bytes of the data: the instruction's number for the system program. */
  get tag(): number | undefined {
    return this.dataLength < 4 ? undefined : this.bytes.readUInt32LE(this.dataAt)
  }

  /** Whether all account indexes are below `n`. */
  staysWithin(keys: number): boolean {
    for (let i = 0; i < this.accountsLength; i++) if (this.bytes[this.accountsAt + i]! >= keys) return false
    return true
  }
}

/** The v1 header's resource requests; an absent one is zero. */
export interface V1Config {
  priorityFee: bigint | undefined
  unitLimit: number | undefined
  loadedLimit: number | undefined
  heap: number | undefined
}

/** Invalid transaction bytes. */
export class WireError extends Error {}

type Message = Omit<WireTransaction, 'bytes' | 'message' | 'signatures' | 'signature'>

class Cursor {
  readonly bytes: Buffer
  at = 0
  constructor(bytes: Buffer) {
    this.bytes = bytes
  }
  take(n: number): Buffer {
    if (this.at + n > this.bytes.length) throw new WireError('io error: unexpected end of file')
    this.at += n
    return this.bytes.subarray(this.at - n, this.at)
  }
  /** Skips this many bytes; returns their offset. */
  skip(n: number): [at: number, length: number] {
    if (this.at + n > this.bytes.length) throw new WireError('io error: unexpected end of file')
    this.at += n
    return [this.at - n, n]
  }
  u8(): number {
    return this.bytes[this.skip(1)[0]]!
  }
  key(): Key {
    return keyAt(this.bytes, this.skip(32)[0])
  }
  /** Solana's compact-u16. */
  short(): number {
    let value = 0
    for (let i = 0; i < 3; i++) {
      const byte = this.u8()
      value |= (byte & 127) << (7 * i)
      if (byte < 128) {
        if (value > 65535 || (i > 0 && byte === 0)) break
        return value
      }
    }
    throw new WireError('invalid compact length')
  }
}

function parseV1(c: Cursor): Message {
  c.u8()
  const [required, readonlySigned, readonlyUnsigned] = [c.u8(), c.u8(), c.u8()]
  const mask = c.take(4).readUInt32LE()
  if (mask > 31 || (mask & 3) === 1 || (mask & 3) === 2)
    throw new WireError('invalid transaction config mask')
  const blockhash = c.key()
  const [numInstructions, numKeys] = [c.u8(), c.u8()]
  const keys = Array.from({ length: numKeys }, () => c.key())
  const config: V1Config = {
    priorityFee: mask & 3 ? c.take(8).readBigUInt64LE() : undefined,
    unitLimit: mask & 4 ? c.take(4).readUInt32LE() : undefined,
    loadedLimit: mask & 8 ? c.take(4).readUInt32LE() : undefined,
    heap: mask & 16 ? c.take(4).readUInt32LE() : undefined,
  }
  const [headers] = c.skip(4 * numInstructions)
  const instructions = Array.from({ length: numInstructions }, (_, i) => {
    const at = headers + 4 * i
    const accounts = c.skip(c.bytes[at + 1]!)
    return new WireInstruction(c.bytes, c.bytes[at]!, accounts, c.skip(c.bytes.readUInt16LE(at + 2)))
  })
  return {
    version: 1,
    required,
    readonlySigned,
    readonlyUnsigned,
    keys,
    blockhash,
    instructions,
    lookups: [],
    config,
  }
}

function parseOlder(c: Cursor): Message {
  const first = c.u8()
  if (first >= 128 && first !== 128)
    throw new WireError(`invalid value: integer \`${first & 127}\`, expected a known version`)
  const version = first === 128 ? 0 : 'legacy'
  const required = version === 0 ? c.u8() : first
  const [readonlySigned, readonlyUnsigned] = [c.u8(), c.u8()]
  const keys = Array.from({ length: c.short() }, () => c.key())
  const blockhash = c.key()
  const instructions = Array.from({ length: c.short() }, () => {
    const program = c.u8()
    const accounts = c.skip(c.short())
    return new WireInstruction(c.bytes, program, accounts, c.skip(c.short()))
  })
  const lookups =
    version === 0
      ? Array.from({ length: c.short() }, () => ({
          table: c.key(),
          writable: c.take(c.short()),
          readonly: c.take(c.short()),
        }))
      : []
  return {
    version,
    required,
    readonlySigned,
    readonlyUnsigned,
    keys,
    blockhash,
    instructions,
    lookups,
    config: undefined,
  }
}

/** Parses a message, for getFeeForMessage. Throws WireError. */
export function parseMessage(bytes: Buffer): Message {
  const c = new Cursor(bytes)
  const message = bytes[0] === V1.versionByte ? parseV1(c) : parseOlder(c)
  if (c.at !== bytes.length) throw new WireError('trailing bytes after the message')
  return message
}

/** Parses a transaction of any format; in v1 the signatures follow the message. Throws WireError. */
export function parseTransaction(bytes: Buffer): WireTransaction {
  const c = new Cursor(bytes)
  let signatures: Buffer[] = []
  let start = 0
  let parsed: Message
  let end: number
  if (bytes[0] === V1.versionByte) {
    parsed = parseV1(c)
    end = c.at
    signatures = Array.from({ length: parsed.required }, () => c.take(64))
  } else {
    signatures = Array.from({ length: c.short() }, () => c.take(64))
    start = c.at
    parsed = parseOlder(c)
    end = c.at
  }
  if (c.at !== bytes.length) throw new WireError('trailing bytes after the transaction')
  const first = signatures[0]
  return {
    ...parsed,
    bytes,
    message: bytes.subarray(start, end),
    signatures,
    signature: first ? encodeBase58(first) : '',
  }
}

/** Whether the static key at this index is writable. */
export const isWritable = (tx: Message, index: number): boolean =>
  index < tx.required ? index < tx.required - tx.readonlySigned : index < tx.keys.length - tx.readonlyUnsigned
