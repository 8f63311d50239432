import type { Db } from '../../../db/client.ts'
import { Fault } from '../../../kernel/fault.ts'
import { TOP_UP } from '../kind.ts'
import type { Ready, RoundStarter, TopUpState } from '../parts.ts'
import type { Settings } from '../settings.ts'
import * as store from '../top-ups.store.ts'
import { sumSpent } from './list-due.ts'
import type { Low } from './plan-round.ts'

/** Between rounds that begin by themselves, however many ticks come at once; a tick comes every minute. */
const APART_MS = 30_000

/** Delayed ticks come together, and a clock may be set: still only one round begins. */
export const isTooSoon = ({ clock }: TopUpState, { roundAt }: Pick<Settings, 'roundAt'>): boolean =>
  roundAt !== null && Math.abs(clock.now() - roundAt.getTime()) < APART_MS

/**
 * Checks, in the transaction that writes the operation, that the plan still holds. Rounds of a user never overlap: it locks
 * the settings, and requires that they are unchanged, that none of its wallets is in doubt, and that no former round has
 * landed since the balances were read. A former round that is being resolved blocks only its own wallets.
 */
export async function claimRound(
  state: TopUpState,
  tx: Db,
  operationId: string,
  settings: Ready,
  { day, slot, pay, by }: { day: string; slot: bigint; pay: Low[]; by: RoundStarter },
): Promise<void> {
  const { clock, guard, transfers, wallets } = state
  const { userId, version, amount, funding } = settings
  const which = { userId, type: TOP_UP }
  await wallets.changes.hold(tx, userId, { ids: [funding.id, ...pay.map((wallet) => wallet.id)] })
  const now = await store.lockSettings(tx, userId)
  if (now?.version !== version) throw new Fault('changed_meanwhile', { what: 'setting' })
  if (by === 'worker' && isTooSoon(state, now)) throw new Fault('changed_meanwhile', { what: 'round' })
  const inDoubt = await transfers.pastMoves.listUncertain(which, operationId, tx)
  if (pay.some((wallet) => inDoubt.has(wallet.address)))
    throw new Fault('changed_meanwhile', { what: 'wallet' })
  if (await transfers.pastMoves.hasLandedAfter(which, slot, tx))
    throw new Fault('changed_meanwhile', { what: 'balance' })
  const total = amount * BigInt(pay.length)
  const { dailyCap } = await guard.inForce(now, tx)
  if (dailyCap !== null && (await sumSpent(state, userId, day, tx)) + total > dailyCap)
    throw new Fault('changed_meanwhile', { what: 'cap' })
  await store.insertRound(tx, { operationId, userId, day, at: new Date(clock.now()) })
  if (by === 'worker') await store.saveRoundAt(tx, userId, new Date(clock.now()))
}
