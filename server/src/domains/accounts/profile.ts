/** The profile, and the guards of keys and funds that its switches are. */
import type { User } from '@purser/contract/accounts.ts'
import type { Db } from '../../db/client.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import { Fault } from '../../kernel/fault.ts'
import * as store from './accounts.store.ts'
import { plainAddress } from './sessions.ts'

export type ProfileChange = {
  first_name?: string | undefined
  last_name?: string | undefined
  keys_need_code?: boolean | undefined
  whitelist_only?: boolean | undefined
  code?: string | undefined
}
/** The switches of a profile. */
export const GUARDS = {
  keys_need_code: 'code before keys leave',
  whitelist_only: 'only whitelisted pairs',
} as const
export type Guard = keyof typeof GUARDS
type Guards = Record<Guard, boolean>

/** Called in the transaction that switches a guard. */
export type GuardListener = (
  tx: Db,
  change: { userId: number; guard: Guard; on: boolean; client: string },
) => Promise<void>

const NAMES = Object.keys(GUARDS) as Guard[]
/** Those that the change switches off. */
export const liftedBy = (before: Guards, change: ProfileChange): Guard[] =>
  NAMES.filter((guard) => before[guard] && change[guard] === false)

export function requireWholeName({ first_name: first, last_name: last }: ProfileChange): void {
  if ((first === undefined) === (last === undefined)) return
  const path = first === undefined ? 'first_name' : 'last_name'
  throw new Fault('invalid_input', { details: [{ path, message: 'First name and last name are required' }] })
}

/** On record, and told to who listens; the caller has stored it. */
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

export type ProfileParts = { db: Db; toUser(row: store.UserRow): User; listeners: readonly GuardListener[] }

/** Throws changed_meanwhile where it would lift a guard that `before` did not show on. */
export async function changeProfile(
  { db, toUser, listeners }: ProfileParts,
  { userId, before, change }: { userId: number; before: User; change: ProfileChange },
  { client, device }: { client: string; device: string },
): Promise<User> {
  return db.transaction(async (tx) => {
    const was = await store.holdUser(tx, userId, 'no key update')
    if (!was) throw new Fault('no_session')
    const guards = toUser(was)
    // No guard is lifted by a request that was let pass without a code before it, or the demand for codes, was switched on.
    const lifted = liftedBy(guards, change)
    const asks = guards.keys_need_code && !before.keys_need_code
    if (lifted.some((guard) => !before[guard]) || (asks && lifted.length > 0))
      throw new Fault('changed_meanwhile', { what: 'profile' })
    const row = await store.updateUser(tx, userId, {
      ...(change.first_name === undefined ? {} : { firstName: change.first_name }),
      ...(change.last_name === undefined ? {} : { lastName: change.last_name }),
      ...(change.keys_need_code === undefined ? {} : { keysNeedCode: change.keys_need_code }),
      ...(change.whitelist_only === undefined ? {} : { whitelistOnly: change.whitelist_only }),
    })
    if (!row) throw new Fault('no_session')
    for (const guard of NAMES) {
      const on = change[guard] ?? guards[guard]
      if (on === guards[guard]) continue
      await switchGuard(tx, listeners, { userId, guard, on }, { address: plainAddress(client), device })
    }
    return toUser(row)
  })
}
