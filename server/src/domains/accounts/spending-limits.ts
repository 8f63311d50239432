/**
 * The limits of real money that a user sets: lowered at once, raised only with a mailed code. What counts towards them is
 * decided and counted where funds are reserved; see transfers/spending.
 */
import { SPEND_PER_DAY_LAMPORTS, SPEND_PER_ORDER_LAMPORTS } from '@purser/contract/limits.ts'
import { formatUnits, SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import type { SendsOutside, SpendingLimits as Answer } from '@purser/contract/spending-limits.ts'
import type { Db } from '../../db/client.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import { Fault } from '../../kernel/fault.ts'
import { readLamports } from '../../kernel/amounts.ts'
import * as users from './accounts.store.ts'
import { type GuardListener, switchGuard } from './profile.ts'
import { type Caller, plainAddress } from './sessions.ts'
import * as store from './spending-limits.store.ts'

export type SpendingLimitsParts = {
  db: Db
  realFunds: boolean
  listeners: readonly GuardListener[]
  isWhitelistOnly(row: users.UserRow | undefined): boolean
  /** Passes only with a fresh mailed code. */
  requireCode(caller: Caller, code: string | undefined): Promise<void>
}
export type LimitsChange = {
  per_day?: string | number | undefined
  per_order?: string | number | undefined
  sends_outside?: SendsOutside | undefined
  code?: string | undefined
}
/** Lamports spent in the last 24 hours. */
type Spent = (userId: number) => Promise<bigint>
type Limits = store.SpendingLimitsRow & { whitelistOnly: boolean }

const DEFAULTS = { perDay: SPEND_PER_DAY_LAMPORTS, perOrder: SPEND_PER_ORDER_LAMPORTS }
const sol = (lamports: bigint) => toJsonAmount(lamports, SOL_DECIMALS)
const text = (lamports: bigint) => formatUnits(lamports, SOL_DECIMALS)

/** What may be spent at once by both limits. */
export function leftOf({ perDay, perOrder }: store.SpendingLimitsRow, used: bigint): bigint {
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

export function createSpendingLimits(parts: SpendingLimitsParts) {
  const { db, realFunds, listeners, isWhitelistOnly, requireCode } = parts
  let spent: Spent | null = null

  const amountsOf = async (handle: Db, userId: number): Promise<store.SpendingLimitsRow> =>
    (await store.readLimits(handle, userId)) ?? DEFAULTS

  const limitsOf = async (handle: Db, userId: number, row: users.UserRow | undefined): Promise<Limits> => ({
    ...(await amountsOf(handle, userId)),
    whitelistOnly: isWhitelistOnly(row),
  })

  async function view(userId: number): Promise<Answer> {
    if (!realFunds) return { limits: null }
    if (!spent) throw new Error('nothing counts what is spent')
    const used = await spent(userId)
    const limits = await limitsOf(db, userId, await users.userById(db, userId))
    return {
      limits: {
        per_day: sol(limits.perDay),
        per_order: sol(limits.perOrder),
        used: sol(used),
        left: sol(leftOf(limits, used)),
        sends_outside: limits.whitelistOnly ? 'whitelist' : 'anyone',
      },
    }
  }

  return {
    view,

    /** Where nothing is limited it changes nothing. Throws key_code_needed, wrong_key_code and invalid_input. */
    async change(
      caller: Caller,
      body: LimitsChange,
      { client = '', device = '' }: { client?: string; device?: string },
    ): Promise<Answer> {
      const { userId } = caller
      const change = readChange(body)
      if (!realFunds) return view(userId)
      const before = await limitsOf(db, userId, await users.userById(db, userId))
      const withCode = isRaise(before, { ...before, ...change })
      if (withCode) await requireCode(caller, body.code)
      await db.transaction(async (tx) => {
        // In a statement of its own: the limits that are read next are those of whoever was faster.
        const row = await users.holdUser(tx, userId, 'no key update')
        if (!row) throw new Fault('no_session')
        const now = await limitsOf(tx, userId, row)
        const after = { ...now, ...change }
        if (isRaise(now, after) && !withCode) throw new Fault('changed_meanwhile', { what: 'limit' })
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
      })
      return view(userId)
    },

    /**
     * In a transaction that spends: as they are, and neither they nor what is spent can change until it ends. What is read
     * by later statements is what others have committed by then.
     */
    async hold(tx: Db, userId: number): Promise<store.SpendingLimitsRow> {
      await users.holdUser(tx, userId, 'no key update')
      return amountsOf(tx, userId)
    },

    /** As they are now; they may be others when funds are reserved. */
    read: (userId: number, handle: Db = db): Promise<store.SpendingLimitsRow> => amountsOf(handle, userId),

    leftOf,

    /** Lamports that may be spent now: in all, and in one transfer. */
    async room(userId: number): Promise<{ inAll: bigint; atOnce: bigint }> {
      if (!spent) throw new Error('nothing counts what is spent')
      const used = await spent(userId)
      const { perDay, perOrder } = await amountsOf(db, userId)
      return { inAll: perDay > used ? perDay - used : 0n, atOnce: perOrder }
    },

    /** What is spent is counted elsewhere. */
    countedBy: (count: Spent): void => void (spent = count),
  }
}
export type SpendingLimits = ReturnType<typeof createSpendingLimits>
