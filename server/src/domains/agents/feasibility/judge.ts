/** Whether a plan can be carried out now, on real data. What it means in words is in explanation/. */
import {
  type AmountProblem,
  type Infeasible,
  infeasibleText,
} from '@purser/contract/agents/infeasible-texts.ts'
import { figureWords, MoneyError } from '@purser/contract/money.ts'
import { typeFacts, type Plan, type PlanAmount, tradesHoldings } from '@purser/contract/strategies/plan.ts'
import type { PlanFigures } from '@purser/contract/agents/shown-plans.ts'
import { limits } from '@purser/contract/strategies/limits/index.ts'
import { amountLimitsIn, anyLimitWords, limitsIn } from '@purser/contract/strategies/limits/words.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Market, Quote } from '../../../ports/market.ts'
import type { TokenLookUp } from '../../../ports/token-search.ts'
import { type Asset, planFigures, type Sizing } from '../../strategies/index.ts'
import type { OwnedWallet } from '../../wallets/index.ts'
import { explain, limitWarning } from '../explanation/explain.ts'
import type { LimitCheck } from './limit-check.ts'
import { mintProblem } from '../interpretation/mint-check.ts'
import type { Part } from '../explanation/figures.ts'
import type { Holding } from '../explanation/holdings.ts'
import { computeShare } from '../explanation/share.ts'
import { computeCost, type MarketTerms } from './plan-cost.ts'
import { commitmentWarnings, type ReadCommitted } from './commitments.ts'
import { bpsWords } from '../words.ts'

const { MAX_IMPACT_BPS, getAmount, countFees, percentOfUnits, findProblem, spendingSide, splitByWeight } =
  planFigures

/** `tokens`: all that the wallets hold, for the share that a plan spends; without it the share is not stated. */
export type FeasibilityParts = {
  market: Market
  sizing: Sizing
  tokens?: () => Promise<Holding[]>
  /** null where the market is simulated. */
  lookUp: TokenLookUp | null
  /** Without it the limits of real money are not stated. */
  checkLimit?: LimitCheck
  /** Without it the funds that other strategies may spend are not stated. */
  readCommitted?: ReadCommitted
}
/** `figures`: the cost; null where it is unknown. */
export type Verdict = { explanation: string; figures: PlanFigures | null } & (
  | { feasible: true }
  | { feasible: false; why: Infeasible }
)

/** Without an amount of its own an order is tried with this part of what is held. */
const PROBE_PERCENT = 10

/** A problem of the plan that does not depend on the wallets; null: none. */
export async function planProblem(sizing: Sizing, plan: Plan): Promise<Infeasible | null> {
  const token = await sizing.readToken(plan)
  if (!token) return { code: 'unknown_token', mint: plan.token_address }
  if (plan.token_address === SOL_MINT && plan.quote === 'SOL') return { code: 'sol_against_sol' }
  return outOfRange(plan)
}

/** `feasible` with all that is stated about it, or the reason why not. */
export async function judge(parts: FeasibilityParts, plan: Plan, wallets: OwnedWallet[]): Promise<Verdict> {
  const { market, sizing, lookUp } = parts
  const no = (why: Infeasible, figures: PlanFigures | null = null): Verdict => ({
    feasible: false,
    explanation: infeasibleText({ goal: plan.goal, why }),
    why,
    figures,
  })
  if (wallets.length === 0) return no({ code: 'no_wallets' })
  const wrong = (await planProblem(sizing, plan)) ?? (await mintProblem(lookUp, plan))
  if (wrong) return no(wrong)
  const names = { count: wallets.length, only: wallets[0]?.name }
  const funds = await readFunds(sizing, plan, wallets)
  const { input, has, orders } = funds
  const cannotPay: Infeasible | null = funds.can.every((c) => c.feesMissing)
    ? { code: 'no_fees', wallets: names, fee: sizing.feeWords }
    : null
  const sizes = await sizeOrders(sizing, plan, funds)
  if ('code' in sizes) return no(cannotPay ?? sizes)
  const { stated, each, total } = sizes
  const trade: PlannedTrade = { plan, wallets, ...funds, ...sizes, parts: splitOrder(plan, each, funds.can) }
  const cost = () => costOfTrade(sizing, trade, total)
  if (cannotPay) return no(cannotPay, cost())
  if (stated > 0n && each === 0n)
    return no({ code: 'indivisible', amount: sizing.inWords(stated, input), orders })
  if (each === 0n || has < total) {
    const [needs, holds] = [sizing.inWords(total, input), sizing.inWords(has, input)]
    return no({ code: 'funds', needs, has: holds, orders, wallets: names }, cost())
  }
  const quote = await market.quote({
    inputMint: input.mint,
    outputMint: funds.output.mint,
    inAmount: each,
    slippageBps: plan.slippage_bps,
  })
  if ('unavailable' in quote) return no({ code: 'market', why: quote.unavailable }, cost())
  if (quote.priceImpactBps > MAX_IMPACT_BPS)
    return no(
      {
        code: 'price_impact',
        amount: sizing.inWords(each, input),
        impact: bpsWords(quote.priceImpactBps),
        most: bpsWords(MAX_IMPACT_BPS),
      },
      cost(),
    )
  return approve(parts, trade, quote)
}

/** Returns what the wallets can spend. `orders`: null where their number is open. */
type Funds = { input: Asset; output: Asset; can: Spendable; has: bigint; orders: number | null }
type Spendable = Awaited<ReturnType<Sizing['spendable']>>

async function readFunds(sizing: Sizing, plan: Plan, wallets: OwnedWallet[]): Promise<Funds> {
  const side = spendingSide(plan)
  const { input, output } = await sizing.sides(plan, side)
  const addresses = wallets.map((w) => w.address)
  const orders = countOrders(plan)
  const can = await sizing.spendable(addresses, input, output, { orders: countFees(plan, side, orders ?? 1) })
  const has = sum(can)
  if (!tradesHoldings(plan) || has > 0n) return { input, output, can, has, orders }
  // It can begin with either side: it sells what there is.
  const other = await sizing.spendable(addresses, output, input)
  return { input: output, output: input, can: other, has: sum(other), orders }
}

/** In base units of the input. `stated`: as the plan says it; `risk`: the most that its limits let it spend. */
type Sizes = { stated: bigint; each: bigint; total: bigint; risk: bigint | null }

async function sizeOrders(
  sizing: Sizing,
  plan: Plan,
  { input, has, orders }: Funds,
): Promise<Sizes | Infeasible> {
  const amount = getAmount(plan)
  const stated =
    amount === null ? percentOfUnits(PROBE_PERCENT, has) : await toUnits(sizing, plan, amount, input, has)
  if (typeof stated !== 'bigint') return { code: 'amount', of: 'order', why: stated }
  const risk = await riskUnits(sizing, plan, input, has)
  if (risk !== null && typeof risk !== 'bigint') return risk
  return { stated, risk, ...needs(plan, stated, orders, risk) }
}

type PlannedTrade = Funds & Sizes & { plan: Plan; wallets: OwnedWallet[]; parts: Part[] }

const costOfTrade = (
  sizing: Sizing,
  trade: PlannedTrade,
  all: bigint,
  quoted: MarketTerms | null = null,
): PlanFigures =>
  computeCost(sizing, {
    ...trade,
    all: trade.orders === null ? trade.risk : all,
    wallets: trade.parts.length || trade.wallets.length,
    quoted,
  })

async function approve(
  { market, sizing, tokens, checkLimit, readCommitted }: FeasibilityParts,
  trade: PlannedTrade,
  quote: Quote,
): Promise<Verdict> {
  const { plan, wallets, input, output, has, orders, each, total, risk, parts } = trade
  const addresses = wallets.map((w) => w.address)
  const isOpen = orders === null
  const most = risk !== null && risk < has ? risk : has
  const all = isOpen ? most : min(most, each * BigInt(countTimes(plan, orders)))
  const spends = isDivided(plan) ? total : all
  const spending = { plan, addresses, input, output, spends, has, isOpen }
  const share = tokens ? await computeShare({ market, sizing, tokens }, spending) : null
  const side = input.mint === plan.token_address ? ('sell' as const) : ('buy' as const)
  const minOut = quote.minOutAmount
  const limit = (await checkLimit?.({ plan, side, input, output, each, orders, minOut })) ?? null
  const trading = parts.length > 0 ? parts.map(({ address }) => address) : addresses
  const accounts = await sizing.newAccounts(trading, output)
  const committed = await readCommitted?.(addresses, input.mint)
  const warnings = [
    ...(limit ? [limitWarning(limit)] : []),
    ...(committed ? commitmentWarnings(sizing, committed, { spends, has, input }) : []),
  ]
  const figures = costOfTrade(sizing, trade, spends, { quote, accounts })
  return {
    feasible: true,
    figures: { ...figures, ...(warnings.length > 0 ? { warnings } : {}) },
    explanation: explain(sizing, {
      ...trade,
      total: isOpen ? most : total,
      share,
      quote,
      accounts,
      figures,
      limit,
    }),
  }
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b)
const isDivided = (plan: Plan): boolean => typeFacts(plan).divides === true
const countTimes = (plan: Plan, orders: number | null): number =>
  typeFacts(plan).repeats ? (orders ?? 1) : 1

/** Each wallet's part of one order, as the runner divides it. */
function splitOrder(plan: Plan, each: bigint, can: Part[]): Part[] {
  const amount = getAmount(plan)
  if (amount?.unit !== 'percent' || isDivided(plan)) return splitByWeight(each, can) ?? []
  const parts = can.map(({ address, amount: has }) => ({
    address,
    amount: percentOfUnits(amount.value, has),
  }))
  const sum = parts.reduce((all, part) => all + part.amount, 0n)
  return (sum > each ? (splitByWeight(each, parts) ?? parts) : parts).filter((part) => part.amount > 0n)
}

const sum = (list: { amount: bigint }[]) => list.reduce((all, one) => all + one.amount, 0n)

/** Orders before anything is sold again; null where that is open. */
function countOrders(plan: Plan): number | null {
  const { ordersAhead } = typeFacts(plan)
  return ordersAhead === undefined ? 1 : ordersAhead(plan)
}

/** One order, and all that must be available, in base units of what is spent. */
function needs(plan: Plan, stated: bigint, orders: number | null, maxSpend: bigint | null) {
  const times = BigInt(orders ?? 1)
  const amount = getAmount(plan)
  const each = isDivided(plan) ? stated / times : stated
  const all = isDivided(plan) || amount?.unit === 'percent' ? stated : stated * times
  const most = (units: bigint) => (maxSpend !== null && maxSpend < units ? maxSpend : units)
  return { each: most(each), total: amount === null ? 0n : most(all) }
}

/** A problem of the plan's own fields; null: none. */
function outOfRange(plan: Plan): Infeasible | null {
  const problem = findProblem(plan)
  if (problem) return problem
  const isOfBuys = limitsIn(plan.risk).some(([field]) => anyLimitWords[field].ofBuys !== undefined)
  return plan.trade_direction === 'sell' && isOfBuys ? { code: 'limits_need_buys' } : null
}

/** All that may be spent, in base units, null without a limit; or why a limit cannot be used. */
async function riskUnits(
  sizing: Sizing,
  plan: Plan,
  input: Asset,
  has: bigint,
): Promise<bigint | null | Infeasible> {
  let most: bigint | null = null
  for (const [field, amount] of amountLimitsIn(plan.risk)) {
    const units = await toUnits(sizing, plan, amount, input, has)
    if (typeof units !== 'bigint') return { code: 'amount', of: field, why: units }
    if (limits[field].does === 'caps') most = most === null ? units : min(most, units)
  }
  return most
}

/** The amount in base units of what is spent, or what is wrong with it. */
async function toUnits(
  sizing: Sizing,
  plan: Plan,
  amount: PlanAmount,
  input: Asset,
  has: bigint,
): Promise<bigint | AmountProblem> {
  if (amount.unit === 'percent') {
    if (Number(amount.value) > 100) return { code: 'over_100_percent' }
    return percentOfUnits(amount.value, has)
  }
  try {
    const units = await sizing.inInput(plan, amount, input)
    return units > 0n
      ? units
      : { code: 'too_small', amount: `${figureWords(amount.value)} ${amount.unit}`, symbol: input.symbol }
  } catch (error) {
    if (error instanceof MoneyError)
      return { code: 'digits', amount: `${figureWords(amount.value)} ${input.symbol}`, detail: error.message }
    throw error
  }
}
