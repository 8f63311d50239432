/** Whether a plan can be carried out now, on real data, and what it means in plain words with its figures. */
import { formatUnits, MoneyError, parseUnitsDown } from '@purser/contract/money.ts'
import { type Plan, type PlanAmount, dcaOrders } from '@purser/contract/plan.ts'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import type { Market, Quote } from '../../ports/market.ts'
import type { Asset, Sizing } from '../strategies/index.ts'
import { SWAP_FEE } from '../strategies/index.ts'
import type { OwnedWallet } from '../wallets/index.ts'
import { bpsWords, durationWords, rateWords } from './words.ts'

export type FeasibilityParts = { market: Market; sizing: Sizing }
export type Verdict = { feasible: boolean; explanation: string }

/** Beyond this the market is too thin for the order, whatever slippage the user allows. */
const MAX_IMPACT_BPS = 1_000
const PERCENT_DECIMALS = 6

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
  if (
    plan.strategy_type === 'dca' &&
    plan.min_price_usd !== undefined &&
    plan.max_price_usd !== undefined &&
    Number(plan.min_price_usd) >= Number(plan.max_price_usd)
  )
    return no('the lowest price is not below the highest price.')

  const side = plan.trade_direction
  const { input, output } = await sizing.sides(plan, side)
  const addresses = wallets.map((w) => w.address)
  const orders = ordersOf(plan)
  const amount = plan.strategy_type === 'swap' ? plan.amount : plan.amount_per_order
  const can = await sizing.spendable(addresses, input, output, BigInt(orders ?? 1))
  const has = can.reduce((sum, c) => sum + c.amount, 0n)

  const each = await amountOf(sizing, plan, amount, input, has)
  if (typeof each === 'string') return no(each)
  if (can.every((c) => c.feesMissing))
    return no(
      `the ${walletsWords(wallets)} hold too little SOL for the fees of ${formatUnits(SWAP_FEE, 9)} SOL an order. ${topUp}`,
    )
  const needed = amount.unit === 'percent' ? each : each * BigInt(orders ?? 1)
  if (each === 0n || has < needed)
    return no(
      `it takes ${sizing.inWords(needed, input)}${orders !== null && orders > 1 ? ` for ${orders} orders` : ''}, and the ${walletsWords(wallets)} can spend ${sizing.inWords(has, input)} after fees. ${topUp}`,
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
    explanation: explain(sizing, { plan, wallets, input, output, each, orders, has, quote }),
  }
}

const topUp = 'Add funds or use a smaller amount.'
const walletsWords = (wallets: OwnedWallet[]) =>
  wallets.length === 1 ? `wallet ${wallets[0]?.name}` : `${wallets.length} wallets`
const ordersOf = (plan: Plan): number | null => (plan.strategy_type === 'swap' ? 1 : dcaOrders(plan))

/** The amount of one order in base units of what is spent, or why there is none. */
async function amountOf(
  sizing: Sizing,
  plan: Plan,
  amount: PlanAmount,
  input: Asset,
  has: bigint,
): Promise<bigint | string> {
  if (amount.unit === 'percent') {
    if (Number(amount.value) > 100) return 'more than 100 % cannot be spent.'
    return (has * parseUnitsDown(amount.value, PERCENT_DECIMALS)) / 10n ** BigInt(PERCENT_DECIMALS) / 100n
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

type Figures = {
  plan: Plan
  wallets: OwnedWallet[]
  input: Asset
  output: Asset
  each: bigint
  orders: number | null
  has: bigint
  quote: Quote
}

function explain(
  sizing: Sizing,
  { plan, wallets, input, output, each, orders, has, quote }: Figures,
): string {
  const lines = [plan.goal]
  const one = `${sizing.inWords(each, input)} for about ${sizing.inWords(quote.outAmount, output)}`
  const rate = rateWords(quote, input, output)
  if (plan.strategy_type === 'swap') lines.push(`One order now: ${one} (${rate}).`)
  else {
    const pace = durationWords(plan.interval_seconds)
    lines.push(`Each order spends ${one} at today's price (${rate}), one every ${pace}.`)
    lines.push(
      orders === null
        ? lasting(sizing, plan.interval_seconds, each, has, input)
        : `${orders} orders spend ${sizing.inWords(each * BigInt(orders), input)} in total and take about ${durationWords(plan.interval_seconds * Math.max(0, orders - 1)) || 'no time'}.`,
    )
    if (plan.min_price_usd !== undefined || plan.max_price_usd !== undefined)
      lines.push('An order whose price is outside your bounds is skipped, and the terminal says so.')
  }
  if (wallets.length > 1)
    lines.push(`Each order is shared by ${wallets.length} wallets in proportion to what each can spend.`)
  else
    lines.push(
      `It trades from wallet ${wallets[0]?.name}, which can spend ${sizing.inWords(has, input)} after fees.`,
    )
  lines.push(
    `Fees are ${formatUnits(SWAP_FEE, 9)} SOL an order and wallet; a token account that is missing costs its rent once.`,
  )
  lines.push(
    `What could go wrong: the price moves. An order that would bring more than ${bpsWords(plan.slippage_bps)} less than quoted is not executed; this order's own size moves the price by about ${bpsWords(quote.priceImpactBps)}. What you buy can lose its value.`,
  )
  return lines.join('\n')
}

function lasting(sizing: Sizing, interval: number, each: bigint, has: bigint, input: Asset): string {
  const fee = input.mint === SOL_MINT ? SWAP_FEE : 0n
  const n = Number(has / (each + fee)) || 1
  return `It runs until you stop it or the funds are used up: ${sizing.inWords(has, input)} last for about ${n} ${n === 1 ? 'order' : 'orders'}, ${durationWords(interval * n)}.`
}
