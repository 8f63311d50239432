/**
 * The engine offers a handle for each idea. Amounts are base units (lamports for SOL) as bigint; a mint is its address,
 * and SOL has its mint too. `tx` is a transaction of the caller, and `handle` one that a read may join.
 */
import type { Address } from '@solana/kit'
import type { LimitRefusal } from '@purser/contract/transfers/limit-refusal.ts'
import type { Db } from '../../db/client.ts'
import type { Format } from '../../kernel/solana/budget.ts'
import type { TokenAccount } from '../../ports/chain-data.ts'
import type { SightedTransaction } from './certainty/observation.ts'
import type { Hold } from './journal/reconciliation.ts'
import type { BulkKind, Kind, Operation, Packing } from './kinds.ts'
import type { FollowUps, Parent } from './lookups/follow-ups.store.ts'
import type { OperationFilter, SummaryRow } from './lookups/list-operations.store.ts'
import type { OpenCount } from './lookups/open-counts.store.ts'
import type { OperationOutcome } from './lookups/outcomes.store.ts'
import type { OperationsOfType, PastMove } from './lookups/past-moves.store.ts'
import type { PastRecipient } from './lookups/recipients.store.ts'
import type { Arrival, ArrivalWindow, LandedMovements } from './lookups/signatures.store.ts'
import type { StoryRow } from './lookups/stories.store.ts'
import type { ReleaseAnswer, ReleaseRequest } from './operator/release.ts'
import type { Doubt } from './operator/resolve.ts'
import type { ReservedFunds } from './records/reservations.store.ts'
import type { TokenMovement, TransferRow } from './records/transfers.store.ts'
import type { Totals } from './records/totals.store.ts'
import type { SpendRequest } from './spending/spending.ts'
import type { CancelledOperations, OpenOperations } from './submit/halts.store.ts'
import type { Origin } from './submit/operation-id.ts'
import type { Submission } from './submit/reserve.ts'

export type Transfers = {
  submit: Submit
  lookups: Lookups
  signatures: Signatures
  funds: Funds
  history: History
  pastMoves: PastMoves
  lifecycle: Lifecycle
  operator: Operator
}

/** Begins operations, and cancels those of which nothing is signed. */
export type Submit = {
  /**
   * Writes the operation with its funds reserved, and starts it. Returns the one of this origin if it exists. Throws
   * insufficient_balance, funds_in_flight, stopped_meanwhile, spending_limit, no_price_for_limit, wallet_on_hold,
   * on_hold, no_history and chain_away, and writes nothing.
   */
  submit(submission: Submission): Promise<Operation>
  /**
   * Makes sure that nothing of this origin happens any more: an operation of which nothing is signed ends, and if there
   * is none a failed one takes its place, so that a late submission meets it. Returns the present operation.
   */
  cancel(origin: Origin, reason: string): Promise<Operation>
  /** Returns the id that the operation of this origin has or will have, in every database. */
  operationId(origin: Origin): Promise<string>
  /**
   * Checks for a preview whether the limits of real money would refuse this, `times` over. Empty: they would not, or the
   * market does not answer, or funds are not real. Reserves nothing.
   */
  checkLimit(request: SpendRequest, times?: number): Promise<{ limit?: LimitRefusal }>
  /** Counts how often the user stopped everything. Read when a request begins, before it is planned; see Submission. */
  halts(userId: number): Promise<number>
  /**
   * Comes first in the transaction that begins anything else that the kill switch stops. Throws stopped_meanwhile if the user
   * has stopped everything since `halts` was read.
   */
  requireUnhalted(tx: Db, userId: number, halts: number): Promise<void>
  /**
   * Runs first in the caller's transaction: ends operations that wait, and refuses those still being planned. Call
   * `publishCancelled` with the cancelled ones once that is committed. `except`: types that the caller handles
   * otherwise.
   */
  cancelWaiting(
    tx: Db,
    userId: number,
    how: { except: string[]; reason: string },
  ): Promise<CancelledOperations>
  publishCancelled(cancelled: Operation[]): void
}

/** Reads operations and their transfers. */
export type Lookups = {
  /** Undefined also for a text that is no id. */
  find(id: string): Promise<Operation | undefined>
  findByOrigin(originKey: string): Promise<Operation | undefined>
  /** Finds it after any concurrent submission of this origin has ended. */
  findSubmitted(originKey: string): Promise<Operation | undefined>
  /**
   * Returns the operation once it has ended, or in its present state after `ms`, or within a second of `enough`. Does
   * not poll while the operation runs in this process. Throws not_found.
   */
  waitForEnd(id: string, ms: number, signal?: AbortSignal, enough?: () => boolean): Promise<Operation>
  totals(id: string): Promise<Totals>
  /** Lists its transfers by position. */
  listMovements(id: string, handle?: Db): Promise<TransferRow[]>
  /** Lists its transfers that failed, by position. */
  listFailed(id: string): Promise<TransferRow[]>
  /** Lists between whom these operations moved anything but SOL. */
  listTokenMovements(ids: string[]): Promise<TokenMovement[]>
  /** Lists outcomes by origin key; unknown keys are left out. */
  listOutcomes(originKeys: string[]): Promise<Map<string, OperationOutcome>>
  /** Tells whether an open operation sends from this address or to it. */
  isUnderWay(address: string, handle?: Db): Promise<boolean>
  /** Lists open operations of the user, except those of these types. */
  listOpen(userId: number, except: string[]): Promise<OpenOperations>
  /** Counts the open operations of all users by status. */
  countOpen(): Promise<OpenCount[]>
}

/** Relates operations to the signatures of their transactions. */
export type Signatures = {
  /** Returns the signature under which the operation was executed, or the last that was signed. */
  find(operationId: string): Promise<string | null>
  /** Does the same for many, by their origin keys. There is none if nothing was signed. */
  list(originKeys: string[]): Promise<Map<string, string>>
  /** Lists the operations' types by signature; signatures of nobody here are left out. */
  listTypes(signatures: string[]): Promise<Map<string, string>>
  /** Lists what operations moved by these transactions that landed; signatures of nobody here are left out. */
  listMovements(signatures: string[]): Promise<Map<string, LandedMovements>>
  /**
   * Lists what operations brought to addresses between two slots, by place in `windows`, whatever is booked of it yet.
   */
  listArrivals(windows: ArrivalWindow[], since: Date): Promise<Map<number, Arrival[]>>
  /**
   * Checks transactions of others that were seen: 'gone' at two endpoints, or 'unseen' by the only one that keeps a ledger.
   * The rest is left out. See certainty.ts.
   */
  listAbsent<T extends SightedTransaction>(transactions: T[]): Promise<Map<T, 'gone' | 'unseen'>>
}

/** Tells what can be spent, and what a transaction costs. Reads of the chain throw chain_away. */
export type Funds = {
  /** Returns the free lamports of each address: its balance without the funds in flight. */
  free(addresses: Address[]): Promise<bigint[]>
  /** Returns each token account (null: it does not exist) with its free amount. */
  freeTokens(
    mint: string,
    holders: { address: Address; account: Address }[],
  ): Promise<{ account: TokenAccount | null; free: bigint }[]>
  /** Lists what open operations of a user reserve, by address and mint. */
  listReserved(userId: number): Promise<ReservedFunds[]>
  /**
   * Throws funds_in_flight while an exclusive operation sends from one of these. `besides`: operations of this type do not
   * count while they are being resolved.
   */
  requireIdle(addresses: string[], besides?: string): Promise<void>
  /** Returns the micro-lamports per compute unit that a transaction of `units` on these accounts should offer. */
  price(addresses: Address[], units: number): Promise<bigint>
  /** Returns the transaction format of the cluster. */
  format(): Promise<Format>
  /** Returns the error of each of these transfers that would fail now, by position. */
  simulate(packing: Packing, rows: TransferRow[]): Promise<Map<number, string>>
}

/** Lists operations for people, and their follow-ups. */
export type History = {
  /** Lists operations, newest first; see the contract. */
  list(userId: number, filter: OperationFilter): Promise<SummaryRow[]>
  findSummary(userId: number, id: string): Promise<SummaryRow | null>
  /** Lists what each of these operations of one user did beyond its totals, by id. */
  listStories(ids: string[]): Promise<Map<string, StoryRow>>
  /** Reads what undoes or retries an ended operation. `within`: the transaction that writes `except`, one of them. */
  readFollowUps(userId: number, parent: Parent, within?: { tx: Db; except: string }): Promise<FollowUps>
  listFollowUpIds(userId: number, parent: Parent): Promise<string[]>
  /** Tells whether sends have paid the address, or one that looks like it. */
  findRecipient(userId: number, address: string): Promise<PastRecipient>
}

/**
 * Reads what operations of one type have moved so far, for features that begin them by themselves. With a transaction
 * of the caller as `handle` the answer stays true until that ends, as far as its locks reach.
 */
export type PastMoves = {
  /**
   * Tells whether any of them landed after this slot, so that a balance read there may not show it. Covers only the
   * last ten minutes: a node that is further behind has no valid blockhash, and a restarted local network counts its
   * slots anew.
   */
  hasLandedAfter(which: OperationsOfType, slot: bigint, handle?: Db): Promise<boolean>
  /** Sums the base units that these operations have moved or still may move. */
  sumUnfailed(operationIds: string[], handle?: Db): Promise<bigint>
  /** Counts the transfers of these operations that each destination got or still may get. */
  countByDestination(operationIds: string[], handle?: Db): Promise<Map<string, number>>
  /**
   * Lists destinations whose balance is uncertain: one of these operations is open, or one of another type is being
   * resolved. `except`: an operation that is left out.
   */
  listUncertain(which: OperationsOfType, except?: string | null, handle?: Db): Promise<Set<string>>
  /** Lists destinations whose last transfer failed within these minutes. */
  listFailedWithin(which: OperationsOfType, minutes: number): Promise<Set<string>>
  /** Lists single transfers, newest first. */
  list(which: OperationsOfType, limit: number): Promise<PastMove[]>
}

/** Starts and stops the engine, and keeps it small. */
export type Lifecycle = {
  /** Registers a kind under its type. All must be registered before `resume`. */
  register(type: string, kind: Kind | BulkKind): void
  /** Claims what dead processes left open, now and for as long as this one lives. Returns how many it claimed at once. */
  resume(): Promise<number>
  /** Drops released reservations and journal lines that do not matter any more. Throws chain_away. */
  sweep(): Promise<void>
  /** Interrupts all runs; the next start claims them. */
  stop(): Promise<void>
  /** Makes the history of imported wallets count as known: earlier payments do not hold them. */
  skipHistory(tx: Db, addresses: Address[]): Promise<void>
  /** Tells whether an endpoint keeps a ledger: without one nothing is signed. */
  keepsHistory(): Promise<boolean>
}

/** Ends holds and doubts, by the operator or by the owner of an operation. */
export type Operator = {
  /** Returns why nothing is signed; null: no hold. */
  hold(): Hold | null
  /** Lists the hold and the wallets on hold, and ends them as the operator decides. */
  release(request: ReleaseRequest): Promise<ReleaseAnswer>
  /** Reads which signed transactions of this operation have no certain outcome. */
  doubt(operationId: string): Promise<Doubt>
  /** Throws nothing_to_resolve, may_still_land, and chain_away while that is unknown. */
  requireDead(doubt: Doubt): void
  /** Ends it as not sent. `within` runs last in the same transaction. Throws like `requireDead`. */
  resolve(operation: Operation, within: (tx: Db) => Promise<void>): Promise<void>
  /**
   * Runs before a retry: checks these operations' transactions that were called dead within the hour, and reopens those
   * of which one has landed. Throws chain_away.
   */
  recheck(...operationIds: string[]): Promise<void>
}
