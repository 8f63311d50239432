/** The books of a replay: what it holds, what it cost, and what was traded. */
import { MOST_IMPACT_BPS, SLIPPAGE_BPS } from '../../backtest/exchange.ts'
import type { Friction, Ground, Spec } from './spec.ts'

/** Orders in their sequence, each in candle `at`: tokens and USD with their signs, and what they took. */
export type Fills = {
  at: number[]
  tokens: number[]
  quote: number[]
  usd: number[]
  /** Network fee, and the rent with the first purchase: beside the amounts. */
  extraUsd: number[]
  /** Market fee, slippage and price impact: within the amounts. */
  marketUsd: number[]
  /** Sales of what was bought. */
  sales: number
}

export const createFills = (): Fills => ({
  at: [],
  tokens: [],
  quote: [],
  usd: [],
  extraUsd: [],
  marketUsd: [],
  sales: 0,
})

/** One run from its start. Times are milliseconds since 1970, amounts whole units. */
export class Account {
  readonly spec: Spec
  readonly ground: Ground
  readonly fills: Fills
  /** The tick: its candle, time and price. */
  at = 0
  now = 0
  price = 0
  purseToken: number
  purseQuote: number
  held = 0
  cost = 0
  costUsd = 0
  realised = 0
  realisedUsd = 0
  spent = 0
  orders = 0
  stakeUsd = 0
  peakUsd = 0
  day = 0
  dayUsd = 0
  /** No order begins before. */
  holdUntil = 0
  startedAt = 0
  endsAt = Number.POSITIVE_INFINITY
  guarding = false
  isOver = false
  /** It cannot go on: an order found no counterparty. */
  hasFailed = false

  constructor(spec: Spec, ground: Ground, fills: Fills) {
    this.spec = spec
    this.ground = ground
    this.fills = fills
    this.purseToken = spec.purse.token
    this.purseQuote = spec.purse.quote
  }
}

const AFTER_SLIPPAGE = 1 - Number(SLIPPAGE_BPS) / 10_000
const MOST_IMPACT = Number(MOST_IMPACT_BPS) / 10_000
/** A smaller part is rounding. */
export const DUST = 1e-9

/** The worth in USD of what an order of this worth brings; NaN: it is too large for the market. */
export function toWorth(valueUsd: number, { feeBps, depthUsd }: Friction): number {
  if (valueUsd > depthUsd * MOST_IMPACT) return Number.NaN
  return valueUsd * (1 - valueUsd / depthUsd) * (1 - feeBps / 10_000) * AFTER_SLIPPAGE
}

function fail(account: Account): false {
  account.hasFailed = true
  account.isOver = true
  return false
}

export const quoteUsdAt = ({ ground, at }: Account): number => ground.quoteUsd[at]!

function record(account: Account, tokens: number, quote: number, marketUsd: number): void {
  const { fills, spec, at } = account
  const isFirst = tokens > 0 && !fills.tokens.some((one) => one > 0)
  fills.at.push(at)
  fills.tokens.push(tokens)
  fills.quote.push(quote)
  fills.usd.push(quote * quoteUsdAt(account))
  fills.extraUsd.push(spec.friction.networkUsd + (isFirst ? spec.friction.rentUsd : 0))
  fills.marketUsd.push(marketUsd)
}

/** Spends this much of the quote. False: the order fails, and with it the run. */
export function buy(account: Account, quote: number): boolean {
  const { spec, price } = account
  const quoteUsd = quoteUsdAt(account)
  if (!(quote > 0) || quote > account.purseQuote) return fail(account)
  const value = quote * quoteUsd
  const worth = toWorth(value, spec.friction)
  if (!(worth > 0)) return fail(account)
  const tokens = worth / price
  account.purseQuote -= quote
  account.purseToken += tokens
  account.held += tokens
  account.cost += quote
  account.costUsd += value
  account.realisedUsd -= spec.friction.networkUsd
  account.spent += quote
  account.orders++
  if (account.costUsd > account.stakeUsd) account.stakeUsd = account.costUsd
  record(account, tokens, -quote, value - worth)
  return true
}

/** Sells these tokens, which cost `cost` of the quote; by default their share of the average. */
export function sell(account: Account, tokens: number, cost?: number): boolean {
  const { spec, price } = account
  const quoteUsd = quoteUsdAt(account)
  if (!(tokens > 0)) return fail(account)
  const value = tokens * price
  const worth = toWorth(value, spec.friction)
  if (!(worth > 0)) return fail(account)
  const quote = worth / quoteUsd
  account.purseToken -= tokens
  account.purseQuote += quote
  account.orders++
  account.realisedUsd -= spec.friction.networkUsd
  const own = Math.min(tokens, account.held)
  if (own > 0) {
    const isAll = account.held - own <= own * DUST
    const part = isAll ? account.cost : Math.min(account.cost, cost ?? (account.cost * own) / account.held)
    const partUsd = isAll || account.cost === 0 ? account.costUsd : (account.costUsd * part) / account.cost
    const share = own / tokens
    const profit = quote * share - part
    account.held = isAll ? 0 : account.held - own
    account.cost = isAll ? 0 : account.cost - part
    account.costUsd = isAll ? 0 : account.costUsd - partUsd
    account.realised += profit
    account.realisedUsd += worth * share - partUsd
    account.fills.sales++
    const { cooldown_seconds: cooldown } = spec.plan.risk ?? {}
    if (cooldown !== undefined && profit < 0)
      account.holdUntil = Math.max(account.holdUntil, account.now + cooldown * 1000)
  }
  record(account, -tokens, quote, value - worth)
  return true
}

/** The orders of its own rules are done: its limits may go on watching. */
export function complete(account: Account): void {
  const { spec, now, endsAt, held } = account
  if (spec.isGuarded && held > 0 && now < endsAt) account.guarding = true
  else account.isOver = true
}
