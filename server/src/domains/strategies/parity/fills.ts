/** Compares fills with those of the backtest's model of the market. */
import { formatUnits } from '@purser/contract/money.ts'
import { createExchange, SLIPPAGE_BPS } from '../backtest/exchange.ts'
import type { Order } from '../engine/types.ts'
import {
  isOfSources,
  type ReplayContext,
  type RecordedStep,
  type LiveOrder,
  POLL_MS,
  range,
} from './replay-context.ts'

const BPS = 10_000
/** For rounding, and for the effect of other recent trades on the price. */
const ALIKE_BPS = 1
/** More than any wallet holds: funds are not checked here. */
const PLENTY = 10n ** 30n

export type ModelFill = { received: bigint; tokens: number; quote: number; impactBps: number }

/** Fills this much of the input as the backtest would at these prices; null if it would not. */
export function model(
  context: ReplayContext,
  side: 'buy' | 'sell',
  spent: bigint,
  prices: { token: number; quote: number },
): ModelFill | null {
  const { plan, conditions } = context
  const { tokenDecimals, quoteDecimals, depthUsd } = conditions
  const decimals = side === 'buy' ? quoteDecimals : tokenDecimals
  const exchange = createExchange(plan, { ...conditions, purse: { token: PLENTY, quote: PLENTY } })
  const unit = side === 'buy' ? plan.quote : ('token' as const)
  const order: Order = { seq: 1, side, amount: { value: formatUnits(spent, decimals), unit } }
  const { event } = exchange.execute(order, 0, prices.token, prices.quote)
  if (event.type !== 'filled') return null
  const { purse } = exchange
  const usd = side === 'buy' ? Number(event.quote) * prices.quote : Number(event.tokens) * prices.token
  return {
    received: side === 'buy' ? purse.token - PLENTY : purse.quote - PLENTY,
    tokens: Number(event.tokens),
    quote: Number(event.quote),
    impactBps: (usd / depthUsd) * BPS,
  }
}

export type Compared = {
  /** The received amount beyond the model's, in basis points; null if the model would not have filled it. */
  bps: number | null
  modelText: bigint | null
  /** 'slippage': prices between decision and outcome explain it. */
  cause: 'slippage' | 'two_sources' | 'unexplained'
  /** The price moved no further than the model assumes for the delay. */
  alike: boolean
  detail: string
}

const one = (bps: number): string => `${bps >= 0 ? '+' : ''}${bps.toFixed(1)} bps`

/** `decided`: the step that placed the order. `answered`: when its outcome was known. */
export function compareFill(
  context: ReplayContext,
  live: LiveOrder,
  decided: RecordedStep,
  answered: number,
): Compared {
  const { token, quote, conditions } = context
  const from = decided.event.now - Math.max(decided.gapMs, POLL_MS)
  const at = decided.event.now
  const seen = { token: token.at(at), quote: quote.at(at) }
  const modelled = model(context, live.side, live.spent, seen)
  if (modelled === null || live.received === null || modelled.received === 0n)
    return {
      bps: null,
      modelText: null,
      cause: 'unexplained',
      alike: false,
      detail: 'The market model would not have filled it.',
    }
  const bps = (Number(live.received) / Number(modelled.received) - 1) * BPS
  // Without the model's slippage, at the best and the worst prices until the outcome.
  const [tokens, quotes] = [range(token, from, answered), range(quote, from, answered)]
  const isBuy = live.side === 'buy'
  const rate = (t: number, q: number) => (isBuy ? q / t : t / q)
  const usual = rate(seen.token, seen.quote)
  const best = rate(isBuy ? tokens.low : tokens.high, isBuy ? quotes.high : quotes.low) / usual
  const worst = rate(isBuy ? tokens.high : tokens.low, isBuy ? quotes.low : quotes.high) / usual
  const raw = (1 + bps / BPS) * (1 - Number(SLIPPAGE_BPS) / BPS)
  // The legs of an order move the price for each other; the model fills it as one trade.
  const legsBps = live.filled > 1 ? modelled.impactBps * 2 : 0
  const room = (ALIKE_BPS + legsBps) / BPS
  const beyond = Math.max(raw - best - room, worst - room - raw) * BPS
  const cause = beyond <= 0 ? 'slippage' : isOfSources(context, beyond) ? 'two_sources' : 'unexplained'
  const moved = (raw - 1) * BPS
  const seconds = ((answered - at) / 1000).toFixed(1)
  const parts = [
    `Both include a market fee of ${conditions.feeBps} bps and price impact of ${modelled.impactBps.toFixed(2)} bps`,
    `the model assumes ${SLIPPAGE_BPS} bps for the delay, and the price moved ${one(moved)} in the ${seconds} s it took`,
    `where the history shows ${one((worst - 1) * BPS)} to ${one((best - 1) * BPS)}`,
  ]
  const alike = cause === 'slippage' && Math.abs(moved) <= Number(SLIPPAGE_BPS) + ALIKE_BPS
  return { bps, modelText: modelled.received, cause, alike, detail: `${parts.join('; ')}.` }
}
