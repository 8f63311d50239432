/** Answers to questions, from real data. */
import { formatBalance, SOL_DECIMALS } from '@purser/contract/money.ts'
import { DAY_SECONDS, HOUR_SECONDS } from '@purser/contract/time.ts'
import { assetSymbol, SOL_MINT, symbolOf } from '@purser/contract/tokens.ts'
import type { Topic } from '../../ports/interpreter.ts'
import { type Market, PRICE_SCALE } from '../../ports/market.ts'
import type { Balances } from '../balances/index.ts'
import type { Strategies } from '../strategies/index.ts'
import type { Wallets } from '../wallets/index.ts'
import { judge } from './feasibility.ts'
import { pricePlan } from './price-plan.ts'
import { signedPercent, usdWords } from './words.ts'

export type AnswerParts = { market: Market; strategies: Strategies; balances: Balances; wallets: Wallets }
export type Asking = { userId: number; agentId: number; walletAddresses: string[]; now: number }

const WALLETS_SHOWN = 10
/** The size of order for which an answer tells what it would do to the price. */
const PROBE_SOL = 10n ** 10n

const CAPABILITIES = [
  'I trade for you from your own wallets. Tell me in plain words what to do, for example:',
  '- "buy 0.5 SOL of BONK" or "sell half of my WIF": one order now',
  '- "buy 0.02 SOL of JUP every 4 seconds, 10 times": recurring orders (DCA), with a count, a duration, or until you stop me',
  '- "spread 10 SOL into WIF over 4 hours": a total in equal slices (TWAP)',
  '- "buy 1 SOL of WIF if it drops to $1.80": a limit order, also in percent below or above the price',
  '- "buy 2 SOL of WIF, stop loss 10%, take profit 30%", or "protect my position with a 15% trailing stop": a bracket',
  '- "grid between $0.5 and $1.5 with 10 levels using 3 SOL": a grid',
  '- "trade RSI on the 15 minute chart with 0.2 SOL a trade", or "EMA 9/21 crossover, 5m, 0.5 SOL each trade"',
  '- "keep 40% of the wallet in BONK, rebalance every 4 hours": rebalancing',
  '- add a stop loss, a max drawdown, a daily loss limit, a budget, "only below $0.00003", "with 0.5% slippage" or "sell everything when stopped"',
  '- "send 0.5 SOL from Main to Trader 3" or "distribute 1000 BONK equally to the group Traders": I fill in the form, and you check and confirm it',
  'Change the plan shown last with "make it every two hours" or "add a 10 % stop loss".',
  'You can also ask for the price of a token, your balances, or how your strategy is doing.',
  'I show what a plan would do and whether it is feasible; nothing runs before you confirm it.',
].join('\n')

export async function answer(parts: AnswerParts, topic: Topic, asking: Asking): Promise<string> {
  switch (topic.about) {
    case 'price':
      return topic.mints.length === 0
        ? 'Which token do you mean? Name it, or set its address in the settings.'
        : (await Promise.all(topic.mints.map((mint) => priceAnswer(parts.market, mint, asking.now)))).join(
            '\n\n',
          )
    case 'strategy':
      return strategyAnswer(parts, asking)
    case 'balances':
      return balancesAnswer(parts, asking)
    case 'capabilities':
      return CAPABILITIES
    case 'greeting':
      return `Hello. ${CAPABILITIES}`
    case 'settings':
      return 'The settings below the chat hold the token address and the wallet that I trade with. Open them with Show Settings.'
    case 'hypothetical': {
      const wallets = await parts.wallets.owned(asking.userId, asking.walletAddresses)
      const priced = await pricePlan(parts.market, topic)
      if ('problem' in priced) return priced.problem
      const { explanation } = await judge(
        { market: parts.market, sizing: parts.strategies.sizing },
        priced.plan,
        wallets,
      )
      return `If you did: ${explanation}\nNothing is started by this. Tell me to do it, and I show the plan for you to confirm.`
    }
    case 'profit':
    case 'next_order':
    case 'skipped':
      return strategyAnswer(parts, asking)
    case 'history':
    case 'unknown':
      return `I did not understand that. ${CAPABILITIES}`
  }
}

async function priceAnswer(market: Market, mint: string, now: number): Promise<string> {
  const price = await market.priceUsd(mint)
  const symbol = assetSymbol(mint)
  if (price === null) return `There is no price for ${symbol} on this market.`
  const to = Math.floor(now / 1000)
  const candles = await market.candles({ mint, seconds: HOUR_SECONDS, from: to - DAY_SECONDS, to })
  const first = candles[0]
  const current = Number(price) / Number(PRICE_SCALE)
  const high = Math.max(current, ...candles.map((c) => c.high))
  const low = Math.min(current, ...candles.map((c) => c.low))
  const change = first ? current / first.open - 1 : 0
  const usd = (value: number) => usdWords(BigInt(Math.round(value * Number(PRICE_SCALE))))
  const quote =
    mint === SOL_MINT
      ? null
      : await market.quote({ inputMint: SOL_MINT, outputMint: mint, inAmount: PROBE_SOL, slippageBps: 100 })
  const liquidity =
    quote && !('unavailable' in quote)
      ? `an order of 10 SOL moves the price by about ${quote.priceImpactBps / 100} %`
      : 'deep enough for small orders'
  return [
    symbol,
    `Price: ${usdWords(price)}`,
    `24h: ${signedPercent(change)}, between ${usd(low)} and ${usd(high)}`,
    `liquidity: ${liquidity}`,
    `Summary: ${symbol} trades at ${usdWords(price)}, ${change >= 0 ? 'up' : 'down'} ${Math.abs(change * 100).toFixed(2)} % over the last 24h. The price is the market's on this network at this moment.`,
  ].join('\n')
}

async function strategyAnswer({ strategies }: AnswerParts, { userId, agentId }: Asking): Promise<string> {
  const latest = await strategies.newest(userId, agentId)
  if (!latest) return 'This agent has not run a strategy yet. Tell me what to trade.'
  const lines = [
    latest.plan.goal,
    `Status: ${latest.status === 'active' ? 'running' : latest.status}. ${latest.orders_filled} ${latest.orders_filled === 1 ? 'order is' : 'orders are'} filled.`,
  ]
  if (latest.pnl !== null)
    lines.push(`Profit and loss at the present price, fees included: ${Number(latest.pnl).toFixed(2)} USD.`)
  const last = (await strategies.logs(userId, latest.id, 1)).at(-1)
  if (last) lines.push(`Last: ${last.message}`)
  return lines.join('\n')
}

async function balancesAnswer({ balances, wallets }: AnswerParts, { userId }: Asking): Promise<string> {
  const all = await wallets.list(userId)
  if (all.length === 0) return "You don't have any wallets yet. Would you like me to generate one for you?"
  const shown = all.slice(0, WALLETS_SHOWN)
  const held = await Promise.all(shown.map((w) => balances.units(userId, w.address)))
  const lines = shown.map((wallet, i) => {
    const tokens =
      held[i]?.tokens.map((t) => `${formatBalance(t.amount, t.decimals)} ${symbolOf(t.mint)}`) ?? []
    return `${wallet.name}: ${[`${formatBalance(held[i]?.lamports ?? 0n, SOL_DECIMALS)} SOL`, ...tokens].join(', ')}`
  })
  if (all.length > shown.length) lines.push(`and ${all.length - shown.length} more wallets.`)
  return lines.join('\n')
}
