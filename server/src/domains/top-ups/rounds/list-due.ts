/** The wallets in need of a top-up. */
import { DAY_MS } from '@purser/contract/time.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { TOP_UP } from '../kind.ts'
import type { RoundStarter, TopUpState } from '../parts.ts'
import * as store from '../top-ups.store.ts'
import type { Low } from './plan-round.ts'

/** A wallet whose top-up failed is skipped for this many minutes, unless the user begins the round. */
const RETRY_FAILED_MINUTES = 10

type Watch = Pick<store.SettingsRow, 'userId' | 'fundingWalletId' | 'minimum' | 'groupedOnly'>

export const getDay = (clock: Clock, daysAgo = 0): string =>
  new Date(clock.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)

/** Sums the lamports of this day, open operations included. */
export async function sumSpent(
  { db, transfers }: TopUpState,
  userId: number,
  day: string,
  handle: Db = db,
): Promise<bigint> {
  return transfers.pastMoves.sumUnfailed(await store.listRounds(handle, userId, day), handle)
}

/** Lists the wallets below the minimum, with the oldest slot at which that was read. */
export async function listInNeed(
  { wallets, chain }: TopUpState,
  { userId, fundingWalletId, minimum, groupedOnly }: Watch,
): Promise<{ watched: number; low: Low[]; slot: bigint }> {
  const all = await wallets.lookups.list(userId)
  const watched = all.filter(
    (wallet) => wallet.id !== fundingWalletId && (!groupedOnly || wallet.groupIds.length > 0),
  )
  const read = await chain.balances(watched.map((wallet) => wallet.address))
  const low: Low[] = []
  let slot: bigint | null = null
  watched.forEach(({ id, name, address }, i) => {
    const balance = read[i]
    if (!balance || balance.lamports >= minimum) return
    low.push({ id, name, address, lamports: balance.lamports })
    if (slot === null || balance.slot < slot) slot = balance.slot
  })
  return { watched: watched.length, low, slot: slot ?? 0n }
}

/** Counts the wallets it watches, and lists those due and those it skips: in doubt, failed lately, or emptied too often. */
export async function listDue(state: TopUpState, settings: Watch, by: RoundStarter) {
  const { guard, transfers } = state
  const { userId } = settings
  const which = { userId, type: TOP_UP }
  // Before balances are read: what has landed by now shows in them, or is found by its slot.
  const inDoubt = await transfers.pastMoves.listUncertain(which)
  const { watched, low, slot } = await listInNeed(state, settings)
  const failed =
    by === 'user'
      ? new Set<string>()
      : await transfers.pastMoves.listFailedWithin(which, RETRY_FAILED_MINUTES)
  const certain = low.filter((wallet) => !inDoubt.has(wallet.address))
  // After the balances: what another round has paid since then is found by its slot.
  const often = await guard.tooOften(userId, certain)
  const others = certain.filter((wallet) => !often.includes(wallet))
  return {
    watched,
    slot,
    due: others.filter((wallet) => !failed.has(wallet.address)),
    spared: others.filter((wallet) => failed.has(wallet.address)),
    doubted: low.filter((wallet) => inDoubt.has(wallet.address)),
    often,
  }
}
