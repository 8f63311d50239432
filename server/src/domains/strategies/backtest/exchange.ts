/** Fills the orders of a backtest by the market's formula: its fee, price impact, a fixed slippage, chain fees. */
import { formatUnits, LAMPORTS_PER_SOL, parseUnits, parseUnitsDown } from '@purser/contract/money.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { PRICE_SCALE } from '../../../ports/market.ts'
import type { Order, StrategyEvent } from '../engine/types.ts'
import { percentOfUnits } from '../sizing/terms.ts'
import { exact } from './history.ts'

export type Conditions = {
  tokenDecimals: number
  quoteDecimals: number
  /** The market's fee on each order. */
  feeBps: number
  /** An order of this value would have a price impact of 100 %. */
  depthUsd: number
  /** The price of SOL, for the fees of the chain. */
  solUsd: number
  /** What a transaction pays for its execution on the market in use, in lamports. */
  networkFee: bigint
  /** What new token accounts hold, in lamports of all wallets; paid with the first purchase. */
  rent: bigint
  /** The number of wallets: each wallet's part is a transaction. */
  wallets: number
  /** The spendable funds of the wallets, in base units. */
  purse: { token: bigint; quote: bigint }
}

export const inUsd = (lamports: bigint, solUsd: number): number =>
  (Number(lamports) / Number(LAMPORTS_PER_SOL)) * solUsd

/** Lost between the decision and the fill. */
export const SLIPPAGE_BPS = 5n
const BPS = 10_000n
/** A larger part of the depth finds no counterparty. */
export const MOST_IMPACT_BPS = 2_000n
const SCALE = 18

/** `marketUsd`: the market's fee, slippage and price impact, which the amounts contain. */
export type Fill = { event: StrategyEvent; networkUsd: number; marketUsd: number }

type Engine = {
  purse: { token: bigint; quote: bigint }
  quoteOne: bigint
  quoteDecimals: number
  plan: Plan
  tokenOne: bigint
  tokenDecimals: number
  start: { token: bigint; quote: bigint }
  solUsd: number
  depth: bigint
  feeBps: number
  chainUsd: number
}

/** In base units of the input. */
function wanted(
  { purse, quoteOne, quoteDecimals, plan, tokenOne, tokenDecimals, start, solUsd }: Engine,
  { side, amount, upTo, atMost }: Order,
  price: bigint,
  quotePrice: bigint,
): bigint {
  const isBuy = side === 'buy'
  const [has, one, decimals, own, inPrice] = isBuy
    ? [purse.quote, quoteOne, quoteDecimals, plan.quote, quotePrice]
    : [purse.token, tokenOne, tokenDecimals, 'token', price]
  let units: bigint
  if (amount.unit === own) units = parseUnits(amount.value, decimals)
  else if (amount.unit === 'percent') {
    const part = percentOfUnits(amount.value, isBuy ? start.quote : start.token)
    units = part < has ? part : has
  } else {
    const unitPrice =
      amount.unit === 'token'
        ? price
        : amount.unit === plan.quote
          ? quotePrice
          : amount.unit === 'SOL'
            ? exact(solUsd)
            : PRICE_SCALE
    units = (parseUnitsDown(amount.value, SCALE) * unitPrice * one) / inPrice / 10n ** BigInt(SCALE)
  }
  if (upTo && has < units) units = has
  const most = atMost === undefined ? units : parseUnitsDown(atMost, decimals)
  return most < units ? most : units
}

function execute(engine: Engine, order: Order, now: number, usd: number, quoteUsd: number): Fill {
  const { purse, quoteOne, tokenOne, depth, feeBps, tokenDecimals, quoteDecimals, chainUsd } = engine
  const { seq, side } = order
  const failed = (reason: string, outOfFunds: boolean): Fill => ({
    event: {
      type: 'failed',
      now,
      seq,
      reason,
      fatal: !outOfFunds,
      ...(outOfFunds ? { outOfFunds } : {}),
    },
    networkUsd: 0,
    marketUsd: 0,
  })
  const isBuy = side === 'buy'
  const [price, quotePrice] = [exact(usd), exact(quoteUsd)]
  const input = wanted(engine, order, price, quotePrice)
  if (input === 0n || input > (isBuy ? purse.quote : purse.token))
    return failed('The wallets hold too little.', true)
  const value = isBuy ? (input * quotePrice) / quoteOne : (input * price) / tokenOne
  if (value * BPS > depth * MOST_IMPACT_BPS) return failed('It is too large for the market.', false)
  const [outPrice, outOne] = isBuy ? [price, tokenOne] : [quotePrice, quoteOne]
  const output =
    (value * (depth - value) * (BPS - BigInt(feeBps)) * (BPS - SLIPPAGE_BPS) * outOne) /
    (depth * BPS * BPS * outPrice)
  if (output === 0n) return failed('It is worth less than the smallest unit.', false)
  if (isBuy) {
    purse.quote -= input
    purse.token += output
  } else {
    purse.token -= input
    purse.quote += output
  }
  const tokens = formatUnits(isBuy ? output : input, tokenDecimals)
  const quote = formatUnits(isBuy ? input : output, quoteDecimals)
  const event: StrategyEvent = {
    type: 'filled',
    now,
    seq,
    spent: isBuy ? quote : tokens,
    received: isBuy ? tokens : quote,
    tokens,
    quote,
    usd: Number(quote) * quoteUsd,
    feesUsd: chainUsd,
  }
  const paid = (output * outPrice) / outOne
  return { event, networkUsd: chainUsd, marketUsd: Number(value - paid) / Number(PRICE_SCALE) }
}

const holdings = ({ purse }: Engine, usd: number, quoteUsd: number) => ({
  token: purse.token.toString(),
  quote: purse.quote.toString(),
  tokenPrice: exact(usd).toString(),
  quotePrice: exact(quoteUsd).toString(),
})

export function createExchange(plan: Plan, conditions: Conditions) {
  const { tokenDecimals, quoteDecimals, feeBps, solUsd, networkFee, wallets } = conditions
  const purse = { ...conditions.purse }
  const start = { ...purse }
  const depth = BigInt(Math.round(conditions.depthUsd)) * PRICE_SCALE
  const [tokenOne, quoteOne] = [10n ** BigInt(tokenDecimals), 10n ** BigInt(quoteDecimals)]
  const chainUsd = inUsd(networkFee, solUsd) * Math.max(1, wallets)
  const engine: Engine = {
    purse,
    quoteOne,
    quoteDecimals,
    plan,
    tokenOne,
    tokenDecimals,
    start,
    solUsd,
    depth,
    feeBps,
    chainUsd,
  }
  return {
    purse,
    execute: (order: Order, now: number, usd: number, quoteUsd: number) =>
      execute(engine, order, now, usd, quoteUsd),
    holdings: (usd: number, quoteUsd: number) => holdings(engine, usd, quoteUsd),
  }
}
