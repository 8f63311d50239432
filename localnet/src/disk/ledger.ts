import {
  closeSync,
  ftruncateSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeSync,
  writevSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Key } from '../base58.ts'
import type { Account } from '../chain/accounts.ts'
import type { TxRecord } from '../chain/record/history.ts'
import { frame, type Place, readFrame } from './frames.ts'
import { isPacked, packRecord, unpackRecord } from './pack.ts'

/** Size of a ledger file, and how many full ones are kept. */
export interface LedgerLimits {
  segmentBytes: number
  segmentsKept: number
}

/** Written after the transactions of a finished slot; commits them. */
export interface SlotCommit {
  slot: number
  time: number
  /** Transactions executed since genesis. */
  count: number
  accounts: [Key, Account | undefined][]
}

/** A slot read from the ledger. */
export interface StoredSlot extends SlotCommit {
  records: { record: TxRecord; place: Place }[]
  start: Place
}

/** Writes buffers in sequence, handling short writes; returns their length. */
function writeAll(fd: number, buffers: Buffer[], at: number): number {
  const total = buffers.reduce((n, b) => n + b.length, 0)
  // The system takes at most 1024 buffers at once.
  for (let i = 0, done = 0; i < buffers.length; i += 1000) {
    const part = buffers.slice(i, i + 1000)
    const length = part.reduce((n, b) => n + b.length, 0)
    const written = writevSync(fd, part, at + done)
    if (written < length) {
      const rest = Buffer.concat(part).subarray(written)
      for (let n = 0; n < rest.length; ) n += writeSync(fd, rest, n, rest.length - n, at + done + written + n)
    }
    done += length
  }
  return total
}

const toFileName = (segment: number): string => `ledger-${String(segment).padStart(8, '0')}.bin`

/** All slots that changed something, appended to files of bounded size; a torn tail is cut off on opening. */
export class Ledger {
  private readonly dir: string
  private readonly limits: LedgerLimits
  private readonly fds = new Map<number, number>()
  private readonly firstSlots = new Map<number, number>()
  private segment = 0
  private size = 0

  constructor(dir: string, limits: LedgerLimits) {
    this.dir = dir
    this.limits = limits
  }

  /** Yields every stored slot, oldest first, and leaves the ledger ready to append. */
  *open(): Generator<StoredSlot> {
    const segments = readdirSync(this.dir)
      .map((name) => /^ledger-(\d{8})\.bin$/.exec(name)?.[1])
      .filter((n) => n !== undefined)
      .map(Number)
      .sort((a, b) => a - b)
    for (const segment of segments) {
      const bytes = readFileSync(join(this.dir, toFileName(segment)))
      const end = yield* this.readSlots(segment, bytes)
      this.segment = segment
      this.size = end
      if (end < bytes.length) ftruncateSync(this.fd(segment), end)
    }
  }

  private *readSlots(segment: number, bytes: Buffer): Generator<StoredSlot, number> {
    let end = 0
    let records: StoredSlot['records'] = []
    for (let at = 0, f = readFrame(bytes, at); f; at = f.next, f = readFrame(bytes, at)) {
      const value = f.value as SlotCommit
      if (isPacked(f.value)) {
        records.push({ record: unpackRecord(f.value), place: { segment, offset: at, length: f.next - at } })
        continue
      }
      if (!this.firstSlots.has(segment)) this.firstSlots.set(segment, value.slot)
      yield { ...value, records, start: { segment, offset: end, length: f.next - end } }
      records = []
      end = f.next
    }
    return end
  }

  /** The position of the next slot. */
  get end(): Place {
    return { segment: this.segment, offset: this.size, length: 0 }
  }

  /** Appends a finished slot; returns the positions of its records and whether a new file was begun. */
  append(commit: SlotCommit, records: TxRecord[]): { places: Place[]; start: Place; rotated: boolean } {
    const rotated = this.size >= this.limits.segmentBytes
    if (rotated) {
      this.segment++
      this.size = 0
    }
    const frames = records.map((record) => frame(packRecord(record)))
    const start = this.end
    let offset = this.size
    const places = frames.map((f) => {
      const length = f[0].length + f[1].length
      offset += length
      return { segment: this.segment, offset: offset - length, length }
    })
    frames.push(frame(commit))
    this.size += writeAll(this.fd(this.segment), frames.flat(), this.size)
    if (!this.firstSlots.has(this.segment)) this.firstSlots.set(this.segment, commit.slot)
    return { places, start, rotated }
  }

  read(place: Place): TxRecord {
    const bytes = Buffer.alloc(place.length)
    readSync(this.fd(place.segment), bytes, 0, place.length, place.offset)
    const found = readFrame(bytes, 0)
    if (!found || !isPacked(found.value))
      throw new Error(`the ledger ${toFileName(place.segment)} is damaged at ${place.offset}`)
    return unpackRecord(found.value)
  }

  /** Deletes the oldest files beyond the retention, none from `needed` on; returns the first slot left if it did. */
  prune(needed: number): number | undefined {
    const last = Math.min(this.segment - this.limits.segmentsKept, needed - 1)
    const old = [...this.firstSlots.keys()].filter((s) => s <= last)
    if (old.length === 0) return undefined
    for (const segment of old) {
      const fd = this.fds.get(segment)
      if (fd !== undefined) closeSync(fd)
      this.fds.delete(segment)
      this.firstSlots.delete(segment)
      rmSync(join(this.dir, toFileName(segment)), { force: true })
    }
    return this.firstSlots.values().next().value
  }

  close(): void {
    for (const fd of this.fds.values()) closeSync(fd)
    this.fds.clear()
  }

  private fd(segment: number): number {
    let fd = this.fds.get(segment)
    if (fd === undefined) {
      const path = join(this.dir, toFileName(segment))
      closeSync(openSync(path, 'a', 0o600))
      fd = openSync(path, 'r+')
      this.fds.set(segment, fd)
    }
    return fd
  }
}
