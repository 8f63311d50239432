/** Checks counted amounts against the limits of their user. */
import type { LimitRefusal } from '@purser/contract/transfers/limit-refusal.ts'
import { formatUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { Fault, isFault } from '../../../kernel/fault.ts'
import { countRequest } from './count-request.ts'
import type { Counted, Spending, SpendingParts, SpendRequest } from './spending.ts'

type UserLimits = Awaited<ReturnType<SpendingParts['limits']['hold']>>

const text = (lamports: bigint) => formatUnits(lamports, SOL_DECIMALS)

/** `used`: lamports of the last 24 hours. Throws spending_limit. */
export function requireWithin(
  { limits }: Pick<SpendingParts, 'limits'>,
  userLimits: UserLimits,
  used: bigint,
  counted: Counted[],
): void {
  const left = text(limits.computeRemaining(userLimits, used))
  const isLoss = counted.length > 0 && counted.every((one) => one.isLoss)
  const largest = counted.reduce((most, { whole }) => (whole > most ? whole : most), 0n)
  if (largest > userLimits.perOrder)
    throw new Fault('spending_limit', {
      limit: 'order',
      most: text(userLimits.perOrder),
      needs: text(largest),
      left,
      isLoss,
    })
  const total = counted.reduce((sum, { lamports }) => sum + lamports, 0n)
  if (used + total > userLimits.perDay)
    throw new Fault('spending_limit', {
      limit: 'day',
      most: text(userLimits.perDay),
      needs: text(total),
      left,
      isLoss,
    })
}

/** See `Spending`. */
export async function checkLimit(
  parts: SpendingParts & Pick<Spending, 'spent'>,
  request: SpendRequest,
  times = 1,
): Promise<{ limit?: LimitRefusal }> {
  const { limits, spent } = parts
  try {
    const counted = await countRequest(parts, request)
    if (counted.length === 0) return {}
    const [userLimits, used] = await Promise.all([limits.read(request.userId), spent(request.userId)])
    requireWithin(parts, userLimits, used, Array.from({ length: times }, () => counted).flat())
  } catch (error) {
    for (const code of ['spending_limit', 'no_price_for_limit'] as const)
      if (isFault(error, code)) return { limit: { code, message: error.message } }
    if (!isFault(error, 'market_away')) throw error
  }
  return {}
}
