/** Reserves the funds of an operation in the transaction that writes it. */
import { formatUnits } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import { atOnce } from '../../../db/at-once.ts'
import type { Db } from '../../../db/client.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Heartbeat } from '../../../kernel/heartbeat.ts'
import type { Balances, TokenReads } from '../../../ports/chain.ts'
import type { SlotFloor } from '../funds/slot-floor.ts'
import { lockAddresses } from '../records/reservations.store.ts'
import type { Spending } from '../spending/spending.ts'
import { lockSubmission, readSubmission } from './submission.store.ts'
import {
  findByOrigin,
  findOperation,
  insertOperation,
  type Movement,
  type OwnedOperation,
} from '../records/operations.store.ts'

export type ReserveParts = {
  db: Db
  chain: Balances & TokenReads
  heartbeat: Heartbeat
  floor: SlotFloor
  /** undefined: funds are not real. */
  spending?: Pick<Spending, 'count' | 'admit' | 'write'> | undefined
}
/** Funds that leave an address: they must be free, and are held until the operation ends. */
export type Spend = {
  address: Address
  mint: string
  /** The only account that a token leaves; without it all accounts of the owner count. */
  account?: Address
  amount: bigint
  walletName: string
  decimals: number
  symbol: string
  /** One exclusive operation sends from this address at a time; another is refused with funds_in_flight. */
  exclusive?: boolean
  /** Base units that must stay free beyond `amount`. */
  keep?: bigint
  /** Thrown instead of insufficient_balance when `free` is less than `amount` and `keep`. */
  lacking?(free: bigint): Fault
}
export type Submission = {
  userId: number
  type: string
  /** Unique to the request: submitting it again returns the same operation and does nothing. */
  originKey: string
  /** Amounts as decimal strings of base units. */
  request: unknown
  movements: Movement[]
  spends: Spend[]
  /** The count that `halts` returned when the request began: refused with stopped_meanwhile if everything was stopped since. */
  halts?: number
  /** An operation of the same type that is being resolved holds its own funds, but does not block this one. */
  besideUnresolved?: boolean
  /** The caller has just found no operation of this origin. */
  isUnknown?: boolean
  /** The highest age of the balances that it is checked against: bookings after their slot count all the same. */
  maxAgeMs?: number | undefined
  /** Base units of the whole order; this is one wallet's part of it. */
  ofOrder?: bigint
  /** Accounts that some of the movements close: their rent, in lamports each, goes with what is moved. */
  closing?: { positions: readonly number[]; rent: bigint } | undefined
  /** Runs last in the transaction that writes the operation: an error that it throws rolls all back. */
  within?(tx: Db, operationId: string): Promise<void>
}

type OnChainBalance = { lamports: bigint; slot: bigint }
const lacking = ({ walletName, decimals, amount, symbol }: Spend, free: bigint) =>
  new Fault('insufficient_balance', {
    wallet: walletName,
    has: formatUnits(free < 0n ? 0n : free, decimals),
    needs: formatUnits(amount, decimals),
    unit: symbol,
  })

/** Reads balances at a known slot, SOL a hundred a call. Runs before the transaction. */
async function readOnChain(
  { chain, floor }: ReserveParts,
  { spends, maxAgeMs }: Pick<Submission, 'spends' | 'maxAgeMs'>,
): Promise<Map<Spend, OnChainBalance>> {
  const options = { minContextSlot: floor.slot(), maxAgeMs }
  const read = new Map<Spend, OnChainBalance>()
  const sol = spends.filter((spend) => spend.mint === SOL_MINT)
  const balances = await chain.balances(
    sol.map((spend) => spend.address),
    options,
  )
  sol.forEach((spend, i) => read.set(spend, balances[i] ?? { lamports: 0n, slot: 0n }))
  const single = spends.flatMap((spend) => (spend.account ? [{ spend, account: spend.account }] : []))
  const accounts = await chain.tokenAccounts(
    single.map(({ account }) => account),
    options,
  )
  single.forEach(({ spend }, i) => {
    const { account, slot = 0n } = accounts[i] ?? {}
    read.set(spend, { lamports: account?.amount ?? 0n, slot })
  })
  for (const spend of spends.filter((s) => s.mint !== SOL_MINT && !s.account)) {
    const { tokens, slot } = await chain.tokenHoldings(spend.address, spend.mint as Address, options)
    const lamports = tokens.reduce((sum, t) => sum + t.amount, 0n)
    read.set(spend, { lamports, slot })
  }
  return read
}

/** `isNew`: it was just written, so nothing of it is signed yet. */
export type Reserved = { operation: OwnedOperation; isNew: boolean }

/**
 * Checks, in one transaction, that the funds are free and within the limits of real money, and reserves them. Throws
 * funds_in_flight, insufficient_balance, stopped_meanwhile, spending_limit and no_price_for_limit. Returns the
 * operation; if one of this origin exists it writes nothing.
 */
export async function reserveAndInsert(
  parts: ReserveParts,
  submission: Submission,
  id: string,
): Promise<Reserved> {
  const { db, heartbeat, spending } = parts
  const held = await readOnChain(parts, submission)
  const counted = (await spending?.count(submission)) ?? []
  const { spends, userId, type, originKey, request, halts } = submission
  return db.transaction(async (tx) => {
    // A statement of its own: the next one sees all that was committed before the locks were held.
    const keys = [...spends.map((s) => s.address), originKey]
    const wanted = {
      userId,
      originKey,
      id,
      exclusive: spends.filter((s) => s.exclusive).map((s) => s.address),
      besides: submission.besideUnresolved ? type : null,
      balances: spends.map((s) => ({ address: s.address, mint: s.mint, slot: held.get(s)?.slot ?? 0n })),
    }
    const [, seen] = await atOnce(
      () => lockSubmission(tx, keys, halts === undefined ? null : userId),
      () => readSubmission(tx, wanted),
    )
    if (halts !== undefined && seen.halts !== halts) throw new Fault('stopped_meanwhile')
    // The same request may have been faster: it must not be refused because of itself.
    const first = seen.known === null ? undefined : await findOperation(tx, seen.known)
    if (first) return { operation: first, isNew: false }
    if (seen.busy) throw new Fault('funds_in_flight')
    for (const spend of spends) {
      const { lamports } = held.get(spend) ?? { lamports: 0n }
      const free = lamports - (seen.inFlight.get(`${spend.address} ${spend.mint}`) ?? 0n)
      const needed = spend.amount + (spend.keep ?? 0n)
      // The chain holds enough, and only funds in flight stand in the way: that passes.
      if (free < needed && lamports >= needed) throw new Fault('funds_in_flight')
      if (free < needed) throw spend.lacking?.(free) ?? lacking(spend, free)
    }
    if (counted.length > 0) await spending?.admit(tx, { userId, operationId: id }, counted)
    const operation = await insertOperation(
      tx,
      { id, userId, type, originKey, request, owner: heartbeat.claim() },
      submission.movements,
      spends.map(({ address, mint, amount, exclusive = false }) => ({ address, mint, amount, exclusive })),
    )
    if (counted.length > 0) await spending?.write(tx, { userId, operationId: id }, counted)
    await submission.within?.(tx, id)
    return { operation, isNew: true }
  })
}

/** Finds the operation of this origin, including one whose transaction is just ending. */
export const findSubmitted = (db: Db, originKey: string) =>
  db.transaction(async (tx) => {
    await lockAddresses(tx, [originKey])
    return findByOrigin(tx, originKey)
  })
