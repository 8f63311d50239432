/**
 * A guide to each type of plan for the help page, with sentences that an agent reads as that type. A test reads them
 * all through the interpreter. None names a price of today: their meaning does not depend on the day.
 */
import type { StrategyType } from './plan.ts'

export type PlanGuide = {
  title: string
  /** Its behaviour and its use. */
  what: string
  /** How it ends, or what can go wrong. */
  mind: string
  examples: readonly [string, ...string[]]
}

export const planGuides: Record<StrategyType, PlanGuide> = {
  swap: {
    title: 'Swap',
    what: 'Buys or sells once, at the current price.',
    mind: 'If the price would be worse than the slippage limit, nothing is bought or sold.',
    examples: ['buy 0.1 SOL of BONK', 'sell half of my BONK'],
  },
  dca: {
    title: 'DCA: the same amount at regular intervals',
    what: 'Buys (or sells) a fixed amount at a fixed interval, so no single price decides the outcome.',
    mind: 'It ends after the number of orders or the time you set; without either, it runs until you stop it.',
    examples: ['buy 0.02 SOL of BONK every 30 seconds, 20 times', 'buy 0.1 SOL of WIF every hour for 3 days'],
  },
  twap: {
    title: 'TWAP: a large order in small slices',
    what: 'Spreads one large buy or sell evenly over a period, so it moves the price less.',
    mind: 'The slices trade regardless of the price, within the slippage limit.',
    examples: [
      'buy 2 SOL of BONK over 4 hours, one order every 10 minutes',
      'sell 20000 JUP over 4 hours, one order every 15 minutes',
    ],
  },
  limit: {
    title: 'Limit: wait for a price',
    what: 'Buys below, or sells above, a price you set. Nothing happens until then.',
    mind: 'The price may never be reached, so set an expiry.',
    examples: [
      'buy 1 SOL of WIF if it drops to $0.50, good for 24 hours',
      'place a limit sell of 500 JUP at 5 dollars, good for 24 hours',
    ],
  },
  grid: {
    title: 'Grid: buy low, sell high within a range',
    what: 'Places orders at levels between two prices: buys as the price falls through them and sells as it rises.',
    mind: 'It earns while the price moves back and forth; if the price leaves the range, you hold what was bought last.',
    examples: ['grid trade WIF between $0.5 and $5 with 10 levels using 3 SOL'],
  },
  bracket: {
    title: 'Bracket: an entry with exits',
    what: 'Buys, then sells at a gain or loss you set, whichever comes first. Or guards what you already hold.',
    mind: 'Prices can gap: the sale happens at the first price after the gap.',
    examples: [
      'buy 0.5 SOL of BONK, take profit at 30%, stop loss at 10%',
      'sell all my WIF if it falls 20 percent',
    ],
  },
  rsi: {
    title: 'RSI: buy what is oversold',
    what: 'Follows the relative strength index of the candles: buys when it is low and sells when it is high.',
    mind: 'In a long decline it buys too early: add a stop loss or a drawdown limit.',
    examples: [
      'trade RSI of BONK on the 15 minute chart: buy under 30 and sell over 70 with 0.2 SOL a trade',
    ],
  },
  ma_cross: {
    title: 'Moving averages: follow the trend',
    what: 'Buys when the fast average of the price crosses above the slow one, and sells when it crosses below.',
    mind: 'Without a trend it trades often and loses a little each time.',
    examples: ['EMA 9/21 crossover of BONK, 5m, half a SOL each trade'],
  },
  rebalance: {
    title: 'Rebalance: keep a share',
    what: 'Keeps a share of a wallet in a token: sells when the share has grown and buys when it has shrunk.',
    mind: 'It trades only when the share is off by more than the threshold.',
    examples: ['keep 40% of the wallet in BONK, rebalance every 4 hours when it is off by 3%'],
  },
}
