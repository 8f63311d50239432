import { keyBytes, type Key } from '../base58.ts'
import {
  BLOCKHASH_AGE,
  CONFIRMED_AFTER,
  FINALIZED_AFTER,
  FIRST_SLOT,
  SLOT_HASHES,
  SLOT_LEASE,
  STATUS_CACHE_SLOTS,
} from '../constants.ts'
import type { Store } from '../disk/store.ts'
import { ADDRESS_LOOKUP_TABLE, SYSVAR_OWNER } from '../programs.ts'
import type { WireTransaction } from '../wire/parse.ts'
import type { Account, Accounts } from './accounts.ts'
import type { Blockhashes } from './blockhashes.ts'
import type { Clock } from './clock.ts'
import type { TransactionError } from './errors.ts'
import { Executor } from './executor.ts'
import { changedKeys, type History, type TxEntry, type TxRecord } from './record/history.ts'
import { loadedAddresses } from './lookups.ts'
import { durableNonce, findNonceAccount, parseNonceState } from './nonce.ts'
import type { Rules, Settings } from './rules.ts'
import type { Simulation, Svm } from './svm.ts'

export type Commitment = 'processed' | 'confirmed' | 'finalized'

/** Events of the bank, for subscriptions. */
export interface BankListener {
  /** A transaction was received by RPC. */
  received(signature: string): void
  /** A transaction was executed in the current slot. */
  executed(entry: TxEntry, record: TxRecord): void
  /** A slot began; the previous one is on disk. */
  slotBegan(slot: number): void
}

export interface BankParts {
  svm: Svm
  accounts: Accounts
  history: History
  blockhashes: Blockhashes
  builtins: Map<Key, Account>
  clock: Clock
  store: Store | undefined
  settings: Settings
  salt: Uint8Array
  slot: number
  count: number
}

/** The chain: slots, transactions and the state at each commitment. Everything in it is synchronous. */
export class Bank {
  readonly svm: Svm
  readonly accounts: Accounts
  readonly history: History
  readonly blockhashes: Blockhashes
  readonly clock: Clock
  readonly listeners = new Set<BankListener>()
  /** The current slot. */
  slot: number
  /** Unix time of the current slot, in seconds. */
  time: number
  /** Transactions since genesis. */
  count: number
  private readonly parts: BankParts
  private readonly executor: Executor
  private pending: { entry: TxEntry; record: TxRecord }[] = []
  /** Entries whose record is still in memory, oldest first. */
  private warm: TxEntry[] = []
  private lease = 0
  /** The slot at which the runtime last got the hashes of those before it. */
  private hashedAt: number | undefined

  constructor(parts: BankParts) {
    this.parts = parts
    this.svm = parts.svm
    this.accounts = parts.accounts
    this.history = parts.history
    this.blockhashes = parts.blockhashes
    this.clock = parts.clock
    this.slot = parts.slot
    this.count = parts.count
    this.executor = new Executor(parts.svm, parts.accounts)
    this.time = this.clock.unixTime()
    this.enterSlot()
  }

  /** The highest slot that has reached a commitment. */
  slotAt(commitment: Commitment): number {
    if (commitment === 'processed') return this.slot
    const confirmed = Math.max(FIRST_SLOT, this.slot - CONFIRMED_AFTER)
    if (commitment === 'confirmed' || this.settings.commitment === 'alpenglow') return confirmed
    return Math.max(this.settings.floor, this.slot - FINALIZED_AFTER)
  }

  /** The present rules, and the other stored settings of the chain. */
  get settings(): Settings {
    return this.parts.settings
  }

  /** Stores changed settings; they are on disk when this returns. */
  keep(changed: Partial<Settings>): void {
    const settings = { ...this.settings, ...changed }
    this.parts.store?.settings.save(settings)
    this.parts.settings = settings
  }

  /** Changes rules of the chain, from the current slot on. */
  change(to: Partial<Rules>): void {
    if (Object.keys(to).length === 0) return
    const turns = to.commitment !== undefined && to.commitment !== this.settings.commitment
    this.keep({ ...to, ...(turns ? { since: this.slot, floor: this.slotAt('finalized') } : {}) })
    if (to.rentPerByte !== undefined) this.svm.setRent(to.rentPerByte)
    if (to.slotMs !== undefined) this.clock.setNormal(to.slotMs)
  }

  /** The first slot of this chain. */
  readonly firstSlot = FIRST_SLOT

  /** Every slot has a block, so the height is counted from the first. */
  getHeight(slot: number): number {
    return slot - FIRST_SLOT
  }

  /** The last block height at which a transaction with this slot's blockhash is valid. */
  lastValidHeight(slot: number): number {
    return this.getHeight(slot) + BLOCKHASH_AGE
  }

  getCommitment(slot: number): Commitment {
    if (slot <= this.slotAt('finalized')) return 'finalized'
    return slot <= this.slotAt('confirmed') ? 'confirmed' : 'processed'
  }

  /** An account at the end of a slot, or at present for the current slot. */
  read(key: Key, slot: number): Account | undefined {
    const account = this.accounts.at(key, slot)
    return account?.owner === SYSVAR_OWNER ? this.svm.read(key) : account
  }

  /** Whether nothing of this chain outlives the process. */
  get inMemory(): boolean {
    return this.parts.store === undefined
  }

  isBuiltin(key: Key): boolean {
    return this.parts.builtins.has(key)
  }

  /** Why a transaction is not valid at the slot: unknown or expired blockhash, or processed before. */
  refusal(tx: WireTransaction, slot: number): TransactionError | undefined {
    if (!this.blockhashes.isValid(tx.blockhash, slot) && !this.nonceIsCurrent(tx)) return 'BlockhashNotFound'
    return this.history.get(tx.signature) ? 'AlreadyProcessed' : undefined
  }

  private nonceIsCurrent(tx: WireTransaction): boolean {
    const nonce = findNonceAccount(tx)
    const state = nonce && parseNonceState(this.accounts.get(nonce.key))
    if (!state || state.nonce !== tx.blockhash || state.authority !== nonce.authority) return false
    return state.nonce !== durableNonce(this.svm.runtimeBlockhash())
  }

  /** Announces a transaction received from a client. */
  announce(signature: string): void {
    for (const listener of this.listeners) listener.received(signature)
  }

  /** Executes a transaction in the current slot. Returns the error, as text or object, when it was not included. */
  submit(tx: WireTransaction): TxEntry | TransactionError {
    const refusal = this.refusal(tx, this.slot)
    if (refusal) return refusal
    this.offerSlotHashes(tx)
    const loaded = loadedAddresses(tx, (key) => this.accounts.get(key))
    const result = this.executor.run(tx, loaded, this.slot, this.time)
    if ('dropped' in result) return result.dropped
    const { entry, record, keys } = result
    this.history.add(entry, keys)
    this.pending.push({ entry, record })
    this.count++
    for (const listener of this.listeners) listener.executed(entry, record)
    return entry
  }

  /** Simulates a transaction on the state at a slot. */
  simulate(tx: WireTransaction, slot: number, checkSignatures: boolean): Simulation {
    this.offerSlotHashes(tx)
    const loaded = loadedAddresses(tx, (key) => this.accounts.at(key, slot))
    const older: [Key, Account | undefined, Account | undefined][] = []
    for (const key of [...tx.keys, ...loaded.writable, ...loaded.readonly]) {
      const [then, now] = [this.accounts.at(key, slot), this.accounts.get(key)]
      if (then !== now && !then?.executable && !now?.executable) older.push([key, then, now])
    }
    for (const [key, then] of older) this.svm.write(key, then)
    try {
      return this.svm.simulate(tx, checkSignatures)
    } finally {
      for (const [key, , now] of older) this.svm.write(key, now)
    }
  }

  /** Only the lookup table program reads them, and writing them at every slot would slow down the others. */
  private offerSlotHashes(tx: WireTransaction): void {
    if (!tx.keys.includes(ADDRESS_LOOKUP_TABLE) || this.hashedAt === this.slot) return
    this.hashedAt = this.slot
    const count = Math.min(SLOT_HASHES, this.slot - FIRST_SLOT)
    this.svm.setSlotHashes(
      Array.from({ length: count }, (_, i) => {
        const slot = this.slot - 1 - i
        return { slot, hash: keyBytes(this.blockhashes.of(slot)) }
      }),
    )
  }

  readRecord(entry: TxEntry): TxRecord {
    if (entry.record) return entry.record
    if (!entry.place || !this.parts.store)
      throw new Error(`the record of ${entry.signature} is no longer stored`)
    return this.parts.store.read(entry.place)
  }

  /** Ends the current slot: persists its changes, then begins and announces the next. */
  advance(): void {
    this.writeSlot()
    this.slot++
    this.accounts.root(this.slotAt('finalized'))
    this.blockhashes.enter(this.slot)
    this.clock.slotBegan()
    this.enterSlot()
    while (this.warm[0] && this.warm[0].slot < this.slot - STATUS_CACHE_SLOTS) {
      const entry = this.warm.shift()!
      if (entry.place) entry.record = undefined
    }
    for (const listener of this.listeners) listener.slotBegan(this.slot)
  }

  private enterSlot(): void {
    this.time = Math.max(this.time, this.clock.unixTime())
    this.svm.setClock(this.slot, this.time, this.time)
    if (this.parts.store && this.slot >= this.lease) {
      this.lease = this.slot + SLOT_LEASE
      this.parts.store.lease(this.lease)
    }
  }

  private writeSlot(): void {
    const { store } = this.parts
    const done = this.pending
    if (done.length === 0) return
    this.pending = []
    this.warm.push(...done.map((d) => d.entry))
    if (!store) return
    const { slot, time, count } = this
    // The changes of plain transfers are in their records.
    const touched = new Set(done.flatMap((d) => (d.record.plain ? [] : changedKeys(d.record))))
    const { places, snapshotDue } = store.commit(
      { slot, time, count, accounts: this.accounts.changedIn(slot, touched) },
      done.map((d) => d.record),
    )
    done.forEach((d, i) => (d.entry.place = places[i]))
    if (snapshotDue) this.snapshot()
  }

  /** Writes a snapshot of the finalized state, which saves the next start replaying the ledger. */
  snapshot(): void {
    const { store, salt, builtins } = this.parts
    if (!store) return
    const slot = this.slotAt('finalized')
    const { accounts } = this
    function* own(): Generator<[Key, Account]> {
      for (const entry of accounts.allAt(slot)) if (builtins.get(entry[0]) !== entry[1]) yield entry
    }
    const kept = store.snapshot({ salt, slot, time: this.time, count: this.count, accounts: own() })
    if (kept !== undefined) this.history.forget(kept)
  }

  /** Ends the current slot and flushes everything to disk. */
  close(): void {
    this.writeSlot()
    this.snapshot()
    this.parts.store?.lease(this.slot + 1)
    this.parts.store?.close()
  }
}
