/** Whether the limits of real money let a plan's orders pass, as of now. */
import type { LimitRefusal } from '@purser/contract/transfers/limit-refusal.ts'
import { typeFacts, type Plan } from '@purser/contract/strategies/plan.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import type { Asset } from '../../strategies/index.ts'
import type { Transfers } from '../../transfers/index.ts'

export type PlannedOrders = {
  plan: Plan
  side: 'buy' | 'sell'
  input: Asset
  output: Asset
  /** Base units of the input in one order, and how many there are; null where that is open. */
  each: bigint
  orders: number | null
  /** The least that one order must bring, in base units of the output. */
  minOut: bigint
}
export type LimitCheck = (orders: PlannedOrders) => Promise<LimitRefusal | null>

/** Orders that are placed within 24 hours. */
function timesADay(plan: Plan, orders: number | null): number {
  const { ordersAhead, intervalSeconds } = typeFacts(plan)
  const every = ordersAhead && intervalSeconds?.(plan)
  if (every === undefined) return orders ?? 1
  return Math.min(orders ?? Number.POSITIVE_INFINITY, Math.ceil(DAY_MS / 1_000 / every))
}

/** Checks one order, then all orders of a day together. */
export function limitCheck(transfers: Pick<Transfers, 'submit'>, userId: number): LimitCheck {
  return async ({ plan, side, input, output, each, orders, minOut }) => {
    const leg = { walletId: null, walletName: '', source: '', destination: 'market' }
    const asked = {
      userId,
      type: 'trade',
      request: {
        side,
        inputMint: input.mint,
        outputMint: output.mint,
        slippageBps: plan.slippage_bps,
        minOut: minOut.toString(),
      },
      movements: [{ ...leg, mint: input.mint, amount: each }],
      spends: [{ mint: input.mint, amount: each, decimals: input.decimals }],
    }
    const one = await transfers.submit.checkLimit(asked)
    const all = one.limit ? one : await transfers.submit.checkLimit(asked, timesADay(plan, orders))
    return all.limit ?? null
  }
}
