/** Reads of operations and of the funds that they hold. */
import { SOL_MINT } from '@purser/contract/tokens.ts'
import type { Address } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import type { Bus } from '../../../kernel/bus.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Fault } from '../../../kernel/fault.ts'
import { UUID } from '@purser/contract/values.ts'
import type { Balances, Simulation } from '../../../ports/chain.ts'
import { readTotals } from '../send/bulk/bulk.store.ts'
import type { Ends } from '../runs/completion-waiters.ts'
import type { Floor } from '../funds/slot-floor.ts'
import { priceFrom } from '../../../kernel/budget.ts'
import { formatOf } from '../funds/format.ts'
import { createHistory } from './past-moves.store.ts'
import type { Operation, Packing } from '../kinds.ts'
import { countOpen } from './open-counts.store.ts'
import { findSummary, listOperations, type OperationFilter } from './list-operations.store.ts'
import { outcomesOf } from './outcomes.store.ts'
import * as funds from '../records/reservations.store.ts'
import { findSubmitted } from '../submit/reserve.ts'
import { listFollowUps, type Parent, readFollowUps } from './follow-ups.store.ts'
import { findSentTo } from './recipients.store.ts'
import { arrivalsOf, type Asked, movementsBy, signaturesOf, typesOf } from './signatures.store.ts'
import { listTransactions } from '../records/transactions.store.ts'
import { simulateChunks } from '../funds/simulate-transfers.ts'
import { readStories } from './stories.store.ts'
import * as store from '../records/transfers.store.ts'

/** The end of an operation in another process is noticed within this time. */
const POLL_MS = 1_000

export type ReadsParts = {
  db: Db
  bus: Bus
  clock: Clock
  chain: Balances & Simulation
  floor: Floor
  ends: Ends
  leastPrice: bigint
}

export function createReads({ db, bus, clock, chain, floor, ends, leastPrice }: ReadsParts) {
  return {
    find: async (id: string): Promise<Operation | undefined> =>
      UUID.test(id) ? store.findOperation(db, id) : undefined,
    openCounts: () => countOpen(db),
    findByOrigin: (originKey: string): Promise<Operation | undefined> => store.findByOrigin(db, originKey),
    /** The same, after any concurrent submission of this origin has ended. */
    findSubmitted: (originKey: string): Promise<Operation | undefined> => findSubmitted(db, originKey),
    /** Follow-ups of an ended operation: what undoes or retries it. */
    followUps: (userId: number, of: Parent, within?: { tx: Db; except: string }) =>
      readFollowUps(within?.tx ?? db, userId, of, within?.except),
    followUpIds: (userId: number, of: Parent) => listFollowUps(db, userId, of),
    failedOf: (id: string) => store.listFailed(db, id),
    tokenMovementsOf: (ids: string[]) => store.listTokenMovements(db, ids),
    movementsOf: (id: string, handle: Db = db) => store.listTransfers(handle, id),
    /** The signature under which it was executed, or the last that was signed. */
    async signatureOf(id: string): Promise<string | null> {
      const all = await listTransactions(db, id)
      return (
        (['confirmed', 'failed'].map((s) => all.find(({ state }) => state === s)).find(Boolean) ?? all.at(-1))
          ?.signature ?? null
      )
    },

    /** The same of many, by their origin keys. */
    signaturesOf: (originKeys: string[]) => signaturesOf(db, originKeys),
    /** Types of the operations of these signatures; those of nobody here are left out. */
    typesOf: (signatures: string[]) => typesOf(db, signatures),
    /** What operations moved by these transactions that landed; those of nobody here are left out. */
    movementsBy: (signatures: string[]) => movementsBy(db, signatures),
    /** What operations brought to addresses between two slots, by place in the list; whatever is booked of it yet. */
    arrivalsOf: (asked: Asked[], since: Date) => arrivalsOf(db, asked, since),
    /** Outcomes of many, by their origin keys. */
    outcomesOf: (originKeys: string[]) => outcomesOf(db, originKeys),

    /** Whether an open operation sends from this address or to it. */
    isUnderWay: (address: string, handle: Db = db): Promise<boolean> => store.isUnderWay(handle, address),

    /**
     * The operation once it has ended, or as it is after `ms`, or within a second of `enough`. While it runs here it is
     * not read again and again: how it ends is told.
     */
    async ended(id: string, ms: number, signal?: AbortSignal, enough = () => false): Promise<Operation> {
      const until = clock.monotonic() + ms
      for (;;) {
        const slice = Math.min(until - clock.monotonic(), POLL_MS)
        const began = clock.monotonic()
        const here = await ends.next(id, slice, signal)
        if (here) return here
        const left = until - clock.monotonic()
        const isOver = left <= 0 || signal?.aborted === true || enough()
        // Nothing was told in this time, and whatever happens to it happens here.
        if (!isOver && ends.has(id) && clock.monotonic() - began >= slice) continue
        const operation = await store.findOperation(db, id)
        if (!operation) throw new Fault('not_found', { what: 'Operation' })
        if (store.isFinal(operation.status) || isOver) return operation
        if (ends.has(id)) continue
        await bus.waitFor(
          'operation.changed',
          (e) => e.operationId === id && store.isFinal(e.status),
          Math.min(left, POLL_MS),
        )
      }
    },

    /** What open operations of a user hold of each address. */
    heldOf: (userId: number) => funds.heldOf(db, userId),
    totals: (id: string) => readTotals(db, id),
    /** Whether sends have paid the address, or one that looks like it. */
    sentTo: (userId: number, address: string) => findSentTo(db, userId, address),
    /** What operations of one type have moved so far. */
    history: createHistory(db),
    /** Newest first; see the contract. */
    list: (userId: number, filter: OperationFilter) => listOperations(db, userId, filter),
    /** What each of these did, beyond its totals. */
    stories: (ids: string[]) => readStories(db, ids),
    /** One operation of this user with its totals. */
    summary: (userId: number, id: string) => findSummary(db, userId, id),

    /** The error of each of these transfers that would fail now, by position. Throws chain_away. */
    simulate: (packing: Packing, rows: store.TransferRow[]) => simulateChunks(chain, packing, rows),

    /** The transaction format of the cluster. */
    format: () => formatOf(chain),
    /** Micro-lamports per compute unit that a transaction of `units` on these accounts should offer. */
    async price(addresses: Address[], units: number): Promise<bigint> {
      return priceFrom(await chain.recentPrices(addresses), units, leastPrice)
    },

    /** Free lamports of each address: its balance without what is in flight. */
    async free(addresses: Address[]): Promise<bigint[]> {
      const balances = await chain.balances(addresses, { minContextSlot: floor.slot() })
      const read = addresses.map((address, i) => ({ address, mint: SOL_MINT, slot: balances[i]?.slot ?? 0n }))
      const inFlight = await funds.reserved(db, read)
      return addresses.map(
        (address, i) => (balances[i]?.lamports ?? 0n) - (inFlight.get(`${address} ${SOL_MINT}`) ?? 0n),
      )
    },

    /** Token accounts of these owners, with what is free of them: without what is in flight. */
    async freeTokens(mint: string, holders: { address: Address; account: Address }[]) {
      const found = await chain.tokenAccounts(
        holders.map(({ account }) => account),
        { minContextSlot: floor.slot() },
      )
      const read = holders.map(({ address }, i) => ({ address, mint, slot: found[i]?.slot ?? 0n }))
      const inFlight = await funds.reserved(db, read)
      return holders.map(({ address }, i) => {
        const account = found[i]?.account ?? null
        return { account, free: (account?.amount ?? 0n) - (inFlight.get(`${address} ${mint}`) ?? 0n) }
      })
    },

    /** Throws funds_in_flight when an exclusive operation is sending from one of these; `besides` as in findBusy. */
    async requireIdle(addresses: string[], besides?: string): Promise<void> {
      if (await funds.findBusy(db, addresses, besides)) throw new Fault('funds_in_flight')
    },
  }
}
