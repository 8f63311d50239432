import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Key } from '../base58.ts'
import type { Account } from '../chain/accounts.ts'
import type { TxRecord } from '../chain/record/history.ts'
import { SEGMENT_BYTES, SEGMENTS_KEPT } from '../constants.ts'
import { frame, readFrame } from './frames.ts'
import type { Place } from './frames.ts'
import { SettingsFile } from './settings.ts'
import { Ledger, type LedgerLimits, type SlotCommit, type StoredSlot } from './ledger.ts'

/** The head of a snapshot; accounts follow in frames of a thousand, then an empty frame. */
interface SnapshotHead {
  format: 1
  salt: Uint8Array
  /** The slot whose end the accounts show. */
  slot: number
  time: number
  count: number
  /** Ledger position of the first slot that the accounts do not contain. */
  from: { segment: number; offset: number }
}

export interface Snapshot extends Omit<SnapshotHead, 'format' | 'from'> {
  accounts: Iterable<[Key, Account]>
}

export interface Saved {
  salt: Uint8Array
  slot: number
  time: number
  count: number
  accounts: [Key, Account][]
  /** Slots of the whole ledger; `fresh` ones are not in the snapshot. */
  slots: Generator<{ stored: StoredSlot; fresh: boolean }>
  /** No slot from this on was used before. */
  lease: number
}

/** The directory of a chain: a snapshot of the finalized state, the ledger, and the reserved slot. */
export class Store {
  readonly settings: SettingsFile
  private readonly dir: string
  private readonly ledger: Ledger
  private readonly leaseFd: number
  private starts: { slot: number; place: Place }[] = []

  constructor(
    dir: string,
    limits: LedgerLimits = { segmentBytes: SEGMENT_BYTES, segmentsKept: SEGMENTS_KEPT },
  ) {
    this.dir = dir
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    this.settings = new SettingsFile(dir)
    this.ledger = new Ledger(dir, limits)
    closeSync(openSync(join(dir, 'slot'), 'a', 0o600))
    this.leaseFd = openSync(join(dir, 'slot'), 'r+')
  }

  load(): Saved | undefined {
    const path = join(this.dir, 'snapshot.bin')
    if (!existsSync(path)) return undefined
    const bytes = readFileSync(path)
    let f = readFrame(bytes, 0)
    const head = f?.value as SnapshotHead | undefined
    if (!f || head?.format !== 1) throw new Error(`${path} is not a snapshot of this program`)
    const accounts: [Key, Account][] = []
    for (f = readFrame(bytes, f.next); ; f = readFrame(bytes, f.next)) {
      if (!f) throw new Error(`${path} is damaged`)
      const part = f.value as [Key, Account][]
      if (part.length === 0) break
      // Copied, or each account would keep the whole file in memory.
      for (const [key, a] of part) accounts.push([key, { ...a, data: a.data.slice() }])
    }
    const lease = Buffer.alloc(8)
    readSync(this.leaseFd, lease, 0, 8, 0)
    const { salt, slot, time, count } = head
    return {
      salt: salt.slice(),
      slot,
      time,
      count,
      accounts,
      slots: this.slots(head.from),
      lease: Number(lease.readBigUInt64LE()),
    }
  }

  private *slots(from: { segment: number; offset: number }): Saved['slots'] {
    for (const stored of this.ledger.open()) {
      const { start } = stored
      const fresh =
        start.segment > from.segment || (start.segment === from.segment && start.offset >= from.offset)
      if (fresh) this.starts.push({ slot: stored.slot, place: start })
      yield { stored, fresh }
    }
  }

  /** Persists a finished slot; returns the positions of its records and whether a snapshot is due. */
  commit(commit: SlotCommit, records: TxRecord[]): { places: Place[]; snapshotDue: boolean } {
    const { places, start, rotated } = this.ledger.append(commit, records)
    this.starts.push({ slot: commit.slot, place: start })
    return { places, snapshotDue: rotated }
  }

  read(place: Place): TxRecord {
    return this.ledger.read(place)
  }

  /** Reserves the slots below this: no restart uses them again. Eight bytes in place, so a crash cannot tear the write. */
  lease(slot: number): void {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(BigInt(slot))
    writeSync(this.leaseFd, bytes, 0, 8, 0)
  }

  /** Writes a snapshot; returns the first slot with history if older files were deleted. */
  snapshot(state: Snapshot): number | undefined {
    this.starts = this.starts.filter((s) => s.slot > state.slot)
    const { segment, offset } = this.starts[0]?.place ?? this.ledger.end
    const { salt, slot, time, count } = state
    const temporary = join(this.dir, 'snapshot.new')
    const fd = openSync(temporary, 'w', 0o600)
    const put = (value: unknown): void => {
      const bytes = Buffer.concat(frame(value))
      for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done)
    }
    put({ format: 1, salt, slot, time, count, from: { segment, offset } } satisfies SnapshotHead)
    let part: [Key, Account][] = []
    for (const entry of state.accounts) {
      part.push(entry)
      if (part.length === 1000) {
        put(part)
        part = []
      }
    }
    if (part.length > 0) put(part)
    put([])
    fsyncSync(fd)
    closeSync(fd)
    renameSync(temporary, join(this.dir, 'snapshot.bin'))
    return this.ledger.prune(segment)
  }

  close(): void {
    this.ledger.close()
    closeSync(this.leaseFd)
  }
}
