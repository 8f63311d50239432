/** A feasible plan in plain words: what is bought or sold, how often, at what cost, what it needs, what could go wrong. */
import { formatUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { type Plan, type Risk, TIMEFRAME_SECONDS } from '@purser/contract/plan.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import { PRICE_SCALE, type Quote } from '../../ports/market.ts'
import { type Asset, planFigures, type Sizing } from '../strategies/index.ts'
import type { OwnedWallet } from '../wallets/index.ts'
import { bpsWords, durationWords, rateWords, usdWords } from './words.ts'

export type Explained = {
  plan: Plan
  wallets: OwnedWallet[]
  input: Asset
  output: Asset
  /** One order, and all of them, in base units of the input. */
  each: bigint
  total: bigint
  orders: number | null
  /** What the wallets can spend. */
  has: bigint
  quote: Quote
}

export function explain(sizing: Sizing, figures: Explained): string {
  const { plan, wallets, input, has, quote } = figures
  const lines = [plan.goal, ...doing(sizing, figures)]
  if (plan.duration_days !== undefined && plan.strategy_type !== 'dca')
    lines.push(`It ends after ${durationWords(plan.duration_days * DAY_SECONDS)}, whatever is left.`)
  if (plan.risk) lines.push(...riskWords(plan, plan.risk))
  if (
    plan.quote === 'SOL' &&
    (plan.risk || plan.strategy_type === 'grid' || plan.strategy_type === 'bracket')
  )
    lines.push('Prices and limits are in USD; what is gained in SOL depends on the price of SOL as well.')
  if (plan.on_stop === 'sell') lines.push('When you stop it, it sells what it bought.')
  lines.push(
    wallets.length > 1
      ? `Each order is shared by ${wallets.length} wallets in proportion to what each can spend.`
      : `It trades from wallet ${wallets[0]?.name}, which can spend ${sizing.inWords(has, input)} after fees.`,
    `Fees are ${formatUnits(planFigures.swapFee, SOL_DECIMALS)} SOL an order and wallet; a token account that is missing costs its rent once.`,
    `What could go wrong: the price moves. An order that would bring more than ${bpsWords(plan.slippage_bps)} less than quoted is not executed; this order's own size moves the price by about ${bpsWords(quote.priceImpactBps)}. ${danger(plan)}`,
  )
  return lines.join('\n')
}

function doing(sizing: Sizing, figures: Explained): string[] {
  const { plan, input, output, each, total, orders, has, quote } = figures
  const one = `${sizing.inWords(each, input)} for about ${sizing.inWords(quote.outAmount, output)}`
  const rate = rateWords(quote, input, output)
  const now = usdWords(plan.trade_direction === 'sell' ? quote.inPriceUsd : quote.outPriceUsd)
  switch (plan.strategy_type) {
    case 'swap':
      return [`One order now: ${one} (${rate}).`]
    case 'dca': {
      const n = orders ?? 1
      const span = durationWords(plan.interval_seconds * (n - 1)) || 'no time'
      return [
        `Each order spends ${one} at today's price (${rate}), one every ${durationWords(plan.interval_seconds)}.`,
        orders === null
          ? lasting(sizing, plan.interval_seconds, each, has, input)
          : `${orders} orders spend ${sizing.inWords(each * BigInt(n), input)} in total and take about ${span}.`,
        ...(plan.min_price_usd !== undefined || plan.max_price_usd !== undefined
          ? ['An order whose price is outside your bounds is skipped, and the terminal says so.']
          : []),
      ]
    }
    case 'twap':
      return [
        `${sizing.inWords(total, input)} are divided into ${orders} equal orders, one every ${durationWords(plan.order_interval_seconds)}, over ${durationWords(plan.total_duration_seconds)}.`,
        `Each order spends ${one} at today's price (${rate}); what does not divide goes to the last.`,
      ]
    case 'limit':
      return [
        `One order of ${sizing.inWords(each, input)} as soon as the price is ${plan.trade_direction === 'buy' ? 'at or below' : 'at or above'} $${plan.limit_price_usd}. It is at ${now} now.`,
        plan.expires_in_seconds === undefined
          ? 'It waits until that price is there or you stop it.'
          : `It expires after ${durationWords(plan.expires_in_seconds)}.`,
      ]
    case 'grid':
      return gridWords(sizing, figures, plan.grid_levels - 1)
    case 'bracket': {
      const first =
        plan.trade_direction === 'sell'
          ? `It guards ${sizing.inWords(each, input)}, worth about ${sizing.inWords(quote.outAmount, output)} now, and sells them when the first of these is met.`
          : plan.entry_price_usd === undefined
            ? `It buys now: ${one} (${rate}), and sells what it bought when the first of these is met.`
            : `It spends ${sizing.inWords(each, input)} when the price is at or below $${plan.entry_price_usd} (it is at ${now} now), and sells what it bought when the first of these is met.`
      const from =
        plan.trade_direction === 'sell' && plan.entry_price_usd !== undefined
          ? `$${plan.entry_price_usd}`
          : plan.trade_direction === 'sell'
            ? 'the price at the start'
            : 'the price paid'
      return [first, barriers(plan, from)]
    }
    case 'rsi':
      return [
        `It looks at each closed candle of ${plan.timeframe}. When the RSI of ${plan.length} candles falls through ${plan.buy_below} it spends ${one} at today's price (${rate}); when it rises through ${plan.sell_above} it sells all that it bought. It holds one position at a time.`,
      ]
    case 'ma_cross':
      return [
        `It looks at each closed candle of ${plan.timeframe}. When the average (${plan.kind.toUpperCase()}) of ${plan.fast_length} candles crosses that of ${plan.slow_length} upward it spends ${one} at today's price (${rate}); when it crosses back it sells all that it bought.`,
        `An average of ${plan.slow_length} candles looks back ${durationWords(plan.slow_length * TIMEFRAME_SECONDS[plan.timeframe])}.`,
      ]
    case 'rebalance': {
      const token = plan.trade_direction === 'both' && input.mint === plan.token_address ? input : output
      return [
        `Every ${durationWords(plan.interval_seconds)} it looks at what the wallets hold. When ${token.symbol} is ${plan.threshold_percent} % or more away from ${plan.target_percent} % of ${token.symbol} and ${plan.quote} together, it buys or sells as much as brings it back.`,
        'It trades all that these wallets hold of both, not only what it bought.',
      ]
    }
  }
}

function gridWords(sizing: Sizing, { plan, input, each, total, quote }: Explained, cells: number): string[] {
  if (plan.strategy_type !== 'grid') return []
  const lines = planFigures.gridLines(plan)
  const price = Number(quote.outPriceUsd) / Number(PRICE_SCALE)
  const below = lines.slice(0, -1).filter((line) => line < price).length
  const [a = 1, b = 1] = [lines.at(-2), lines.at(-1)]
  const step = Math.round((b / a - 1) * 10_000)
  return [
    `${plan.grid_levels} lines from $${plan.lower_price_usd} to $${plan.upper_price_usd} with ${cells} steps between them, ${sizing.inWords(each, input)} for each, ${sizing.inWords(total, input)} in all. Each line passed downward buys, the next one above passed upward sells what was bought there.`,
    `The price is ${usdWords(quote.outPriceUsd)}: ${below} of ${cells} lines below it can buy as it falls; the others once it was above them. A step at the top is ${bpsWords(step)}, of which the market keeps about 0.5 % for a purchase and a sale.`,
  ]
}

function barriers(plan: Extract<Plan, { strategy_type: 'bracket' }>, from: string): string {
  const parts = [
    ...(plan.stop_loss_percent === undefined ? [] : [`${plan.stop_loss_percent} % below ${from}`]),
    ...(plan.take_profit_percent === undefined ? [] : [`${plan.take_profit_percent} % above it`]),
    ...(plan.trailing_stop_percent === undefined
      ? []
      : [`${plan.trailing_stop_percent} % below the highest price since then`]),
    ...(plan.time_limit_seconds === undefined ? [] : [`after ${durationWords(plan.time_limit_seconds)}`]),
  ]
  return `Barriers: ${parts.join(', ')}.`
}

function riskWords(plan: Plan, risk: Risk): string[] {
  const of = plan.trade_direction === 'sell' ? 'the price at the start' : 'what its tokens cost on average'
  const amount = (a: { value: string | number; unit: string }) =>
    `${a.value} ${a.unit === 'percent' ? '%' : a.unit}`
  const words: Record<keyof Risk, string | false> = {
    stop_loss_percent:
      risk.stop_loss_percent !== undefined && `the price is ${risk.stop_loss_percent} % below ${of}`,
    take_profit_percent:
      risk.take_profit_percent !== undefined && `it is ${risk.take_profit_percent} % above`,
    max_drawdown_percent:
      risk.max_drawdown_percent !== undefined &&
      `its value is ${risk.max_drawdown_percent} % below its highest`,
    daily_loss_limit:
      risk.daily_loss_limit !== undefined && `it lost ${amount(risk.daily_loss_limit)} on one day (UTC)`,
    max_spend: risk.max_spend !== undefined && `It never spends more than ${amount(risk.max_spend)} in all.`,
    cooldown_seconds:
      risk.cooldown_seconds !== undefined &&
      `After a loss it begins nothing new for ${durationWords(risk.cooldown_seconds)}.`,
  }
  const { max_spend, cooldown_seconds, ...ending } = words
  const ends = Object.values(ending).filter((one) => one !== false)
  return [
    ends.length > 0 && `Limits: it sells what it bought and ends when ${ends.join(', or ')}.`,
    max_spend,
    cooldown_seconds,
  ].filter((one) => one !== false)
}

function danger(plan: Plan): string {
  switch (plan.strategy_type) {
    case 'limit':
      return 'The price may never get there, and then nothing is traded.'
    case 'grid':
      return 'When the price falls through all lines, all of it is in tokens that are worth less than they cost.'
    case 'bracket':
      return 'A barrier is not a guaranteed price: in a fast fall the sale comes lower.'
    case 'rsi':
    case 'ma_cross':
      return 'Crosses can be wrong many times in a row, and each costs the market fee twice.'
    case 'rebalance':
      return 'In a long trend it keeps buying what falls and selling what rises.'
    case 'swap':
    case 'dca':
    case 'twap':
      return 'What you buy can lose its value.'
  }
}

function lasting(sizing: Sizing, interval: number, each: bigint, has: bigint, input: Asset): string {
  const fee = input.mint === SOL_MINT ? planFigures.swapFee : 0n
  const n = Number(has / (each + fee)) || 1
  return `It runs until you stop it or the funds are used up: ${sizing.inWords(has, input)} last for about ${n} ${n === 1 ? 'order' : 'orders'}, ${durationWords(interval * n)}.`
}
