/** What a plan of each type buys or sells: in all, by order, when. */
import { figureWords } from '@purser/contract/money.ts'
import { type Plan, TIMEFRAME_SECONDS } from '@purser/contract/plan.ts'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import { PRICE_SCALE } from '../../../ports/market.ts'
import { planFigures, type Sizing } from '../../strategies/index.ts'
import { bpsWords, countWords, durationWords, rateWords, usdWords } from '../words.ts'
import type { Explained } from './figures.ts'

export function doing(sizing: Sizing, figures: Explained): string[] {
  const { plan, input, output, each, total, orders, quote } = figures
  const one = `${sizing.inWords(each, input)} for about ${sizing.inWords(quote.outAmount, output)}`
  const rate = rateWords(quote, input, output)
  const now = usdWords(plan.trade_direction === 'sell' ? quote.inPriceUsd : quote.outPriceUsd)
  const spends = plan.trade_direction === 'sell' ? 'sells' : 'spends'
  switch (plan.strategy_type) {
    case 'swap':
      return [`One order now ${spends} ${one} in all (${rate}).`]
    case 'dca': {
      const every = durationWords(plan.interval_seconds)
      const n = orders ?? 1
      return [
        ...(orders === null
          ? []
          : [`In all it ${spends} ${sizing.inWords(each * BigInt(n), input)} in ${countWords(n, 'order')}.`]),
        `Each order ${spends} ${one} at today's price (${rate}), one every ${every}.`,
        ...(orders === null ? [lasting(sizing, figures, plan.interval_seconds)] : []),
        ...boundWords(plan),
      ]
    }
    case 'twap':
      return [
        `In all it ${spends} ${sizing.inWords(total, input)} in ${countWords(orders ?? 1, 'equal order')}, one every ${durationWords(plan.order_interval_seconds)}, over ${durationWords(plan.total_duration_seconds)}.`,
        `Each order ${spends} ${one} at today's price (${rate}); what does not divide goes to the last.`,
      ]
    case 'limit':
      return [
        `One order ${spends} ${sizing.inWords(each, input)} in all, as soon as the price is ${plan.trade_direction === 'buy' ? 'at or below' : 'at or above'} $${figureWords(plan.limit_price_usd)}. It is at ${now} now.`,
      ]
    case 'grid':
      return gridWords(sizing, figures, plan)
    case 'bracket':
      return [entryWords(sizing, figures, plan), exitWords(plan)]
    case 'rsi':
      return [
        `At the end of every ${durationWords(TIMEFRAME_SECONDS[plan.timeframe])} it looks at the RSI, a figure from 0 to 100 that is low after falls and high after rises, here of the last ${plan.length} such stretches. When it falls through ${plan.buy_below} it spends ${one} at today's price (${rate}), when it rises through ${plan.sell_above} it sells all that it bought.`,
        `In all it has at most these ${sizing.inWords(each, input)} in ${output.symbol} at once: it buys again only after it has sold.`,
      ]
    case 'ma_cross': {
      const length = TIMEFRAME_SECONDS[plan.timeframe]
      return [
        `At the end of every ${durationWords(length)} it compares two average prices, one of the last ${durationWords(plan.fast_length * length)} and one of the last ${durationWords(plan.slow_length * length)}${plan.kind === 'ema' ? '; newer prices count more in them' : ''}. When the shorter one rises above the longer one it spends ${one} at today's price (${rate}), when it falls below it sells all that it bought.`,
        `In all it has at most these ${sizing.inWords(each, input)} in ${output.symbol} at once: it buys again only after it has sold.`,
      ]
    }
    case 'rebalance': {
      const token = input.mint === plan.token_address ? input : output
      return [
        `Every ${durationWords(plan.interval_seconds)} it looks at what the wallets hold. When ${token.symbol} is ${plan.threshold_percent} % or more away from ${plan.target_percent} % of the value of ${token.symbol} and ${plan.quote} together, one order buys or sells as much as brings it back.`,
        'It trades with all that these wallets hold of both, not only with what it bought.',
      ]
    }
  }
}

type Plans = { [K in Plan['strategy_type']]: Extract<Plan, { strategy_type: K }> }

function boundWords({ min_price_usd: min, max_price_usd: max }: Plans['dca']): string[] {
  const bounds = [
    ...(min === undefined ? [] : [`below $${min}`]),
    ...(max === undefined ? [] : [`above $${max}`]),
  ]
  return bounds.length === 0
    ? []
    : [
        `While the price is ${bounds.join(' or ')} an order is skipped, not made up for, and the terminal says so.`,
      ]
}

function lasting(sizing: Sizing, figures: Explained, interval: number): string {
  const { input, each, has, total, wallets } = figures
  const fee = input.mint === SOL_MINT ? sizing.fee * BigInt(wallets.length) : 0n
  const may = total < has ? total : has
  const n = Number(may / (each + fee)) || 1
  const funds =
    total < has ? `the ${sizing.inWords(total, input)} that it may spend` : sizing.inWords(has, input)
  return `It goes on until you stop it or the funds are used up: ${funds} last for about ${countWords(n, 'order')}, ${durationWords(interval * n)}.`
}

function gridWords(
  sizing: Sizing,
  { input, output, each, total, quote }: Explained,
  plan: Plans['grid'],
): string[] {
  const cells = plan.grid_levels - 1
  const lines = planFigures.gridLines(plan)
  const price = Number(quote.outPriceUsd) / Number(PRICE_SCALE)
  const below = lines.slice(0, -1).filter((line) => line < price).length
  const [a = 1, b = 1] = [lines.at(-2), lines.at(-1)]
  const step = Math.round((b / a - 1) * 10_000)
  return [
    `In all it spends up to ${sizing.inWords(total, input)} at once, ${sizing.inWords(each, input)} an order. There are ${plan.grid_levels} price lines from $${figureWords(plan.lower_price_usd)} to $${figureWords(plan.upper_price_usd)} with ${countWords(cells, 'step')} between them: each line that the price passes on its way down buys ${output.symbol}, and the next one above sells that again on the way up.`,
    `The price is ${usdWords(quote.outPriceUsd)}: ${below} of ${cells} lines below it can buy as it falls, the others once the price was above them. A step at the top is ${bpsWords(step)}, of which the market keeps about 0.5 % for a purchase and a sale.`,
  ]
}

function entryWords(
  sizing: Sizing,
  { input, output, each, quote }: Explained,
  plan: Plans['bracket'],
): string {
  const spent = sizing.inWords(each, input)
  const worth = sizing.inWords(quote.outAmount, output)
  if (plan.trade_direction === 'sell')
    return `It watches over ${spent} in all, worth about ${worth} now, and sells them in one order as soon as one of these happens.`
  const then = 'and sells all that it bought as soon as one of these happens.'
  return plan.entry_price_usd === undefined
    ? `One order now spends ${spent} in all for about ${worth} (${rateWords(quote, input, output)}), ${then}`
    : `One order spends ${spent} in all once the price is at or below $${figureWords(plan.entry_price_usd)} (it is at ${usdWords(quote.outPriceUsd)} now), ${then}`
}

function exitWords(plan: Plans['bracket']): string {
  const { stop_loss_percent: loss, take_profit_percent: gain, trailing_stop_percent: trail } = plan
  const isSale = plan.trade_direction === 'sell'
  const own = plan.entry_price_usd
  const from = !isSale ? 'the price paid' : own === undefined ? 'the price at the start' : `$${own}`
  const since = isSale ? 'the start' : 'it bought'
  const parts = [
    ...(loss === undefined ? [] : [`the price falls ${loss} % below ${from}`]),
    ...(gain === undefined ? [] : [`it rises ${gain} % above ${from}`]),
    ...(trail === undefined ? [] : [`it falls ${trail} % below the highest price since ${since}`]),
    ...(plan.time_limit_seconds === undefined
      ? []
      : [`${durationWords(plan.time_limit_seconds)} have passed since ${since}`]),
  ]
  return `It sells when ${parts.join(', or ')}.`
}
