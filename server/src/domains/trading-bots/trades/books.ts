/** The effects of a trade's outcome on its row, and on the figures of its bot and wallet. Pure. */
import { readTradeResult } from '../../market/index.ts'
import type { Operation } from '../../transfers/index.ts'
import type { TradeRow } from '../rows.ts'

export type Books = Pick<TradeRow, 'status' | 'spent' | 'received' | 'fee' | 'rent' | 'error'>
/**
 * Signed. `token` and `currency` in base units, without fees; `fees` in lamports, including rent; `volumeUsd` in 1e-6
 * USD.
 */
export type Sums = {
  trades: number
  buys: number
  whaleTrades: number
  failed: number
  volumeUsd: bigint
  fees: bigint
  token: bigint
  currency: bigint
}

const FAILED = 'The transaction failed.'

/** The books of an ended operation. */
export function toBooks({ status, error, result }: Pick<Operation, 'status' | 'error' | 'result'>): Books {
  if (status === 'completed') {
    const traded = readTradeResult({ result })
    return {
      status: 'filled',
      spent: BigInt(traded?.inAmount ?? 0),
      received: BigInt(traded?.outAmount ?? 0),
      fee: BigInt(traded?.fee ?? feeIn(result)),
      rent: BigInt(traded?.rent ?? 0),
      error: null,
    }
  }
  return {
    status: 'failed',
    spent: null,
    received: null,
    fee: feeIn(result),
    rent: null,
    error: error ?? FAILED,
  }
}

/** A transaction that failed on the chain has paid its fee; nothing else is known of it. */
const feeIn = (result: unknown): bigint => {
  const { fee } = (result ?? {}) as { fee?: unknown }
  return typeof fee === 'string' && /^\d{1,20}$/.test(fee) ? BigInt(fee) : 0n
}

export const isBookedSo = (trade: TradeRow, is: Books): boolean =>
  trade.status === is.status &&
  trade.spent === is.spent &&
  trade.received === is.received &&
  (trade.fee ?? 0n) === (is.fee ?? 0n) &&
  (trade.rent ?? 0n) === (is.rent ?? 0n)

function toSums(trade: TradeRow, { status, spent, received, fee, rent }: Books): Sums {
  const filled = status === 'filled' ? 1 : 0
  const isBuy = trade.side === 'buy'
  const [gone, came] = [spent ?? 0n, received ?? 0n]
  return {
    trades: filled,
    buys: isBuy ? filled : 0,
    whaleTrades: trade.class === 'whale' ? filled : 0,
    failed: status === 'failed' ? 1 : 0,
    volumeUsd: filled ? trade.valueUsd : 0n,
    fees: (fee ?? 0n) + (rent ?? 0n),
    token: isBuy ? came : -gone,
    currency: isBuy ? -gone : came,
  }
}

/** The correction of the figures if a booked trade turns out otherwise. */
export function computeChange(trade: TradeRow, is: Books): Sums {
  const [before, after] = [toSums(trade, trade), toSums(trade, is)]
  return {
    trades: after.trades - before.trades,
    buys: after.buys - before.buys,
    whaleTrades: after.whaleTrades - before.whaleTrades,
    failed: after.failed - before.failed,
    volumeUsd: after.volumeUsd - before.volumeUsd,
    fees: after.fees - before.fees,
    token: after.token - before.token,
    currency: after.currency - before.currency,
  }
}
