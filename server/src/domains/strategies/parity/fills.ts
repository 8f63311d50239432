/** What the model of the backtest gives for an order, beside what the chain says was received. */
import { formatUnits } from '@purser/contract/money.ts'
import { createExchange, SLIPPAGE_BPS } from '../backtest/exchange.ts'
import type { Order } from '../steps/types.ts'
import { type Ground, type Kept, type LiveOrder, LOOK_MS, range } from './ground.ts'

const BPS = 10_000
/** For rounding, and for what other trades just did to the price. */
const ALIKE_BPS = 1
/** More than any wallet holds: whether it could be paid is not asked here. */
const PLENTY = 10n ** 30n

export type Modelled = { received: bigint; tokens: number; quote: number; impactBps: number }

/** This much of the input, filled as the backtest would at these prices; null where it would not fill it. */
export function model(
  ground: Ground,
  side: 'buy' | 'sell',
  spent: bigint,
  prices: { token: number; quote: number },
): Modelled | null {
  const { plan, conditions } = ground
  const { tokenDecimals, quoteDecimals, depthUsd } = conditions
  const decimals = side === 'buy' ? quoteDecimals : tokenDecimals
  const exchange = createExchange(plan, { ...conditions, purse: { token: PLENTY, quote: PLENTY } })
  const unit = side === 'buy' ? plan.quote : ('token' as const)
  const order: Order = { seq: 1, side, amount: { value: formatUnits(spent, decimals), unit } }
  const { event } = exchange.carry(order, 0, prices.token, prices.quote)
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
  /** How much more the chain gave, in basis points of the model; null where the model would not have filled it. */
  bps: number | null
  modelled: bigint | null
  /** Whether the prices between the decision and the answer account for it. */
  explained: boolean
  /** The price moved no further than the model allows for the delay. */
  alike: boolean
  detail: string
}

const one = (bps: number): string => `${bps >= 0 ? '+' : ''}${bps.toFixed(1)} bps`

/** `decided` is the step that gave the order out, `answered` when its answer was known. */
export function compareFill(ground: Ground, live: LiveOrder, decided: Kept, answered: number): Compared {
  const { token, quote, conditions } = ground
  const from = decided.event.now - Math.max(decided.gapMs, LOOK_MS)
  const at = decided.event.now
  const seen = { token: token.at(at), quote: quote.at(at) }
  const modelled = model(ground, live.side, live.spent, seen)
  if (modelled === null || live.received === null || modelled.received === 0n)
    return {
      bps: null,
      modelled: null,
      explained: false,
      alike: false,
      detail: 'The model of the market would not have filled it.',
    }
  const bps = (Number(live.received) / Number(modelled.received) - 1) * BPS
  // Without the slippage of the model, at the best and the worst that both prices were until the answer.
  const [tokens, quotes] = [range(token, from, answered), range(quote, from, answered)]
  const isBuy = live.side === 'buy'
  const rate = (t: number, q: number) => (isBuy ? q / t : t / q)
  const usual = rate(seen.token, seen.quote)
  const best = rate(isBuy ? tokens.low : tokens.high, isBuy ? quotes.high : quotes.low) / usual
  const worst = rate(isBuy ? tokens.high : tokens.low, isBuy ? quotes.low : quotes.high) / usual
  const raw = (1 + bps / BPS) * (1 - Number(SLIPPAGE_BPS) / BPS)
  // The legs of one order move the price for each other, which the model takes as one trade.
  const legsBps = live.filled > 1 ? modelled.impactBps * 2 : 0
  const room = (ALIKE_BPS + legsBps) / BPS
  const explained = raw <= best + room && raw >= worst - room
  const moved = (raw - 1) * BPS
  const seconds = ((answered - at) / 1000).toFixed(1)
  const parts = [
    `Market fee ${conditions.feeBps} bps and price impact ${modelled.impactBps.toFixed(2)} bps are in both`,
    `the model takes ${SLIPPAGE_BPS} bps for the delay, the price moved ${one(moved)} in its ${seconds} s`,
    `where the history has ${one((worst - 1) * BPS)} to ${one((best - 1) * BPS)}`,
  ]
  const alike = explained && Math.abs(moved) <= Number(SLIPPAGE_BPS) + ALIKE_BPS
  return { bps, modelled: modelled.received, explained, alike, detail: `${parts.join('; ')}.` }
}
