import { transferLogs, transfersLogged } from '../chain/record/transfer-logs.ts'
import type { TxRecord } from '../chain/record/history.ts'

/** A record on disk: many small parts packed into few, which V8 serializes several times faster. */
interface Packed {
  kind: 'tx'
  /** Wire bytes, then balances before and after, then indexes of changed accounts. */
  bytes: Buffer
  wire: number
  accounts: number
  /** A number: the logs of that many transfers. */
  logs: number | string | string[]
  rest: Omit<TxRecord, 'wire' | 'pre' | 'post' | 'changed' | 'logs'>
}

/** Separates log lines; logs that contain it are stored as an array. */
const SEPARATOR = '\x1e'

const toBuffer = (view: Uint8Array | BigUint64Array): Buffer =>
  Buffer.from(view.buffer, view.byteOffset, view.byteLength)

export function packRecord(record: TxRecord): Packed {
  const { wire, pre, post, changed, logs, ...rest } = record
  return {
    kind: 'tx',
    bytes: Buffer.concat([wire, toBuffer(pre), toBuffer(post), changed]),
    wire: wire.length,
    accounts: pre.length,
    logs:
      transfersLogged(logs) ?? (logs.some((line) => line.includes(SEPARATOR)) ? logs : logs.join(SEPARATOR)),
    rest,
  }
}

function unpackLogs(logs: Packed['logs']): string[] {
  if (typeof logs === 'number') return transferLogs(logs)
  if (typeof logs !== 'string') return logs
  return logs === '' ? [] : logs.split(SEPARATOR)
}

export const isPacked = (value: unknown): value is Packed => (value as { kind?: unknown }).kind === 'tx'

export function unpackRecord({ bytes, wire, accounts, logs, rest }: Packed): TxRecord {
  // Copied: the file's buffer can be freed, and the balances are aligned.
  const part = (from: number, to?: number): Uint8Array => new Uint8Array(bytes.subarray(from, to))
  const balances = (from: number): BigUint64Array =>
    new BigUint64Array(part(from, from + 8 * accounts).buffer as ArrayBuffer)
  return {
    ...rest,
    wire: part(0, wire),
    pre: balances(wire),
    post: balances(wire + 8 * accounts),
    changed: part(wire + 16 * accounts),
    logs: unpackLogs(logs),
  }
}
