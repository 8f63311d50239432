/**
 * One scan of a collection wallet: what its history on the chain has that was not read yet. A transaction that pays the
 * wallet names it, so one listing finds the payments of all its links. The cursor stays behind what is finalized by more
 * than an endpoint's index may lag, so an entry that one endpoint leaves out is found at another.
 */
import type { Address, Signature } from '@solana/kit'
import pLimit from 'p-limit'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { isFault } from '../../../kernel/fault.ts'
import { describe, type Log } from '../../../kernel/log.ts'
import type { Chain } from '../../../ports/chain.ts'
import type { ListedSignature } from '../../../ports/chain-data.ts'
import type { Transfers } from '../../transfers/index.ts'
import { countedSignatures, namedBy } from '../receipts.store.ts'
import type { WatchedRow } from '../watched.store.ts'
import { TEST_PAYMENT } from '../payer/test-payment-kind.ts'
import { accountsOf, incomingOf } from './changes.ts'
import { createSource } from './source.ts'
import { firstOf, recordArrival, type RecordParts } from './record.ts'

export type ScanParts = RecordParts & {
  db: Db
  chain: Chain
  clock: Clock
  transfers: Pick<Transfers, 'typesOf'>
  log: Pick<Log, 'error'>
}
export type Position = Pick<WatchedRow, 'cursor' | 'backlogBefore' | 'backlogCursor' | 'backlogBeganAt'>
export type Scanned = {
  position: Position
  /** Something was written. */
  found: boolean
  /** All that was there when the scan began has been read; null: not yet. */
  completeSince: Date | null
}

const PAGE = 1_000
/** Transactions that are read in one scan; the next one goes on. */
const READS = 200
const CONCURRENT_READS = 8
/** How far the cursor stays behind what is finalized: two minutes at 200 ms a slot. */
const OVERLAP_SLOTS = 600n

/** An endpoint that was asked within this time has forgotten nothing since. */
const GAP_MS = 300_000
const READ_TRIES = 20

/** From the newest to the cursor once more: nobody knows any more where the search was. */
const afresh = ({ cursor }: WatchedRow): Position => ({
  cursor,
  backlogBefore: null,
  backlogCursor: null,
  backlogBeganAt: null,
})

export function createScan(parts: ScanParts) {
  const { db, chain, clock, transfers, log } = parts
  const fromAny = createSource(chain)
  /** By wallet, entries of the last listing that are done with. */
  const done = new Map<Address, Set<string>>()
  /** By wallet, when all was read last, by the monotonic clock. */
  const completed = new Map<Address, number>()
  /** How often entries could not be read, by signature. */
  const failures = new Map<string, number>()

  /** One that cannot be read holds up no other; after so many tries it is given up. Throws chain_away. */
  async function tryEntry(recipient: Address, entry: ListedSignature): Promise<boolean | null> {
    const { signature } = entry
    try {
      const written = await readEntry(recipient, entry)
      failures.delete(signature)
      return written
    } catch (error) {
      if (isFault(error, 'chain_away')) throw error
      const count = (failures.get(signature) ?? 0) + 1
      failures.set(signature, count)
      if (count === 1) log.error({ signature, ...describe(error) }, 'a transaction cannot be read')
      if (count < READ_TRIES) return null
      failures.delete(signature)
      return false
    }
  }

  /** Whether it brought something for a payment. null: it cannot be read yet. */
  async function readEntry(recipient: Address, entry: ListedSignature): Promise<boolean | null> {
    const { signature, blockTime } = entry
    const execution = await chain.execution(signature)
    if (!execution) return null
    const incoming = incomingOf(execution, recipient)
    if (incoming.length === 0) return false
    const accounts = accountsOf(execution)
    if ((await namedBy(db, recipient, accounts)).length === 0) return false
    const at = new Date(blockTime === null ? clock.now() : blockTime * 1_000)
    return recordArrival(
      parts,
      { recipient, signature, slot: execution.slot, at, incoming },
      { named: true, choose: async (tx) => firstOf(await namedBy(tx, recipient, accounts)) },
    )
  }

  /** Reads entries that are not done with, oldest first. `rest`: how many are left for the next scan. */
  async function readAll(
    recipient: Address,
    entries: ListedSignature[],
    past: Set<string>,
  ): Promise<{ found: boolean; rest: number }> {
    const fresh = entries.filter(({ signature, err }) => err === null && !past.has(signature)).toReversed()
    for (const { signature, err } of entries) if (err !== null) past.add(signature)
    const signatures = fresh.map(({ signature }) => signature)
    const [counted, own] = [
      await countedSignatures(db, recipient, signatures),
      await transfers.typesOf(signatures),
    ]
    const unread = fresh.filter(({ signature }) => {
      const type = own.get(signature)
      const skipped = counted.has(signature) || (type !== undefined && type !== TEST_PAYMENT)
      // One that counts may still be dropped by a fork: it is asked for again.
      if (skipped && !counted.has(signature)) past.add(signature)
      return !skipped
    })
    const limit = pLimit(CONCURRENT_READS)
    const results = await limit.map(unread.slice(0, READS), async (entry) => {
      const written = await tryEntry(recipient, entry)
      if (written === false) past.add(entry.signature)
      return written
    })
    const unreadable = results.filter((result) => result === null).length
    return { found: results.includes(true), rest: Math.max(0, unread.length - READS) + unreadable }
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
      const { slot } = await node.blockHeight('finalized')
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
      return { position: afresh(wallet), found: false, completeSince: null }
    const { finalizedSlot, entries, older } = listing.answer
    const past = done.get(address) ?? new Set<string>()
    const all = older ? [...entries, ...older] : entries
    const { found, rest } = await readAll(address, all, past)
    const listed = new Set<string>(all.map(({ signature }) => signature))
    done.set(address, new Set([...past].filter((signature) => listed.has(signature))))

    const { cursor, backlogBefore, backlogCursor, backlogBeganAt } = wallet
    const position: Position = { cursor, backlogBefore, backlogCursor, backlogBeganAt }
    if (rest > 0) return { position, found, completeSince: null }
    if (older) {
      const [last] = older.slice(-1)
      if (older.length === PAGE && last)
        return { position: { ...position, backlogBefore: last.signature }, found, completeSince: null }
      const caughtUp = {
        cursor: backlogCursor,
        backlogBefore: null,
        backlogCursor: null,
        backlogBeganAt: null,
      }
      return { position: caughtUp, found, completeSince: backlogBeganAt }
    }
    const next = cursorIn(entries, finalizedSlot)
    const [last] = entries.slice(-1)
    if (entries.length < PAGE || !last) {
      completed.set(address, clock.monotonic())
      return { position: { ...position, cursor: next ?? cursor }, found, completeSince: began }
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
    }
  }
}
