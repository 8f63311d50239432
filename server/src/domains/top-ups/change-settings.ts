/** Changes the settings, with a code where a change raises the cap that holds. */
import { formatUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import type { TopUpChange, TopUpSettings } from '@purser/contract/top-ups.ts'
import type { Db } from '../../db/client.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Caller } from '../accounts/index.ts'
import type { CapChange } from './guard.ts'
import type { TopUpState } from './parts.ts'
import { getDay, sumSpent } from './rounds/list-due.ts'
import { changeSettings, settingsAfter, readSettings, viewSettings } from './settings.ts'
import type { ChangeOrigin } from './top-ups.ts'
import * as store from './top-ups.store.ts'

export async function viewPresent(state: TopUpState, userId: number): Promise<TopUpSettings> {
  const settings = await readSettings(state.db, userId)
  return viewSettings(state, settings, await sumSpent(state, userId, getDay(state.clock)))
}

export async function changeTopUps(
  state: TopUpState,
  caller: Caller,
  change: TopUpChange,
  origin: ChangeOrigin,
): Promise<TopUpSettings> {
  const { db, transfers, wallets, guard, publishChange } = state
  const { userId } = caller
  const halts = await transfers.submit.halts(userId)
  const caps = { before: await readSettings(db, userId), after: await settingsAfter(db, userId, change) }
  const isAllowed = await guard.allowRaise(caps, caller, change.code)
  await db.transaction(async (tx) => {
    if (change.enabled) await transfers.submit.requireUnhalted(tx, userId, halts)
    const before = (await store.lockSettings(tx, userId)) ?? caps.before
    await changeSettings(tx, wallets, userId, change)
    const after = await readSettings(tx, userId)
    if (!isAllowed && (await guard.raises({ before, after }, tx)))
      throw new Fault('changed_meanwhile', { what: 'setting' })
    if (isAllowed) await recordRaise(tx, { before, after }, origin)
  })
  publishChange(userId)
  return viewPresent(state, userId)
}

/** Beside the changes of the limits themselves. */
async function recordRaise(
  tx: Db,
  { before, after }: CapChange,
  { client, device }: ChangeOrigin,
): Promise<void> {
  const words = ({ dailyCap }: CapChange['before']) =>
    dailyCap === null ? 'the daily limit' : formatUnits(dailyCap, SOL_DECIMALS)
  const detail = { top_ups_a_day: words(after), before: words(before) }
  await writeAudit(tx, { userId: after.userId, type: 'limits', detail, address: client, device })
}
