/** Plans what a round pays, by what the funding wallet has and the day's cap leaves. */
import { RESERVE_LAMPORTS, TRANSFERS_PER_OPERATION } from '@purser/contract/limits.ts'
import { readTerms } from '../../distributions/index.ts'
import type { Submit } from '../../transfers/index.ts'
import { TOP_UP, type TopUpRequest } from '../kind.ts'
import type { Ready, TopUpState } from '../parts.ts'
import { sumSpent } from './list-due.ts'
import { type Low, toMovements, planRound } from './plan-round.ts'

export async function planPayments(state: TopUpState, settings: Ready, day: string, due: Low[]) {
  const { chain, transfers } = state
  const { userId, amount, dailyCap, funding } = settings
  const [rent, terms, [free = 0n]] = await Promise.all([
    chain.rentExempt(0),
    readTerms(transfers, 'spread', funding.address),
    transfers.funds.free([funding.address]),
  ])
  const keep = rent + RESERVE_LAMPORTS
  const { format, price, size } = terms
  const planned = planRound({
    low: due,
    amount,
    budget: free - keep,
    left: dailyCap === null ? null : dailyCap - (await sumSpent(state, userId, day)),
    limit: TRANSFERS_PER_OPERATION,
    size,
    price,
  })
  const { pay, fees } = planned
  const spare = free - keep - amount * BigInt(pay.length) - fees
  const later = terms.later(pay.length, spare)
  const request: TopUpRequest = {
    format,
    price: price.toString(),
    ...later.request,
    source: funding.address,
    sourceWalletId: funding.id,
    sourceName: funding.name,
  }
  return { planned, request, extra: later.extra, keep, free }
}

/** Checks what the limits of real money say of a round that pays these. */
export function checkRoundLimit(
  { transfers }: TopUpState,
  settings: Ready,
  pay: Low[],
): ReturnType<Submit['checkLimit']> {
  const movements = toMovements(settings, pay)
  return transfers.submit.checkLimit({
    userId: settings.userId,
    type: TOP_UP,
    request: {},
    movements,
    spends: [],
  })
}
