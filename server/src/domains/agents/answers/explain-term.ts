/** The meaning of ways of trading and of their words, as this desk does them. */
import { type Answer, card } from './asking.ts'

/** `example`: an instruction that the agent understands. */
type Term = { title: string; words: RegExp; means: string; example?: string }

/** The first whose words are in the question is explained: the more specific come first. */
const TERMS: Term[] = [
  {
    title: 'Trailing stop',
    words: /\btrailing\b/,
    means:
      'It sells when the price has fallen by a set percentage from its highest point since the purchase, so it rises with the price and never falls.',
    example: 'buy 1 SOL of WIF with a 10% trailing stop',
  },
  {
    title: 'Moving average cross',
    words: /\b(?:ma|ema|sma|moving averages?|golden|death|cross\w*)\b/,
    means:
      'It buys when a fast moving average of the price crosses above a slow one, and sells when it crosses below.',
    example: 'EMA 9/21 crossover on WIF, 5m, 0.5 SOL each trade',
  },
  {
    title: 'RSI',
    words: /\b(?:rsi|oversold|overbought)\b/,
    means:
      'The relative strength index runs from 0 to 100 and compares recent gains with recent losses. The strategy buys when it falls through the oversold level and sells when it rises through the overbought one.',
    example: 'trade RSI on WIF on the 15 minute chart with 0.2 SOL a trade',
  },
  {
    title: 'DCA',
    words: /\b(?:dcas?|dollar.cost|recurring)\b/,
    means:
      'Dollar cost averaging: the same amount at a fixed interval, whatever the price, so that the average price evens out.',
    example: 'buy 0.02 SOL of JUP every hour for a day',
  },
  {
    title: 'TWAP',
    words: /\btwaps?\b/,
    means:
      'It divides a total into equal orders over a time, so that one large order does not move the price.',
    example: 'spread 10 SOL into WIF over 4 hours',
  },
  {
    title: 'Grid',
    words: /\b(?:grids?|levels?)\b/,
    means:
      'It divides a price range into levels, buys on each level the price crosses on the way down, and sells that again one level higher.',
    example: 'grid on JUP between $0.5 and $1.5 with 10 levels using 3 SOL',
  },
  {
    title: 'Bracket',
    words: /\bbrackets?\b/,
    means: 'A purchase with a stop loss below and a take profit above; whichever is reached first sells it.',
    example: 'buy 2 SOL of WIF, stop loss 10%, take profit 30%',
  },
  {
    title: 'Stop loss',
    words: /\b(?:stop.?loss(?:es)?|stop orders?|sl)\b/,
    means: 'It sells what was bought once the loss reaches a set percentage.',
    example: 'buy 1 SOL of WIF with a 10% stop loss',
  },
  {
    title: 'Take profit',
    words: /\b(?:take.profits?|tp)\b/,
    means: 'It sells what was bought once the gain reaches a set percentage.',
    example: 'buy 1 SOL of WIF with a 30% take profit',
  },
  {
    title: 'Rebalancing',
    words: /\brebalanc\w*\b/,
    means:
      'It keeps a token at a set share of the wallet: it sells when the share is too high and buys when it is too low.',
    example: 'keep 40% of the wallet in BONK, rebalance every 4 hours',
  },
  {
    title: 'Slippage',
    words: /\b(?:slippage|price impact)\b/,
    means:
      'The difference between the price at the decision and the price of the fill. An order that would exceed its slippage limit is not filled.',
    example: 'buy 1 SOL of WIF with 0.5% slippage',
  },
  {
    title: 'Drawdown',
    words: /\bdrawdown\b/,
    means:
      'The loss since the highest value so far. With a max drawdown the strategy sells and ends at that loss.',
    example: 'buy 0.1 SOL of WIF every hour with a 10% max drawdown',
  },
  {
    title: 'Backtest',
    words: /\bbacktests?\b/,
    means: 'A run of the plan over past prices. It shows how the plan would have done, not how it will do.',
    example: 'what would 0.1 SOL daily have made last month?',
  },
  {
    title: 'P&L',
    words: /p&l|\bpnl\b/,
    means:
      'Profit and loss. Realized is what was bought and sold again; unrealized is what is still held, at the price now.',
  },
  {
    title: 'Limit order',
    words: /\blimits?\b/,
    means: 'It buys at or below a set price, or sells at or above it, and waits until the market is there.',
    example: 'buy 1 SOL of WIF if it drops to $1.80',
  },
  {
    title: 'Swap',
    words: /\b(?:swaps?|market orders?)\b/,
    means: 'One order at the market price, now.',
    example: 'buy 0.5 SOL of BONK',
  },
  {
    title: 'Timeframe',
    words: /\btimeframe\b/,
    means: 'The length of the candles that a chart or a signal is computed from, such as 15 minutes.',
  },
]

/** `question`: the user's words. 'The difference between a TWAP and a DCA' explains both. */
export function explainAnswer(question: string): Answer {
  const asked = question.toLowerCase()
  const found = TERMS.filter(({ words }) => words.test(asked))
  const [first, second] = found
  if (!first) return { text: 'I do not know that term.' }
  if (second && /\bdifference\b/.test(asked))
    return { text: `${first.title}: ${first.means}\n${second.title}: ${second.means}` }
  return {
    card: card(first.title, [], first.example === undefined ? [] : [`Example: "${first.example}"`]),
    text: first.means,
  }
}
