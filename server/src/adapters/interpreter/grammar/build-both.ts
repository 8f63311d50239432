/** Plans that trade both ways: grid, RSI, crossing averages, rebalancing. */
import type { Interpretation, RelativePrice } from '../../../ports/interpreter.ts'
import { compare, planNumber } from './decimal.ts'
import { finish, type Made, priceOf } from './finish.ts'
import type { Reading } from './reading.ts'
import { ask, outOfRange } from './replies.ts'
import { type AmountFact, nameOf, type Sides } from './sides.ts'
import type { Timing } from './timing.ts'

export type BothParts = {
  amount: AmountFact | undefined
  timing: Timing
  sides: Sides
  reading: Reading
  said: (f: AmountFact) => string
  assumptions: string[]
}

export function bothPlan(parts: BothParts): Interpretation {
  const { reading, timing, sides, assumptions } = parts
  const made: Made = { sides, timing, terms: reading.terms, assumptions }
  const days = timing.durationSeconds === undefined ? {} : { duration_days: timing.durationSeconds / 86_400 }
  const draft = { trade_direction: 'both', ...days }
  switch (reading.family) {
    case 'grid':
      return gridPlan(parts, made, draft)
    case 'rsi':
      return rsiPlan(parts, made, draft)
    case 'ma_cross':
      return crossPlan(parts, made, draft)
    default:
      return sharePlan(parts, made, draft)
  }
}

/** The amount as a plan holds it, or what is asked instead. */
function amountOf(
  { amount, sides, said }: BothParts,
  question: string,
): { value: object } | { reply: Interpretation } {
  if (!amount) return { reply: ask(question) }
  if (amount.unit === 'none')
    return {
      reply: ask(`${question} "${said(amount)}" has no unit: state SOL, USDC, USD, tokens or percent.`),
    }
  if (amount.unit === 'percent' && compare(amount.value, '100') > 0)
    return { reply: outOfRange('A percentage of what the wallets hold can be at most 100 %.') }
  if (
    (amount.unit === 'SOL' || amount.unit === 'USDC') &&
    amount.unit !== sides.quote &&
    amount.unit !== sides.base.kind
  )
    return {
      reply: ask(
        `${question} ${nameOf(sides.base)} is traded against ${sides.quote} here, so state ${sides.quote}, USD or percent instead of ${amount.unit}.`,
      ),
    }
  return { value: { value: planNumber(amount.value), unit: amount.unit } }
}

function gridPlan(parts: BothParts, made: Made, draft: object): Interpretation {
  const { grid } = parts.reading
  const name = nameOf(parts.sides.base)
  const money = `How much ${parts.sides.quote} should the grid use in total?`
  const missing = [
    ...(grid.low && grid.high
      ? []
      : ['Which price range should the grid cover, from what to what in dollars?']),
    ...(grid.levels === undefined ? ['How many levels should the grid have?'] : []),
    ...(parts.amount ? [] : [money]),
  ]
  if (missing.length > 0 || !grid.low || !grid.high) return ask(missing.join(' '))
  const amount = amountOf(parts, money)
  if ('reply' in amount) return amount.reply
  const relative: RelativePrice[] = []
  if (!grid.spacing)
    made.assumptions.push(`The levels of ${name} are the same number of dollars apart (arithmetic).`)
  return finish(
    {
      ...draft,
      strategy_type: 'grid',
      lower_price_usd: priceOf(grid.low, 'lower_price_usd', relative),
      upper_price_usd: priceOf(grid.high, 'upper_price_usd', relative),
      grid_levels: grid.levels,
      total_amount: amount.value,
      spacing: grid.spacing ?? 'arithmetic',
    },
    { ...made, relative },
  )
}

const PER_TRADE = (sides: Sides) => `How much ${sides.quote} should each trade use?`

function rsiPlan(parts: BothParts, made: Made, draft: object): Interpretation {
  const { rsi } = parts.reading
  const amount = amountOf(parts, PER_TRADE(parts.sides))
  if ('reply' in amount) return amount.reply
  const { assumptions } = made
  if (!rsi.timeframe) assumptions.push('The RSI is taken of candles of 1 hour.')
  if (rsi.length === undefined) assumptions.push('The RSI has a length of 14 candles.')
  if (rsi.buyBelow === undefined) assumptions.push('Buys when the RSI falls below 30.')
  if (rsi.sellAbove === undefined) assumptions.push('Sells when the RSI rises above 70.')
  const [low, high] = [rsi.buyBelow ?? 30, rsi.sellAbove ?? 70]
  if (!(low > 0 && high < 100 && low < high))
    return outOfRange(
      `The RSI goes from 0 to 100, and it must be bought below a level that is under the one it is sold above, not ${low} and ${high}.`,
    )
  if (rsi.length !== undefined && !(Number.isInteger(rsi.length) && rsi.length >= 2 && rsi.length <= 500))
    return outOfRange('The length of the RSI must be from 2 to 500 candles, so I have planned nothing.')
  return finish(
    {
      ...draft,
      strategy_type: 'rsi',
      timeframe: rsi.timeframe ?? '1h',
      length: rsi.length ?? 14,
      buy_below: low,
      sell_above: high,
      amount_per_trade: amount.value,
    },
    made,
  )
}

function crossPlan(parts: BothParts, made: Made, draft: object): Interpretation {
  const { cross } = parts.reading
  const { assumptions } = made
  let [fast, slow, more] = cross.lengths
  if (fast === undefined && cross.golden) {
    ;[fast, slow] = [50, 200]
    assumptions.push('A golden cross is taken of the averages of 50 and 200 candles.')
  }
  if (fast === undefined || slow === undefined || more !== undefined)
    return ask('Which two lengths should the moving averages have? For example 50 and 200 candles.')
  if (![fast, slow].every((n) => Number.isInteger(n) && n >= 1 && n <= 500))
    return outOfRange(
      'The lengths of the averages must be whole numbers from 1 to 500, so I have planned nothing.',
    )
  const amount = amountOf(parts, PER_TRADE(parts.sides))
  if ('reply' in amount) return amount.reply
  if (!cross.timeframe) assumptions.push('The averages are taken of candles of 1 hour.')
  if (!cross.kind) assumptions.push('Simple moving averages.')
  return finish(
    {
      ...draft,
      strategy_type: 'ma_cross',
      timeframe: cross.timeframe ?? '1h',
      kind: cross.kind ?? 'sma',
      fast_length: fast,
      slow_length: slow,
      amount_per_trade: amount.value,
    },
    made,
  )
}

function sharePlan(parts: BothParts, made: Made, draft: object): Interpretation {
  const { share } = parts.reading
  const { assumptions } = made
  const name = nameOf(parts.sides.base)
  if (share.target === undefined) return ask(`How much of the total should ${name} be, in percent?`)
  if (!(Number(share.target) > 0 && Number(share.target) < 100))
    return outOfRange('The target must be above 0 % and below 100 %, so I have planned nothing.')
  if (share.threshold === undefined) assumptions.push('Traded when the share is off by 5 %.')
  if (parts.timing.interval === undefined) assumptions.push('Checked every hour.')
  return finish(
    {
      ...draft,
      strategy_type: 'rebalance',
      target_percent: Number(share.target),
      threshold_percent: Number(share.threshold ?? 5),
      interval_seconds: parts.timing.interval ?? 3_600,
    },
    made,
  )
}
