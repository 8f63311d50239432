/** Checks the live run's observations against the history, and its record against itself. */
import { unitsWords } from '@purser/contract/money.ts'
import type { ParityCause } from '@purser/contract/strategies/parity.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import type { StrategyState } from '../engine/types.ts'
import { clockWords, type Findings } from './findings.ts'
import {
  type ReplayContext,
  type Holds,
  isOfSources,
  type RecordedStep,
  POLL_MS,
  range,
  toStored,
} from './replay-context.ts'

/** Smaller differences are rounding, or a trade whose effect was just being written. */
const ALIKE_BPS = 0.5
const BPS = 10_000
/** Fees and rent of the chain come out of the quote if that is SOL. */
const FEES_UNITS = 10_000_000n

type Engine = {
  found: Findings
  token: ReplayContext['token']
  context: ReplayContext
  conditions: ReplayContext['conditions']
  plan: ReplayContext['plan']
}

const add = (
  { found }: Engine,
  at: number,
  kind: 'price' | 'record',
  live: string,
  replay: string | null,
  detail: string,
  cause: ParityCause = 'unexplained',
) => found.differences.push({ at, order: null, kind, live, replay, cause, detail })

/** The price and the candles of a step are those of the history. */
async function checkMarket(engine: Engine, { event, gapMs }: RecordedStep): Promise<void> {
  const { token, context } = engine
  if (event.type !== 'tick' && event.type !== 'candles') return
  const { priceUsd, now } = event
  if (priceUsd !== null) {
    const { low, high } = range(token, now - Math.max(gapMs, POLL_MS), now)
    const off = priceUsd < low ? 1 - priceUsd / low : priceUsd > high ? priceUsd / high - 1 : 0
    if (off * BPS > ALIKE_BPS)
      add(
        engine,
        now,
        'price',
        `$${priceUsd}`,
        `$${low} to $${high}`,
        `The observed price is ${(off * BPS).toFixed(1)} bps outside the history of the preceding ${(Math.max(gapMs, POLL_MS) / 1000).toFixed(1)} s.`,
        isOfSources(context, off * BPS) ? 'two_sources' : 'unexplained',
      )
  }
  if (event.type !== 'candles' || event.closes.length === 0) return
  const seconds = context.compiled.candles?.seconds ?? 60
  const { from, closes } = await context.closes(event.from, event.from + event.closes.length * seconds)
  const isOther = (close: number, i: number) => Math.abs(close / (closes[i] ?? 0) - 1) * BPS > ALIKE_BPS
  const other = from !== event.from ? 0 : Array.from(event.closes).findIndex(isOther)
  if (other >= 0)
    add(
      engine,
      now,
      'price',
      `a close of $${event.closes[other]}`,
      `a close of $${closes[other] ?? 'none'}`,
      `The candle of ${clockWords((event.from + other * seconds) * 1000)} is different in the history.`,
    )
}

/** Steps that change nothing are not recorded: one that does so now was made in another state. */
function checkStep(engine: Engine, { event }: RecordedStep, did: boolean): void {
  if (!did && event.type !== 'filled' && event.type !== 'failed')
    add(engine, event.now, 'record', event.type, 'nothing', 'A recorded step has no effect when replayed.')
}

/** The wallets hold what they held before, and what was bought and sold since. */
function checkHoldings(
  { found, conditions, plan }: Engine,
  at: number,
  before: Holds | null,
  now: Holds,
): void {
  if (!before) return
  const tokens = BigInt(now.token) - BigInt(before.token)
  const quotes = BigInt(now.quote) - BigInt(before.quote)
  const isOther = (units: bigint, room: bigint) => units > room || units < -room
  if (!isOther(tokens, 0n) && !isOther(quotes, FEES_UNITS)) return
  const inWords = (units: bigint, decimals: number, name: string) =>
    `${units < 0n ? '-' : '+'}${unitsWords(units < 0n ? -units : units, decimals)} ${name}`
  found.differences.push({
    at,
    order: null,
    kind: 'holdings',
    live: `${unitsWords(BigInt(now.token), conditions.tokenDecimals)} ${symbolInPlan(plan)}, ${unitsWords(BigInt(now.quote), conditions.quoteDecimals)} ${plan.quote}`,
    replay: `${unitsWords(BigInt(before.token), conditions.tokenDecimals)} ${symbolInPlan(plan)}, ${unitsWords(BigInt(before.quote), conditions.quoteDecimals)} ${plan.quote}`,
    cause: 'other_movements',
    detail: `Apart from its own orders, the wallets moved ${inWords(tokens, conditions.tokenDecimals, symbolInPlan(plan))} and ${inWords(quotes, conditions.quoteDecimals, plan.quote)}.`,
  })
}

/** The stored state is not the one that its steps lead to. */
function stateDiffers(engine: Engine, at: number, recorded: StrategyState, made: StrategyState): void {
  const [a, b] = [toStored(recorded), toStored(made)]
  const names = (Object.keys(b) as (keyof StrategyState)[]).filter(
    (name) => JSON.stringify(a[name]) !== JSON.stringify(b[name]),
  )
  add(
    engine,
    at,
    'record',
    names.map((name) => `${name} ${JSON.stringify(a[name])}`).join(', '),
    names.map((name) => `${name} ${JSON.stringify(b[name])}`).join(', '),
    'The stored state does not match its steps.',
  )
}

export function createObservations(context: ReplayContext, found: Findings) {
  const { plan, conditions, token } = context
  const engine: Engine = { found, token, context, conditions, plan }
  return {
    /** Checks that the price and the candles of a step are those of the history. */
    checkMarket: (request: RecordedStep) => checkMarket(engine, request),
    /** Steps that change nothing are not recorded: a recorded one without effect was made in another state. */
    checkStep: (request: RecordedStep, did: boolean) => checkStep(engine, request, did),
    /** Checks that the wallets hold their former holdings plus what was bought, less what was sold. */
    checkHoldings: (at: number, before: Holds | null, now: Holds) => checkHoldings(engine, at, before, now),
    /** The stored state differs from the one that its steps lead to. */
    stateDiffers: (at: number, recorded: StrategyState, made: StrategyState) =>
      stateDiffers(engine, at, recorded, made),
  }
}
