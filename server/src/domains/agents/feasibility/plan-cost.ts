/**
 * The highest cost of a plan: the figures that its card shows. Exact where the plan says it, null where nothing bounds
 * it.
 */
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { typeFacts, type Plan, tradesHoldings } from '@purser/contract/strategies/plan.ts'
import type { CurrencyAmount, TradingCosts } from '@purser/contract/strategies/costs.ts'
import type { LossBound, PlanFigures } from '@purser/contract/agents/shown-plans.ts'
import type { Quote } from '../../../ports/market.ts'
import { type Asset, planFigures, type Sizing } from '../../strategies/index.ts'

const { countFees, marketCost, percentOfUnits, quoteAsset, spendingSide, toTradingCosts } = planFigures

/** The quote for one order; `accounts` that its wallets have to open, each with `rent` lamports. */
export type MarketTerms = { quote: Quote; accounts: { count: number; rent: bigint } }

type Cost = {
  plan: Plan
  input: Asset
  output: Asset
  /** One order, and all of them, in base units of the input; `all` is null where that is open. */
  each: bigint
  all: bigint | null
  orders: number | null
  /** Wallets that take part in an order. */
  wallets: number
  /** null where the market was not asked. */
  quoted: MarketTerms | null
}

const figure = (units: bigint, { decimals, symbol }: Pick<Asset, 'decimals' | 'symbol'>): CurrencyAmount => ({
  value: toJsonAmount(units, decimals),
  unit: symbol,
})

/** It buys again what it has sold: what it spends over time has no end. */
const goesOn = (plan: Plan): boolean => typeFacts(plan).goesOn === true

export function computeCost(sizing: Pick<Sizing, 'fee'>, cost: Cost): PlanFigures {
  const { plan, input, each, all, orders, wallets } = cost
  const known = orders !== null && !goesOn(plan)
  // A grid sells each purchase by itself; other plans sell all at once.
  const signed =
    typeFacts(plan).sellsEach && orders !== null
      ? 2n * BigInt(orders)
      : countFees(plan, spendingSide(plan), orders ?? 1)
  const fees = sizing.fee * signed * BigInt(Math.max(1, wallets))
  return {
    spends: all === null || goesOn(plan) ? null : figure(all, input),
    each: tradesHoldings(plan) ? null : figure(each, input),
    orders: known ? orders : null,
    fees: figure(fees, { decimals: SOL_DECIMALS, symbol: 'SOL' }),
    // A rebalance trades by the holdings of the moment: its costs are not known beforehand.
    ...(cost.quoted && !tradesHoldings(plan)
      ? {
          costs: estimateCosts(cost, cost.quoted, fees),
          costs_cover: known ? 'all' : roundTrips(plan) ? 'round_trip' : 'order',
        }
      : {}),
    worst: plan.trade_direction === 'sell' ? worstSale(cost) : worstPurchase(cost),
  }
}

/** Whether the plan sells again what it buys. */
const roundTrips = (plan: Plan): boolean => spendingSide(plan) === 'buy' && countFees(plan, 'buy') > 1n

/** Estimates a later sale to cost as much as its purchase. */
function estimateCosts(cost: Cost, { quote, accounts }: MarketTerms, network: bigint): TradingCosts {
  const { plan, input, output, each, all } = cost
  const isSale = input.mint === plan.token_address
  const [token, inQuote] = isSale ? [input, output] : [output, input]
  const { inAmount, outAmount, inPriceUsd, outPriceUsd } = quote
  const ofOne = marketCost(
    {
      side: isSale ? 'sell' : 'buy',
      status: 'filled',
      spent: inAmount,
      outAmount,
      tokenPrice: isSale ? inPriceUsd : outPriceUsd,
      quotePrice: isSale ? outPriceUsd : inPriceUsd,
    },
    { token: token.decimals, quote: inQuote.decimals },
  )
  const spent = cost.orders === null || all === null || goesOn(plan) ? each : all
  const times = !isSale && roundTrips(plan) ? 2n : 1n
  return toTradingCosts({
    network,
    rent: BigInt(accounts.count) * accounts.rent,
    market: ofOne === null || each === 0n ? null : (ofOne * spent * times) / each,
    quote: quoteAsset(plan),
  })
}

type Bound = { percent: string | number; by: LossBound }

/** The limits that end the plan at a loss of so many percent of what it put in. */
function collectBounds(plan: Plan): Bound[] {
  const bounds: Bound[] = []
  const add = (percent: string | number | undefined, by: LossBound) =>
    percent === undefined ? undefined : bounds.push({ percent, by })
  // A stop loss bounds one position; what is bought again may lose again.
  if (!goesOn(plan)) add(plan.risk?.stop_loss_percent, 'stop_loss')
  if ('stop_loss_percent' in plan) add(plan.stop_loss_percent, 'stop_loss')
  if ('trailing_stop_percent' in plan) add(plan.trailing_stop_percent, 'trailing_stop')
  add(plan.risk?.max_drawdown_percent, 'max_drawdown')
  return bounds
}

const smallest = (bounds: Bound[]): Bound | undefined =>
  bounds.toSorted((a, b) => Number(a.percent) - Number(b.percent))[0]

function worstPurchase({ plan, input, each, all }: Cost): PlanFigures['worst'] {
  const bound = smallest(collectBounds(plan))
  // A drawdown is measured by what one trade commits where trades follow each other.
  const stake = goesOn(plan) ? each : all
  if (stake === null || (tradesHoldings(plan) && bound !== undefined)) return null
  if (bound) return { ...figure(percentOfUnits(bound.percent, stake), input), by: bound.by }
  return goesOn(plan) ? null : { ...figure(stake, input), by: 'all' }
}

/** The worst result of a sale: less of the quote token than the market quotes now. A later sale may bring any price. */
function worstSale({ plan, output, each, all, quoted }: Cost): PlanFigures['worst'] {
  if (all === null || quoted === null || each === 0n) return null
  const { orders, guards, repeats, divides } = typeFacts(plan)
  const isNow = orders(plan) === 1 && !guards && !repeats && !divides
  const slippage: Bound[] = isNow ? [{ percent: plan.slippage_bps / 100, by: 'slippage' }] : []
  const bound = smallest([...collectBounds(plan), ...slippage])
  if (!bound) return null
  return {
    ...figure(percentOfUnits(bound.percent, (quoted.quote.outAmount * all) / each), output),
    by: bound.by,
  }
}
