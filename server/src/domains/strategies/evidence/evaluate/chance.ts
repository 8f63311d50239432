/** How often the same trades at random times did as well: whether the rule is good at choosing its moments. */
import { typeFacts } from '@purser/contract/strategies/plan.ts'
import type { Fills } from '../replay/account.ts'
import type { Spec } from '../replay/spec.ts'
import { gainAt, placeAtRandom, shareAsGood } from '../statistics/random-entries.ts'
import type { Random } from '../statistics/random.ts'
import { chainPrices, type KnownCandles } from './known-candles.ts'

const DRAWS = 2_000
/** With more trades than this, fewer draws are as exact as the verdicts need, and take no longer. */
const MOST_STEPS = 20_000_000
const LEAST_DRAWS = 500

const countDraws = (trades: number): number =>
  Math.max(LEAST_DRAWS, Math.min(DRAWS, Math.floor(MOST_STEPS / Math.max(1, trades))))

/** The worth of the tokens of an order at the price of its fill. */
const toWorth = ({ usd, marketUsd }: Fills, i: number): number =>
  Math.abs(usd[i]!) + Math.sign(usd[i]!) * marketUsd[i]!

/** For each candle of the history how many known ones are before it. */
function countKnownBefore({ index }: KnownCandles, length: number): Int32Array {
  const before = new Int32Array(length + 1)
  for (const i of index) before[i + 1] = 1
  for (let i = 1; i <= length; i++) before[i]! += before[i - 1]!
  return before
}

type Trial = {
  fills: Fills
  spec: Spec
  known: KnownCandles
  length: number
  lastPrice: number
  random: Random
}

/** One position after the other, each from its first purchase until all is sold. */
function comparePositions({ fills, known, length, lastPrice, random }: Trial): number | null {
  const before = countKnownBefore(known, length)
  const [stakes, candles]: [number[], number[]] = [[], []]
  let [held, stake, began, gain, all] = [0, 0, 0, 0, 0]
  const end = (at: number) => {
    // One that is opened and closed within a candle has risked its movement.
    const span = Math.max(1, before[at]! - before[began]!)
    stakes.push(stake)
    candles.push(span)
    all += span
    stake = 0
  }
  fills.at.forEach((at, i) => {
    const worth = toWorth(fills, i)
    if (held === 0) began = at
    held += fills.tokens[i]!
    gain += fills.tokens[i]! > 0 ? -worth : worth
    if (fills.tokens[i]! > 0) stake += worth
    else if (Math.abs(held) <= -fills.tokens[i]! * 1e-6) {
      held = 0
      end(at)
    }
  })
  if (held > 0) {
    gain += held * lastPrice
    end(length)
  }
  const prices = chainPrices(known)
  if (stakes.length === 0 || all > prices.length - 1) return null
  const positions = { candles, stakes }
  const starts = new Int32Array(stakes.length)
  const draws = countDraws(stakes.length)
  let asGood = 0
  for (let draw = 0; draw < draws; draw++) {
    placeAtRandom(candles, prices.length, random, starts)
    if (gainAt(prices, positions, starts) >= gain) asGood++
  }
  return shareAsGood(asGood, draws)
}

/** The same orders in the same sequence: purchases of the same worth, sales of the same share of what is held. */
function compareOrders({ fills, spec, known, lastPrice, random }: Trial): number | null {
  const isWhole = typeFacts(spec.plan).amount(spec.plan) === null
  const prices = chainPrices(known)
  const count = fills.at.length
  if (count === 0 || prices.length < 2) return null
  const worths = new Float64Array(count)
  const shares = new Float64Array(count)
  const start = isWhole ? spec.purse.token : 0
  let [held, gain] = [start, 0]
  for (let i = 0; i < count; i++) {
    worths[i] = fills.tokens[i]! > 0 ? toWorth(fills, i) : 0
    shares[i] = fills.tokens[i]! < 0 ? Math.min(1, -fills.tokens[i]! / held) : 0
    gain += fills.tokens[i]! > 0 ? -worths[i]! : toWorth(fills, i)
    held = Math.max(0, held + fills.tokens[i]!)
  }
  gain += held * lastPrice
  // The series begins with 1: in its units the holdings at the start have the worth that they had then.
  const last = prices.at(-1)!
  const scale = lastPrice / last
  const starts = new Int32Array(count)
  const none = new Int32Array(count)
  const draws = countDraws(count)
  let asGood = 0
  for (let draw = 0; draw < draws; draw++) {
    placeAtRandom(none, prices.length, random, starts)
    let [tokens, cash] = [start * scale, 0]
    for (let i = 0; i < count; i++) {
      const price = prices[starts[i]!]!
      if (worths[i]! > 0) {
        tokens += worths[i]! / price
        cash -= worths[i]!
      } else {
        cash += tokens * shares[i]! * price
        tokens *= 1 - shares[i]!
      }
    }
    if (cash + tokens * last >= gain) asGood++
  }
  return shareAsGood(asGood, draws)
}

/** null: it has not traded, or there is no other time for its trades. */
export function computeChance(trial: Trial): number | null {
  const { plan } = trial.spec
  const { amount, divides, repeats } = typeFacts(plan)
  // Others hold one position at a time.
  const isLayered = divides || repeats || amount(plan) === null
  return isLayered ? compareOrders(trial) : comparePositions(trial)
}
