/** Divides an order over the wallets of its strategy, with the limits of its decision. Sends nothing. */
import { heldBackText } from '@purser/contract/agents/held-back.ts'
import { noQuoteText } from '@purser/contract/market/no-quote-texts.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Market } from '../../../ports/market.ts'
import type { ExitFloor } from './exit-floor.ts'
import { computeDeadline, isSoldAnyway, MAX_IMPACT_BPS, computeMinOut } from './order-limits.ts'
import type { Sizing } from '../sizing/sizing.ts'
import type { Order, StrategyEvent } from '../engine/types.ts'
import type { OrderRow, StrategyRow } from '../rows.ts'

const NOT_ENDED = {
  spent: null,
  fee: null,
  rent: null,
  profit: null,
  tokenPrice: null,
  quotePrice: null,
  endedAt: null,
  isFinal: false,
}

/** `floor`: the least that forced sales must bring; null: only their quote binds them. */
export type PlaceParts = { sizing: Sizing; market: Market; clock: Clock; floor: ExitFloor | null }
/** `isExit`: the sale that ends the strategy. `anyPrice`: its owner releases it. */
type Decided = { row: StrategyRow; order: Order; isExit: boolean; anyPrice: boolean; now: number }

/** The legs, or the event of an order that cannot be placed. Throws while the chain is unavailable. */
export async function placeOrder(
  { sizing, market, clock, floor }: PlaceParts,
  { row, order, isExit, anyPrice, now }: Decided,
): Promise<OrderRow[] | StrategyEvent> {
  const { input, output } = await sizing.sides(row.plan, order.side)
  const sized = await sizing.size(row.plan, order, row.walletAddresses, row.base)
  if ('refused' in sized)
    return { type: 'failed', now, seq: order.seq, reason: sized.refused, code: 'size', fatal: true }
  if ('short' in sized) {
    const reason = sized.short.feesMissing
      ? `The wallets hold too little SOL for fees of ${sizing.feeWords} per order.`
      : `The wallets can spend ${sizing.inWords(sized.short.has, input)}, but the order needs ${sizing.inWords(sized.short.needs, input)}.`
    return { type: 'failed', now, seq: order.seq, reason, code: 'funds', fatal: false, outOfFunds: true }
  }
  const { plan } = row
  const [only, another] = sized.legs
  // The quote covers the whole order: its legs move the price for each other.
  const quote = await market.quote({
    inputMint: input.mint,
    outputMint: output.mint,
    inAmount: sized.total,
    slippageBps: plan.slippage_bps,
    ...(only && !another ? { trader: only.address } : {}),
  })
  if ('unavailable' in quote) {
    const reason = noQuoteText(quote.unavailable)
    return { type: 'failed', now, seq: order.seq, reason, code: 'market', fatal: false }
  }
  const isBound = !isSoldAnyway(plan, order.side, isExit)
  if (quote.priceImpactBps > MAX_IMPACT_BPS && isBound) {
    const percent = (bps: number) => `${Math.round(bps) / 100}%`
    const reason = `The market is too thin: this order would lose ${percent(quote.priceImpactBps)} to price impact, and the maximum is ${percent(MAX_IMPACT_BPS)}.`
    return { type: 'failed', now, seq: order.seq, reason, code: 'market', fatal: false }
  }
  const least =
    floor === null || isBound || anyPrice
      ? 0n
      : await floor.judge({ input, output, amount: sized.total, quote })
  if (typeof least !== 'bigint') {
    const reason = heldBackText(least)
    return {
      type: 'failed',
      now,
      seq: order.seq,
      reason,
      code: 'worth',
      fatal: false,
      skipped: true,
      heldBack: least,
    }
  }
  const own = computeMinOut(plan, order.side, isExit, quote)
  const minOut = least > own ? least : own
  // The decision is as old as this quote.
  const deadline = computeDeadline(plan, order.side, isExit, clock.now())
  return sized.legs.map(({ address, amount }) => ({
    strategyId: row.id,
    run: row.run,
    seq: order.seq,
    walletAddress: address,
    side: order.side,
    inputMint: input.mint,
    outputMint: output.mint,
    inAmount: amount,
    isExit,
    minOut: (minOut * amount) / sized.total,
    deadline,
    status: 'placed' as const,
    outAmount: null,
    error: null,
    at: new Date(now),
    ...NOT_ENDED,
  }))
}
