/** One round of top-ups of one user: the wallets in need, those that the funds reach, and one operation for them all. */
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Spend } from '../../transfers/index.ts'
import { TOP_UP } from '../kind.ts'
import type { Ready, RoundStarter, TopUpState } from '../parts.ts'
import { saveRefusals } from '../refusals.store.ts'
import type { RoundResult } from '../top-ups.ts'
import { claimRound } from './claim-round.ts'
import { getDay, listDue } from './list-due.ts'
import { planPayments } from './plan-payments.ts'
import { describeRound, toMovements, type RoundPlan } from './plan-round.ts'
import { toRefusals } from './refusals.ts'

/** `halts`: as they were when the round was requested. */
export type Round = { userId: number; originKey: string; by: RoundStarter; halts: number }

const NOBODY: RoundPlan = { pay: [], fees: 0n, short: [], capped: [], later: [] }

/** `isLimited`: only as many wallets whose keys were ever out as the limits of real money leave room for. */
export async function writeRound(
  state: TopUpState,
  settings: Ready,
  { originKey, by, halts }: Round,
  isLimited: boolean,
): Promise<RoundResult> {
  const { db, clock, guard, transfers } = state
  const { userId, amount, funding } = settings
  const day = getDay(clock)
  const { due: all, doubted, often, slot } = await listDue(state, settings, by)
  const due = isLimited ? await guard.withinLimits(settings, all) : all
  // Without a wallet in need the chain is not called any more.
  const found = due.length > 0 ? await planPayments(state, settings, day, due) : null
  const planned = found?.planned ?? NOBODY
  const { pay, fees } = planned
  let operationId: string | null = null
  if (found && pay.length > 0) {
    const { request, extra, keep } = found
    const spend: Spend = {
      address: funding.address,
      mint: SOL_MINT,
      amount: amount * BigInt(pay.length) + fees + extra,
      keep,
      walletName: funding.name,
      decimals: SOL_DECIMALS,
      symbol: 'SOL',
      exclusive: true,
    }
    const operation = await transfers.submit.submit({
      userId,
      type: TOP_UP,
      originKey,
      request,
      movements: toMovements(settings, pay),
      spends: [spend],
      halts,
      besideUnresolved: true,
      within: (tx, id) => claimRound(state, tx, id, settings, { day, slot, pay, by }),
    })
    operationId = operation.id
  }
  const bound = all.filter((wallet) => !due.includes(wallet))
  const refusals = toRefusals(settings, { ...planned, often, bound }, day)
  const committed = await db.transaction(async (tx) =>
    guard.report(tx, userId, await saveRefusals(tx, userId, refusals)),
  )
  committed()
  return { operationId, message: describeRound(planned, { doubted: doubted.length, often }) }
}
