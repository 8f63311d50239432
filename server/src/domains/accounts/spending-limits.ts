/**
 * The limits of real money that a user sets: lowered at once, raised only with a mailed code. What counts towards them is
 * decided and counted where funds are reserved; see transfers/spending.
 */
import { SPEND_PER_DAY_LAMPORTS, SPEND_PER_ORDER_LAMPORTS } from '@purser/contract/limits.ts'
import { formatUnits, SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import type { SendsOutside, SpendingLimits as Answer } from '@purser/contract/transfers/spending-limits.ts'
import type { Db } from '../../db/client.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import { Fault } from '../../kernel/fault.ts'
import { readLamports } from '../../kernel/solana/amounts.ts'
import * as users from './accounts.store.ts'
import { type GuardParts, isWhitelistOnly, switchGuard } from './guards.ts'
import type { KeyCodes } from './key-codes.ts'
import { type Caller, type Origin, plainAddress } from './sessions.ts'
import * as store from './spending-limits.store.ts'

export type SpendingLimitsParts = GuardParts & { keyCodes: Pick<KeyCodes, 'check'> }
export type LimitsChange = {
  per_day?: string | number | undefined
  per_order?: string | number | undefined
  sends_outside?: SendsOutside | undefined
  code?: string | undefined
}
/** Counts the lamports that a user has spent in the last 24 hours. */
type CountSpent = (userId: number) => Promise<bigint>
type Limits = store.SpendingLimitsRow & { whitelistOnly: boolean }

export type SpendingLimits = {
  /** null: funds are not real, nothing is limited. */
  view(userId: number): Promise<Answer>
  /** Changes nothing where nothing is limited. Throws key_code_needed, wrong_key_code and invalid_input. */
  change(caller: Caller, body: LimitsChange, origin: Origin): Promise<Answer>
  /**
   * Reads the limits in a transaction that spends: neither they nor what is spent can change until it ends. What is read
   * by later statements is what others have committed by then.
   */
  hold(tx: Db, userId: number): Promise<store.SpendingLimitsRow>
  /** Reads the limits of now. They may be others when funds are reserved. */
  read(userId: number, handle?: Db): Promise<store.SpendingLimitsRow>
  computeRemaining(limits: store.SpendingLimitsRow, used: bigint): bigint
  /** Lamports that may be spent now: in all, and in one transfer. */
  room(userId: number): Promise<{ inAll: bigint; atOnce: bigint }>
  /** Takes the function that counts what is spent. Until then `view` and `room` throw where funds are real. */
  setCounter(count: CountSpent): void
}

const DEFAULTS = { perDay: SPEND_PER_DAY_LAMPORTS, perOrder: SPEND_PER_ORDER_LAMPORTS }
const sol = (lamports: bigint) => toJsonAmount(lamports, SOL_DECIMALS)
const text = (lamports: bigint) => formatUnits(lamports, SOL_DECIMALS)

/** Lamports that both limits let be spent at once. */
export function computeRemaining({ perDay, perOrder }: store.SpendingLimitsRow, used: bigint): bigint {
  const today = perDay > used ? perDay - used : 0n
  return today < perOrder ? today : perOrder
}

const readChange = ({ per_day: day, per_order: order, sends_outside: outside }: LimitsChange) => ({
  ...(day === undefined ? {} : { perDay: readLamports('per_day', day) }),
  ...(order === undefined ? {} : { perOrder: readLamports('per_order', order) }),
  ...(outside === undefined ? {} : { whitelistOnly: outside === 'whitelist' }),
})

const isRaise = (before: Limits, after: Limits): boolean =>
  after.perDay > before.perDay ||
  after.perOrder > before.perOrder ||
  (before.whitelistOnly && !after.whitelistOnly)

/** The parts, and who counts what is spent: null until it is named. */
type LimitsState = SpendingLimitsParts & { countSpent: CountSpent | null }

export function createSpendingLimits(parts: SpendingLimitsParts): SpendingLimits {
  const state: LimitsState = { ...parts, countSpent: null }
  return {
    view: (userId) => viewLimits(state, userId),
    change: (caller, body, origin) => changeLimits(state, caller, body, origin),
    hold: (tx, userId) => holdLimits(tx, userId),
    read: (userId, handle = parts.db) => readLimits(handle, userId),
    computeRemaining,
    room: (userId) => readRoom(state, userId),
    setCounter: (count) => void (state.countSpent = count),
  }
}

async function readLimits(db: Db, userId: number): Promise<store.SpendingLimitsRow> {
  return (await store.readLimits(db, userId)) ?? DEFAULTS
}

async function holdLimits(tx: Db, userId: number): Promise<store.SpendingLimitsRow> {
  await users.holdUser(tx, userId, 'no key update')
  return readLimits(tx, userId)
}

async function readLimitsAndGuard(
  { defaults }: LimitsState,
  db: Db,
  userId: number,
  row: users.UserRow | undefined,
): Promise<Limits> {
  return { ...(await readLimits(db, userId)), whitelistOnly: isWhitelistOnly(defaults, row) }
}

async function countSpent({ countSpent: count }: LimitsState, userId: number): Promise<bigint> {
  if (!count) throw new Error('nothing counts what is spent')
  return count(userId)
}

async function viewLimits(state: LimitsState, userId: number): Promise<Answer> {
  if (!state.defaults.realFunds) return { limits: null }
  const used = await countSpent(state, userId)
  const limits = await readLimitsAndGuard(state, state.db, userId, await users.userById(state.db, userId))
  return {
    limits: {
      per_day: sol(limits.perDay),
      per_order: sol(limits.perOrder),
      used: sol(used),
      left: sol(computeRemaining(limits, used)),
      sends_outside: limits.whitelistOnly ? 'whitelist' : 'anyone',
    },
  }
}

async function readRoom(state: LimitsState, userId: number): Promise<{ inAll: bigint; atOnce: bigint }> {
  const used = await countSpent(state, userId)
  const { perDay, perOrder } = await readLimits(state.db, userId)
  return { inAll: perDay > used ? perDay - used : 0n, atOnce: perOrder }
}

async function changeLimits(
  state: LimitsState,
  caller: Caller,
  body: LimitsChange,
  origin: Origin,
): Promise<Answer> {
  const { db, defaults, keyCodes } = state
  const { userId } = caller
  const change = readChange(body)
  if (!defaults.realFunds) return viewLimits(state, userId)
  const before = await readLimitsAndGuard(state, db, userId, await users.userById(db, userId))
  const withCode = isRaise(before, { ...before, ...change })
  if (withCode) await keyCodes.check(caller, body.code, 'limits')
  await db.transaction(async (tx) => {
    // In a statement of its own: the limits that are read next are those of whoever was faster.
    const row = await users.holdUser(tx, userId, 'no key update')
    if (!row) throw new Fault('no_session')
    const now = await readLimitsAndGuard(state, tx, userId, row)
    const after = { ...now, ...change }
    if (isRaise(now, after) && !withCode) throw new Fault('changed_meanwhile', { what: 'limit' })
    await saveChange(state, tx, { userId, now, after, origin })
  })
  return viewLimits(state, userId)
}

async function saveChange(
  { listeners }: LimitsState,
  tx: Db,
  { userId, now, after, origin }: { userId: number; now: Limits; after: Limits; origin: Origin },
): Promise<void> {
  const { client = '', device = '' } = origin
  const from = { address: plainAddress(client), device }
  if (now.perDay !== after.perDay || now.perOrder !== after.perOrder) {
    const { perDay, perOrder } = after
    await store.saveLimits(tx, userId, { perDay, perOrder })
    const detail = {
      per_day: text(perDay),
      per_order: text(perOrder),
      before: `${text(now.perDay)} and ${text(now.perOrder)}`,
    }
    await writeAudit(tx, { userId, type: 'limits', detail, ...from })
  }
  if (now.whitelistOnly !== after.whitelistOnly) {
    const on = after.whitelistOnly
    await users.updateUser(tx, userId, { whitelistOnly: on })
    await switchGuard(tx, listeners, { userId, guard: 'whitelist_only', on }, from)
  }
}
