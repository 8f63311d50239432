/**
 * One scan of a collection wallet: what its history on the chain has that was not read yet. A transaction that pays the
 * wallet names it, so one listing finds the payments of all its links. The cursor stays behind what is finalized by more
 * than an endpoint's index may lag, so an entry that one endpoint leaves out is found at another.
 */
import { DAY_MS } from '@purser/contract/time.ts'
import type { Address, Signature } from '@solana/kit'
import pLimit from 'p-limit'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { isFault } from '../../../kernel/fault.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { ListedSignature } from '../../../ports/chain-data.ts'
import type { Signatures } from '../../transfers/index.ts'
import { countedSignatures, namedBy } from '../receipts.store.ts'
import type { WatchedRow } from '../watched.store.ts'
import { TEST_PAYMENT } from '../payer/test-payment-kind.ts'
import { accountsOf, incomingOf } from './changes.ts'
import { createSource } from './source.ts'
import { firstOf, recordArrival, type RecordParts } from './record.ts'
import * as aside from './unread.store.ts'
import type { Unread } from './unread.store.ts'

export type ScanParts = RecordParts & {
  db: Db
  chain: Chain
  clock: Clock
  log: Log
  transfers: { signatures: Pick<Signatures, 'listTypes'> }
}
type Read = boolean | 'lacking' | 'unanswered'
/** By the monotonic clock. */
type Attempts = { first: number; lackingSince: number | null; scans: number }
export type Position = Pick<WatchedRow, 'cursor' | 'backlogBefore' | 'backlogCursor' | 'backlogBeganAt'>
export type Scanned = {
  position: Position
  /** Something was written. */
  found: boolean
  /** All that was there when the scan began has been read; null: not yet. */
  completeSince: Date | null
  /** What keeps it from being complete: more to be read, or only what cannot be read yet. */
  rest: 'more' | 'unreadable' | null
}

const PAGE = 1_000
/** Transactions that are read in one scan; the next one goes on. */
const READS = 200
const CONCURRENT_READS = 8
/** How far the cursor stays behind what is finalized: two minutes at 200 ms a slot, half a minute at 50. */
const OVERLAP_SLOTS = 600n
/**
 * What every endpoint says that it lacks, or what none answers though all list it, is set aside after so many scans and so
 * long: the expiry of links and the cursor must not wait for it for ever.
 */
const UNREADABLE_SCANS = 5
const LACKING_MS = 600_000
const UNANSWERED_MS = DAY_MS
/** Of those of a wallet so many are tried again in one scan. */
const RETRIES = 20

/** An endpoint that was asked within this time has forgotten nothing since. */
const GAP_MS = 300_000

/** From the newest to the cursor once more: nobody knows any more where the search was. */
const afresh = ({ cursor }: WatchedRow): Position => ({
  cursor,
  backlogBefore: null,
  backlogCursor: null,
  backlogBeganAt: null,
})

export function createScan(parts: ScanParts) {
  const { db, chain, clock, log, transfers } = parts
  const fromAny = createSource(chain)
  /** By wallet, entries of the last listing that are done with. */
  const done = new Map<Address, Set<string>>()
  /** By wallet, when all was read last, by the monotonic clock. */
  const completed = new Map<Address, number>()
  /** By wallet and signature, of what could not be read. */
  const attempts = new Map<Address, Map<string, Attempts>>()

  /** Whether it brought something for a payment. 'lacking': all endpoints that answer have no such transaction, or show none. */
  async function readEntry(recipient: Address, { signature, blockTime }: Unread): Promise<Read> {
    try {
      const execution = await chain.execution(signature)
      if (!execution) return 'lacking'
      const incoming = incomingOf(execution, recipient)
      if (incoming.length === 0) return false
      const accounts = accountsOf(execution)
      if ((await namedBy(db, recipient, accounts)).length === 0) return false
      const at = new Date(blockTime === null ? clock.now() : blockTime * 1_000)
      return await recordArrival(
        parts,
        { recipient, signature, slot: execution.slot, at, incoming },
        { named: true, choose: async (tx) => firstOf(await namedBy(tx, recipient, accounts)) },
      )
    } catch (error) {
      // Others may be read all the same, and what was read before may be final.
      if (isFault(error, 'chain_away')) return 'unanswered'
      if (!attempts.get(recipient)?.has(signature))
        log.error({ wallet: recipient, signature, ...describe(error) }, 'a transaction cannot be read')
      return 'lacking'
    }
  }

  /** Whether it may be set aside by now. */
  function isUnreadable(
    recipient: Address,
    { entry, read, finalizedSlot }: { entry: ListedSignature; read: Read; finalizedSlot: bigint },
  ): boolean {
    if (typeof read !== 'string' || entry.slot > finalizedSlot) return false
    const now = clock.monotonic()
    const ofWallet = attempts.get(recipient) ?? new Map<string, Attempts>()
    attempts.set(recipient, ofWallet)
    const before = ofWallet.get(entry.signature) ?? { first: now, lackingSince: null, scans: 0 }
    const lackingSince = read === 'lacking' ? (before.lackingSince ?? now) : null
    const scans = before.scans + 1
    ofWallet.set(entry.signature, { first: before.first, lackingSince, scans })
    if (scans < UNREADABLE_SCANS) return false
    return (lackingSince !== null && now - lackingSince >= LACKING_MS) || now - before.first >= UNANSWERED_MS
  }

  /** Another attempt at what was set aside. */
  async function retryAside(recipient: Address): Promise<boolean> {
    let found = false
    for (const entry of await aside.dueAside(db, recipient, RETRIES)) {
      const read = await readEntry(recipient, entry)
      if (typeof read === 'string') await aside.tryLater(db, recipient, entry.signature)
      else await aside.forgetAside(db, recipient, entry.signature)
      found ||= read === true
    }
    return found
  }

  /** Reads entries that are not done with, oldest first. `rest`: how many are left for the next scan. */
  async function readAll(
    recipient: Address,
    entries: ListedSignature[],
    past: Set<string>,
    finalizedSlot: bigint,
  ): Promise<{ found: boolean; rest: Scanned['rest'] }> {
    const fresh = entries.filter(({ signature, err }) => err === null && !past.has(signature)).toReversed()
    for (const { signature, err } of entries) if (err !== null) past.add(signature)
    const signatures = fresh.map(({ signature }) => signature)
    const [counted, own, setAside] = [
      await countedSignatures(db, recipient, signatures),
      await transfers.signatures.listTypes(signatures),
      await aside.asideAmong(db, recipient, signatures),
    ]
    const unread = fresh.filter(({ signature }) => {
      const type = own.get(signature)
      const isOwn = type !== undefined && type !== TEST_PAYMENT
      const skipped = counted.has(signature) || isOwn || setAside.has(signature)
      // One that counts may still be dropped by a fork: it is asked for again.
      if (skipped && !counted.has(signature)) past.add(signature)
      return !skipped
    })
    const limit = pLimit(CONCURRENT_READS)
    const results = await limit.map(unread.slice(0, READS), async (entry) => {
      const read = await readEntry(recipient, entry)
      if (read === false) past.add(entry.signature)
      if (!isUnreadable(recipient, { entry, read, finalizedSlot })) return read
      await aside.setAside(db, recipient, entry)
      log.warn(
        { wallet: recipient, signature: entry.signature },
        'no endpoint can read a transaction: it is set aside',
      )
      past.add(entry.signature)
      return false
    })
    const isLeft = results.some((read) => typeof read === 'string')
    const rest = unread.length > READS ? 'more' : isLeft ? 'unreadable' : null
    return { found: results.includes(true), rest }
  }

  /** The newest entry that may be the next cursor. */
  const cursorIn = (entries: ListedSignature[], finalizedSlot: bigint): Signature | null =>
    entries.find(({ slot }) => slot + OVERLAP_SLOTS <= finalizedSlot)?.signature ?? null

  /** Throws chain_away. */
  return async function scan(wallet: WatchedRow): Promise<Scanned> {
    const { address } = wallet
    const began = new Date(clock.now())
    const isBehind = wallet.backlogBefore !== null
    const until = (isBehind ? wallet.backlogCursor : wallet.cursor) as Signature | null
    // Whoever does not know these has forgotten what came after them, too.
    const bounds = [
      ...(isBehind ? [wallet.backlogBefore] : []),
      ...(clock.monotonic() - (completed.get(address) ?? -Infinity) > GAP_MS ? [wallet.cursor] : []),
    ].filter((one) => one !== null) as Signature[]
    const listing = await fromAny(bounds, async (node) => {
      const { slot } = await node.blockHeight('final')
      const list = (options: { until: string | null; before?: string | null }) =>
        node.signaturesFor(address, {
          minContextSlot: slot,
          limit: PAGE,
          ...(options.until === null ? {} : { until: options.until as Signature }),
          ...(options.before == null ? {} : { before: options.before as Signature }),
        })
      return {
        finalizedSlot: slot,
        entries: await list({ until }),
        older: isBehind ? await list({ until: wallet.cursor, before: wallet.backlogBefore }) : null,
      }
    })
    if (isBehind && !listing.known.includes(wallet.backlogBefore as Signature))
      return { position: afresh(wallet), found: false, completeSince: null, rest: 'more' }
    const { finalizedSlot, entries, older } = listing.answer
    const past = done.get(address) ?? new Set<string>()
    const all = older ? [...entries, ...older] : entries
    const retried = await retryAside(address)
    const { found: read, rest } = await readAll(address, all, past, finalizedSlot)
    const found = retried || read
    const listed = new Set<string>(all.map(({ signature }) => signature))
    done.set(address, new Set([...past].filter((signature) => listed.has(signature))))
    const open = [...(attempts.get(address) ?? [])].filter(([one]) => listed.has(one) && !past.has(one))
    attempts.set(address, new Map(open))

    const { cursor, backlogBefore, backlogCursor, backlogBeganAt } = wallet
    const position: Position = { cursor, backlogBefore, backlogCursor, backlogBeganAt }
    if (rest !== null) return { position, found, completeSince: null, rest }
    if (older) {
      const [last] = older.slice(-1)
      if (older.length === PAGE && last)
        return {
          position: { ...position, backlogBefore: last.signature },
          found,
          completeSince: null,
          rest: 'more',
        }
      const caughtUp = {
        cursor: backlogCursor,
        backlogBefore: null,
        backlogCursor: null,
        backlogBeganAt: null,
      }
      return { position: caughtUp, found, completeSince: backlogBeganAt, rest: null }
    }
    const next = cursorIn(entries, finalizedSlot)
    const [last] = entries.slice(-1)
    if (entries.length < PAGE || !last) {
      completed.set(address, clock.monotonic())
      return { position: { ...position, cursor: next ?? cursor }, found, completeSince: began, rest: null }
    }
    // More than a page: the rest is read page by page, from the newest to the cursor.
    const newest = entries.find(({ slot }) => slot <= finalizedSlot)?.signature ?? last.signature
    return {
      position: {
        ...position,
        backlogBefore: last.signature,
        backlogCursor: next ?? newest,
        backlogBeganAt: began,
      },
      found,
      completeSince: null,
      rest: 'more',
    }
  }
}
