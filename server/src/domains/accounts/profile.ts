/** The profile of a user: names, and the switches of the guards. */
import type { User } from '@purser/contract/accounts.ts'
import { Fault, invalid } from '../../kernel/fault.ts'
import * as store from './accounts.store.ts'
import {
  GUARD_NAMES,
  type GuardDefaults,
  type GuardParts,
  isWhitelistOnly,
  liftedGuards,
  needsKeyCode,
  switchGuard,
} from './guards.ts'
import type { KeyCodes } from './key-codes.ts'
import { type Caller, type Origin, plainAddress, requireUser } from './sessions.ts'

export type ProfileChange = {
  first_name?: string | undefined
  last_name?: string | undefined
  keys_need_code?: boolean | undefined
  whitelist_only?: boolean | undefined
  code?: string | undefined
}
export type ProfilesParts = GuardParts & { keyCodes: Pick<KeyCodes, 'require'> }

/** Both throw no_session where the account is gone. */
export type Profiles = {
  get(userId: number): Promise<User>
  /**
   * Throws invalid_input, key_code_needed and wrong_key_code, and changed_meanwhile where it would lift a guard that was
   * switched on while the change was on its way.
   */
  update(caller: Caller, change: ProfileChange, origin?: Origin): Promise<User>
}

export function createProfiles(parts: ProfilesParts): Profiles {
  return {
    get: (userId) => getProfile(parts, userId),
    update: (caller, change, origin) => updateProfile(parts, caller, change, origin),
  }
}

export const toUser = (defaults: GuardDefaults, row: store.UserRow): User => ({
  id: row.id,
  email: row.email,
  first_name: row.firstName,
  last_name: row.lastName,
  keys_need_code: needsKeyCode(defaults, row),
  whitelist_only: isWhitelistOnly(defaults, row),
  created_at: row.createdAt.toISOString(),
})

async function getProfile({ db, defaults }: GuardParts, userId: number): Promise<User> {
  return toUser(defaults, await requireUser(db, userId))
}

async function updateProfile(
  parts: ProfilesParts,
  caller: Caller,
  change: ProfileChange,
  origin: Origin = {},
): Promise<User> {
  const { userId } = caller
  const before = await getProfile(parts, userId)
  requireWholeName(change)
  if (parts.defaults.realFunds && change.keys_need_code === false)
    throw invalid('keys_need_code', 'This setting cannot be turned off while funds are real.')
  // Somebody at an unlocked desk must not be able to switch a guard off.
  if (liftedGuards(before, change).length > 0) await parts.keyCodes.require(caller, change.code, 'limits')
  return changeProfile(parts, { userId, before, change }, origin)
}

function requireWholeName({ first_name: first, last_name: last }: ProfileChange): void {
  if ((first === undefined) === (last === undefined)) return
  const path = first === undefined ? 'first_name' : 'last_name'
  throw new Fault('invalid_input', { details: [{ path, message: 'First name and last name are required' }] })
}

/** Throws changed_meanwhile where it would lift a guard that `before` did not show on. */
async function changeProfile(
  { db, defaults, listeners }: GuardParts,
  { userId, before, change }: { userId: number; before: User; change: ProfileChange },
  { client = '', device = '' }: Origin,
): Promise<User> {
  return db.transaction(async (tx) => {
    const locked = await store.holdUser(tx, userId, 'no key update')
    if (!locked) throw new Fault('no_session')
    const guards = toUser(defaults, locked)
    // The request was let pass without a code, perhaps before a guard, or the demand for codes, was switched on: then it
    // lifts no guard.
    const lifted = liftedGuards(guards, change)
    const nowNeedsCode = guards.keys_need_code && !before.keys_need_code
    if (lifted.some((guard) => !before[guard]) || (nowNeedsCode && lifted.length > 0))
      throw new Fault('changed_meanwhile', { what: 'profile' })
    const row = await store.updateUser(tx, userId, {
      ...(change.first_name === undefined ? {} : { firstName: change.first_name }),
      ...(change.last_name === undefined ? {} : { lastName: change.last_name }),
      ...(change.keys_need_code === undefined ? {} : { keysNeedCode: change.keys_need_code }),
      ...(change.whitelist_only === undefined ? {} : { whitelistOnly: change.whitelist_only }),
    })
    if (!row) throw new Fault('no_session')
    for (const guard of GUARD_NAMES) {
      const on = change[guard] ?? guards[guard]
      if (on === guards[guard]) continue
      await switchGuard(tx, listeners, { userId, guard, on }, { address: plainAddress(client), device })
    }
    return toUser(defaults, row)
  })
}
