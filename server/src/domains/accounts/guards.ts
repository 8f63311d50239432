/** Guards: the switches of a profile that keep keys and funds from leaving unnoticed. */
import type { Db } from '../../db/client.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import { holdUser, type UserRow } from './accounts.store.ts'
import { requireUser } from './sessions.ts'

/** Each switch, and what the audit log calls it. */
export const GUARDS = {
  keys_need_code: 'code before keys leave',
  whitelist_only: 'only whitelisted pairs',
} as const
export type Guard = keyof typeof GUARDS
export const GUARD_NAMES = Object.keys(GUARDS) as Guard[]

/** Decides about a guard that its user has never switched. */
export type GuardDefaults = {
  /** The default of the switch 'Ask for a code before keys leave'. */
  keysNeedCode: boolean
  /** Limits of real money hold: only whitelisted pairs unless the user says otherwise, and that switch is always on. */
  realFunds: boolean
}

/** Called in the transaction that switches a guard. */
export type GuardListener = (
  tx: Db,
  change: { userId: number; guard: Guard; on: boolean; client: string },
) => Promise<void>

export type GuardParts = { db: Db; defaults: GuardDefaults; listeners: GuardListener[] }

export type Guards = {
  /** Has the listener called in each transaction that switches a guard on or off. */
  whenSwitched(listener: GuardListener): void
  /** Whether sends go to whitelisted pairs only; in the caller's transaction that cannot change until it ends. */
  whitelistOnly(userId: number, tx?: Db): Promise<boolean>
  /** Whether no key of the user leaves without a code; read by the caller's transaction. */
  keysNeedCode(userId: number, tx: Db): Promise<boolean>
}

export function createGuards(parts: GuardParts): Guards {
  return {
    whenSwitched: (listener) => void parts.listeners.push(listener),
    whitelistOnly: (userId, tx) => readWhitelistOnly(parts, userId, tx),
    keysNeedCode: async (userId, tx) => needsKeyCode(parts.defaults, await requireUser(tx, userId)),
  }
}

/** A user who is gone sends nowhere but to whitelisted pairs. */
export const isWhitelistOnly = ({ realFunds }: GuardDefaults, row: UserRow | undefined): boolean =>
  row === undefined || (row.whitelistOnly ?? realFunds)

export const needsKeyCode = ({ realFunds, keysNeedCode }: GuardDefaults, row: UserRow): boolean =>
  realFunds || (row.keysNeedCode ?? keysNeedCode)

async function readWhitelistOnly({ db, defaults }: GuardParts, userId: number, tx?: Db): Promise<boolean> {
  return isWhitelistOnly(defaults, await (tx ? holdUser(tx, userId, 'share') : requireUser(db, userId)))
}

/** The guards that the change switches off. */
export const liftedGuards = (
  before: Record<Guard, boolean>,
  change: Partial<Record<Guard, boolean | undefined>>,
): Guard[] => GUARD_NAMES.filter((guard) => before[guard] && change[guard] === false)

/** Records a switch that the caller has stored, and calls the listeners. */
export async function switchGuard(
  tx: Db,
  listeners: readonly GuardListener[],
  { userId, guard, on }: { userId: number; guard: Guard; on: boolean },
  { address, device }: { address: string; device: string },
): Promise<void> {
  const detail = { guard: GUARDS[guard], on }
  await writeAudit(tx, { userId, type: 'guard', detail, address, device })
  for (const listener of listeners) await listener(tx, { userId, guard, on, client: address })
}
