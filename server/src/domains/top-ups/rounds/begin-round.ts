/** Begins one round of one user, once for each origin key. */
import { topUpTexts } from '@purser/contract/distributions/distribution-texts.ts'
import { Fault, isFault } from '../../../kernel/fault.ts'
import type { Operation } from '../../transfers/index.ts'
import { TOP_UP } from '../kind.ts'
import type { Ready, RoundStarter, TopUpState } from '../parts.ts'
import type { RoundResult } from '../top-ups.ts'
import { readSettings } from '../top-ups.store.ts'
import { isTooSoon } from './claim-round.ts'
import { type Round, writeRound } from './write-round.ts'

/** How often a round is planned anew after something has changed between plan and transaction. */
const PLANS = 3

/** Faults of an outdated plan: settings, balances, the cap, the funds, or a deleted wallet. */
const OUTDATED = ['changed_meanwhile', 'insufficient_balance', 'not_found'] as const

export async function beginRound(
  state: TopUpState,
  userId: number,
  originKey: string,
  by: RoundStarter,
): Promise<RoundResult> {
  const { submit, lookups } = state.transfers
  const halts = await submit.halts(userId)
  return state.runExclusive(originKey, async () => {
    const first = await toResult(state, await lookups.findByOrigin(originKey))
    if (first) return first
    try {
      return await planInTries(state, { userId, originKey, by, halts })
    } catch (error) {
      // Refused because of its own duplicate: that is the answer.
      const twin = await toResult(state, await lookups.findSubmitted(originKey))
      if (!twin) throw error
      return twin
    }
  })
}

async function planInTries(state: TopUpState, round: Round): Promise<RoundResult> {
  let limited: Fault | null = null
  for (let tries = 1; ; tries++) {
    const settings = await requireReady(state, round.userId)
    if (round.by === 'worker' && isTooSoon(state, settings))
      return { operationId: null, message: topUpTexts.nothingToDo }
    await state.transfers.funds.requireIdle([settings.funding.address], TOP_UP)
    try {
      const result = await writeRound(state, settings, round, limited !== null)
      if (limited && result.operationId === null) throw limited
      return result
    } catch (error) {
      // Limits of real money bind only what goes to wallets whose keys were ever out: the others still get theirs,
      // and of these as many as there is room for.
      if (isFault(error, 'spending_limit') && limited === null) {
        limited = error
        continue
      }
      if (!OUTDATED.some((code) => isFault(error, code)) || tries >= PLANS) throw error
    }
  }
}

async function requireReady({ db, guard, wallets }: TopUpState, userId: number): Promise<Ready> {
  const settings = await readSettings(db, userId)
  if (!settings?.enabled) throw new Fault('auto_distribution_off')
  if (settings.fundingWalletId === null) throw new Fault('funding_wallet_missing')
  const [funding] = await wallets.lookups.getByIds(userId, [settings.fundingWalletId])
  if (!funding) throw new Fault('funding_wallet_missing')
  return guard.inForce({ ...settings, funding })
}

async function toResult(
  { transfers }: TopUpState,
  operation: Operation | undefined,
): Promise<RoundResult | null> {
  if (!operation) return null
  const count = (await transfers.lookups.totals(operation.id)).total
  return { operationId: operation.id, message: topUpTexts.started(count) }
}
