import { toAddress, type Key } from '../base58.ts'
import type { Bank, BankListener, Commitment } from '../chain/bank.ts'
import { changedKeys, type TxEntry, type TxRecord } from '../chain/record/history.ts'
import { accountFormat, encodeAccount, type AccountFormat } from '../encode/account.ts'
import { RpcError } from '../rpc/errors.ts'
import { readFilters, type Filters } from '../rpc/filters.ts'
import {
  parseCommitment,
  configAt,
  keyAtIndex,
  stringAt,
  toKey,
  toSignature,
  withContext,
} from '../rpc/params.ts'

/** Sends a notification; `last`: the subscription ends with it. */
export type Notify = (method: string, result: unknown, last?: boolean) => void

type Kind =
  | {
      kind: 'account'
      key: Key
      commitment: Commitment
      format: (slot: number) => AccountFormat
      last: unknown
    }
  | {
      kind: 'program'
      key: Key
      commitment: Commitment
      format: (slot: number) => AccountFormat
      filters: Filters
    }
  | { kind: 'signature'; signature: string; commitment: Commitment; received: boolean }
  | { kind: 'logs'; commitment: Commitment; mentions: Key | undefined }
  | { kind: 'slot' }
  | { kind: 'root' }

export type Subscription = Kind & { notify: Notify }

/** Subscribe methods and their kinds. */
const KINDS: Record<string, Kind['kind']> = {
  accountSubscribe: 'account',
  programSubscribe: 'program',
  signatureSubscribe: 'signature',
  logsSubscribe: 'logs',
  slotSubscribe: 'slot',
  rootSubscribe: 'root',
}

export const isSubscribe = (method: string): boolean => method in KINDS
export const isUnsubscribe = (method: string): boolean =>
  method.endsWith('Unsubscribe') && method.replace('Unsubscribe', 'Subscribe') in KINDS

/** All subscriptions of a network, driven by the bank's events. */
export class Subscriptions implements BankListener {
  private readonly bank: Bank
  private readonly all = new Set<Subscription>()
  /** The last slot whose transactions were notified at each commitment: a change of the rule makes it jump. */
  private readonly notified: Record<'confirmed' | 'finalized', number>

  constructor(bank: Bank) {
    this.bank = bank
    this.notified = { confirmed: bank.slotAt('confirmed'), finalized: bank.slotAt('finalized') }
    bank.listeners.add(this)
  }

  /** Parses a subscribe call. Nothing is sent before `begin`. */
  read(method: string, params: readonly unknown[], notify: Notify): Subscription {
    const { bank } = this
    const config = configAt(params, 1)
    const format = (): ((slot: number) => AccountFormat) => {
      accountFormat(config, 'binary', () => undefined)
      return (slot) => accountFormat(config, 'binary', (key) => bank.read(key, slot))
    }
    switch (KINDS[method]) {
      case 'account':
        return {
          kind: 'account',
          key: keyAtIndex(params, 0),
          commitment: parseCommitment(config),
          format: format(),
          last: undefined,
          notify,
        }
      case 'program': {
        const key = keyAtIndex(params, 0)
        return {
          kind: 'program',
          key,
          commitment: parseCommitment(config),
          format: format(),
          filters: readFilters(config.filters, key),
          notify,
        }
      }
      case 'signature': {
        const signature = toSignature(stringAt(params, 0))
        return {
          kind: 'signature',
          signature,
          commitment: parseCommitment(config),
          received: config.enableReceivedNotification === true,
          notify,
        }
      }
      case 'logs':
        return {
          kind: 'logs',
          commitment: parseCommitment(config),
          mentions: parseMentions(params[0]),
          notify,
        }
      case 'slot':
        return { kind: 'slot', notify }
      case 'root':
        return { kind: 'root', notify }
      default:
        throw new RpcError(-32601, 'Method not found')
    }
  }

  /** Starts a subscription; a signature already at its commitment is notified at once. */
  begin(subscription: Subscription): void {
    this.all.add(subscription)
    if (subscription.kind === 'account')
      subscription.last = this.bank.accounts.at(subscription.key, this.bank.slotAt(subscription.commitment))
    if (subscription.kind !== 'signature') return
    const entry = this.bank.history.get(subscription.signature)
    if (entry && entry.slot <= this.bank.slotAt(subscription.commitment)) this.finish(subscription, entry)
  }

  end(subscription: Subscription): void {
    this.all.delete(subscription)
  }

  received(signature: string): void {
    for (const s of this.all)
      if (s.kind === 'signature' && s.received && s.signature === signature)
        s.notify('signatureNotification', withContext(this.bank.slot, 'receivedSignature'))
  }

  executed(entry: TxEntry, record: TxRecord): void {
    if (this.all.size > 0) this.tell('processed', [entry], this.bank.slot, () => record)
  }

  slotBegan(slot: number): void {
    const before = { ...this.notified }
    const root = this.bank.slotAt('finalized')
    Object.assign(this.notified, { confirmed: this.bank.slotAt('confirmed'), finalized: root })
    if (this.all.size === 0) return
    for (const s of this.all) {
      if (s.kind === 'slot') s.notify('slotNotification', { slot, parent: slot - 1, root })
      else if (s.kind === 'root') s.notify('rootNotification', root)
    }
    for (const commitment of ['confirmed', 'finalized'] as const)
      for (let reached = before[commitment] + 1; reached <= this.notified[commitment]; reached++) {
        const entries = this.bank.history.inSlot(reached)
        if (entries.length > 0) this.tell(commitment, entries, reached, (e) => this.bank.readRecord(e))
      }
  }

  /** Transactions of a slot have reached a commitment. */
  private tell(
    commitment: Commitment,
    entries: readonly TxEntry[],
    slot: number,
    readRecord: (entry: TxEntry) => TxRecord,
  ): void {
    const keys = new Set(entries.flatMap((entry) => changedKeys(readRecord(entry))))
    for (const s of this.all) {
      if (!('commitment' in s) || s.commitment !== commitment) continue
      if (s.kind === 'signature') {
        const entry = entries.find((e) => e.signature === s.signature)
        if (entry) this.finish(s, entry)
      } else if (s.kind === 'logs') this.tellLogs(s, entries, slot, readRecord)
      else if (s.kind === 'account') {
        if (keys.has(s.key)) this.tellAccount(s, slot)
      } else this.tellProgram(s, keys, slot)
    }
  }

  private finish(s: Subscription & { kind: 'signature' }, entry: TxEntry): void {
    this.all.delete(s)
    s.notify('signatureNotification', withContext(this.bank.slotAt(s.commitment), { err: entry.err }), true)
  }

  private tellAccount(s: Subscription & { kind: 'account' }, slot: number): void {
    const account = this.bank.read(s.key, slot)
    if (account === s.last) return
    s.last = account
    s.notify('accountNotification', withContext(slot, encodeAccount(account ?? GONE, s.format(slot))))
  }

  private tellProgram(s: Subscription & { kind: 'program' }, keys: Set<Key>, slot: number): void {
    for (const key of keys) {
      const account = this.bank.read(key, slot)
      if (account?.owner !== s.key || !s.filters.matches(account)) continue
      s.notify(
        'programNotification',
        withContext(slot, { pubkey: toAddress(key), account: encodeAccount(account, s.format(slot)) }),
      )
    }
  }

  private tellLogs(
    s: Subscription & { kind: 'logs' },
    entries: readonly TxEntry[],
    slot: number,
    readRecord: (entry: TxEntry) => TxRecord,
  ): void {
    for (const entry of entries) {
      if (s.mentions !== undefined && !this.bank.history.ofAddress(s.mentions).includes(entry)) continue
      const value = { signature: entry.signature, err: entry.err, logs: readRecord(entry).logs }
      s.notify('logsNotification', withContext(slot, value))
    }
  }
}

/** A closed account in notifications. */
const GONE = { lamports: 0n, owner: '\0'.repeat(32), executable: false, data: new Uint8Array(0) }

function parseMentions(filter: unknown): Key | undefined {
  if (filter === 'all' || filter === 'allWithVotes') return undefined
  const mentions = (filter as { mentions?: unknown } | undefined)?.mentions
  if (!Array.isArray(mentions) || mentions.length !== 1)
    throw new RpcError(-32602, 'Invalid Request: Only 1 address supported')
  return toKey(mentions[0])
}
