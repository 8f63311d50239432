/** An order over the wallets of its strategy, before anything is sent. */
import { formatUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { type Sizing, SWAP_FEE } from './sizing.ts'
import type { Order, StrategyEvent } from './step.ts'
import type { OrderRow, StrategyRow } from './strategies.store.ts'

const NOT_ENDED = {
  spent: null,
  fee: null,
  profit: null,
  tokenPrice: null,
  quotePrice: null,
  endedAt: null,
}

/** The legs, or what the strategy is told when it cannot be placed. Throws while the chain is away. */
export async function placeOrder(
  sizing: Sizing,
  row: StrategyRow,
  order: Order,
  now: number,
): Promise<OrderRow[] | StrategyEvent> {
  const { input, output } = await sizing.sides(row.plan, order.side)
  const sized = await sizing.size(row.plan, order, row.walletAddresses, row.base)
  if ('refused' in sized) return { type: 'failed', now, seq: order.seq, reason: sized.refused, fatal: true }
  if ('short' in sized) {
    const reason = sized.short.feesMissing
      ? `The wallets hold too little SOL for the fees of ${formatUnits(SWAP_FEE, SOL_DECIMALS)} SOL an order.`
      : `The wallets can spend ${sizing.inWords(sized.short.has, input)}, the order takes ${sizing.inWords(sized.short.needs, input)}.`
    return { type: 'failed', now, seq: order.seq, reason, fatal: false, outOfFunds: true }
  }
  return sized.legs.map(({ address, amount }) => ({
    strategyId: row.id,
    run: row.run,
    seq: order.seq,
    walletAddress: address,
    side: order.side,
    inputMint: input.mint,
    outputMint: output.mint,
    inAmount: amount,
    status: 'placed' as const,
    outAmount: null,
    error: null,
    at: new Date(now),
    ...NOT_ENDED,
  }))
}
