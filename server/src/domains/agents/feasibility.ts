/** Whether a plan can be carried out now, on real data; what it means in plain words stands in explain.ts. */
import { formatUnits, MoneyError, SOL_DECIMALS } from '@purser/contract/money.ts'
import { dcaOrders, type Plan, type PlanAmount } from '@purser/contract/plan.ts'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import type { Market } from '../../ports/market.ts'
import { type Asset, planFigures, type Sizing } from '../strategies/index.ts'
import type { OwnedWallet } from '../wallets/index.ts'
import { explain } from './explain.ts'
import { bpsWords } from './words.ts'

const { amountOf, feesOf, gridLines, percentOfUnits, spendingSide, swapFee, twapOrders } = planFigures

export type FeasibilityParts = { market: Market; sizing: Sizing }
export type Verdict = { feasible: boolean; explanation: string }

/** Beyond this the market is too thin for the order, whatever slippage the user allows. */
const MAX_IMPACT_BPS = 1_000
/** Without an amount of its own an order is tried with this part of what is held. */
const PROBE_PERCENT = 10

export async function judge(
  { market, sizing }: FeasibilityParts,
  plan: Plan,
  wallets: OwnedWallet[],
): Promise<Verdict> {
  const no = (reason: string): Verdict => ({
    feasible: false,
    explanation: `${plan.goal} This cannot be done now: ${reason}`,
  })
  if (wallets.length === 0)
    return no('No wallets found. Please create a wallet first by going to the Wallet Groups page.')
  const token = await sizing.asset(plan.token_address)
  if (!token) return no(`no token with the address ${plan.token_address} exists on this network.`)
  if (plan.token_address === SOL_MINT && plan.quote === 'SOL')
    return no('SOL cannot be traded against SOL. Which token should be traded?')
  const wrong = outOfRange(plan)
  if (wrong) return no(wrong)

  const side = spendingSide(plan)
  let { input, output } = await sizing.sides(plan, side)
  const addresses = wallets.map((w) => w.address)
  const orders = ordersOf(plan)
  let can = await sizing.spendable(addresses, input, output, feesOf(plan, side, orders ?? 1))
  let has = sum(can)
  if (plan.strategy_type === 'rebalance' && has === 0n) {
    // Either side will do: what is there is what is sold first.
    ;[input, output] = [output, input]
    can = await sizing.spendable(addresses, input, output)
    has = sum(can)
  }
  if (can.every((c) => c.feesMissing))
    return no(
      `the ${walletsWords(wallets)} ${wallets.length === 1 ? 'holds' : 'hold'} too little SOL for the fees of ${formatUnits(swapFee, SOL_DECIMALS)} SOL an order. ${topUp}`,
    )
  const amount = amountOf(plan)
  const stated =
    amount === null ? percentOfUnits(PROBE_PERCENT, has) : await unitsOf(sizing, plan, amount, input, has)
  if (typeof stated === 'string') return no(stated)
  const risk = await riskUnits(sizing, plan, input, has)
  if (typeof risk === 'string') return no(risk)
  const { each, total } = needs(plan, stated, orders, risk)
  if (stated > 0n && each === 0n)
    return no(`${sizing.inWords(stated, input)} cannot be divided into ${orders} orders.`)
  if (each === 0n || has < total)
    return no(
      `it takes ${sizing.inWords(total, input)}${orders !== null && orders > 1 ? ` for ${orders} orders` : ''}, and the ${walletsWords(wallets)} can spend ${sizing.inWords(has, input)} after fees. ${topUp}`,
    )
  const quote = await market.quote({
    inputMint: input.mint,
    outputMint: output.mint,
    inAmount: each,
    slippageBps: plan.slippage_bps,
  })
  if ('unavailable' in quote) return no(quote.reason)
  if (quote.priceImpactBps > MAX_IMPACT_BPS)
    return no(
      `an order of ${sizing.inWords(each, input)} would move the price by ${bpsWords(quote.priceImpactBps)}; at most ${bpsWords(MAX_IMPACT_BPS)} is accepted. Use a smaller amount.`,
    )
  return {
    feasible: true,
    explanation: explain(sizing, { plan, wallets, input, output, each, total, orders, has, quote }),
  }
}

const topUp = 'Add funds or use a smaller amount.'
const walletsWords = (wallets: OwnedWallet[]) =>
  wallets.length === 1 ? `wallet ${wallets[0]?.name}` : `${wallets.length} wallets`
const sum = (list: { amount: bigint }[]) => list.reduce((all, one) => all + one.amount, 0n)

/** Orders that there may be before anything is sold again; null where that is open. */
function ordersOf(plan: Plan): number | null {
  switch (plan.strategy_type) {
    case 'dca':
      return dcaOrders(plan)
    case 'twap':
      return twapOrders(plan)
    case 'grid':
      return plan.grid_levels - 1
    case 'swap':
    case 'limit':
    case 'bracket':
    case 'rsi':
    case 'ma_cross':
    case 'rebalance':
      return 1
  }
}

/** One order and all that must be there, in base units of what is spent. */
function needs(plan: Plan, stated: bigint, orders: number | null, maxSpend: bigint | null) {
  const isDivided = plan.strategy_type === 'twap' || plan.strategy_type === 'grid'
  const times = BigInt(orders ?? 1)
  const amount = amountOf(plan)
  const each = isDivided ? stated / times : stated
  const all = isDivided || amount?.unit === 'percent' ? stated : stated * times
  const most = (units: bigint) => (maxSpend !== null && maxSpend < units ? maxSpend : units)
  return { each: most(each), total: amount === null ? 0n : most(all) }
}

/** What no market can change about the plan. */
function outOfRange(plan: Plan): string | null {
  if (plan.strategy_type === 'dca') {
    const { min_price_usd: min, max_price_usd: max } = plan
    if (min !== undefined && max !== undefined && Number(min) >= Number(max))
      return 'the lowest price is not below the highest price.'
  }
  if (plan.strategy_type === 'grid') {
    const [first = 0, second = 0] = gridLines(plan)
    if (!(second > first)) return 'the lines of the grid are too close to each other.'
  }
  const { max_drawdown_percent: drawdown, daily_loss_limit: loss } = plan.risk ?? {}
  if (plan.trade_direction === 'sell' && (drawdown !== undefined || loss !== undefined))
    return 'a drawdown or a daily loss is measured on tokens that the strategy bought, and this plan only sells. Use a stop loss, which is measured from the price at the start.'
  return null
}

/** The limits in base units of what is spent: all that may be spent, null without one; or why a limit cannot be used. */
async function riskUnits(
  sizing: Sizing,
  plan: Plan,
  input: Asset,
  has: bigint,
): Promise<bigint | null | string> {
  const { max_spend: most, daily_loss_limit: loss } = plan.risk ?? {}
  const lossUnits = loss === undefined ? null : await unitsOf(sizing, plan, loss, input, has)
  if (typeof lossUnits === 'string') return `the daily loss limit is not usable: ${lossUnits}`
  const units = most === undefined ? null : await unitsOf(sizing, plan, most, input, has)
  return typeof units === 'string' ? `the limit of what may be spent is not usable: ${units}` : units
}

/** An amount in base units of what is spent, or why there is none. */
async function unitsOf(
  sizing: Sizing,
  plan: Plan,
  amount: PlanAmount,
  input: Asset,
  has: bigint,
): Promise<bigint | string> {
  if (amount.unit === 'percent') {
    if (Number(amount.value) > 100) return 'more than 100 % cannot be spent.'
    return percentOfUnits(amount.value, has)
  }
  try {
    const units = await sizing.inInput(plan, amount, input)
    return units > 0n
      ? units
      : `${amount.value} ${amount.unit} is less than the smallest unit of ${input.symbol}.`
  } catch (error) {
    if (error instanceof MoneyError) return `the amount ${amount.value} ${input.symbol} ${error.message}.`
    throw error
  }
}
