/** The parity report of a run: its record, replayed over the market's history. */
import { setImmediate } from 'node:timers/promises'
import type { Parity, ParityCause } from '@purser/contract/strategies/parity.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Fault } from '../../../kernel/fault.ts'
import { type Market, type Past, PRICE_SCALE } from '../../../ports/market.ts'
import type { Sizing } from '../sizing/sizing.ts'
import { compile } from '../engine/compile.ts'
import { recorded, STEPS_KEPT } from '../record/steps.store.ts'
import { isLive, type StrategyRow } from '../rows.ts'
import { compare } from './compare.ts'
import { type Findings, computeReturn, toDifference } from './findings.ts'
import { coarseness, type ReplayContext, SOURCES_BPS } from './replay-context.ts'
import { liveOrders } from './orders.ts'
import { closesFrom, pastOfCandles, replayedCandles } from './past.ts'

export type ParityParts = { db: Db; clock: Clock; market: Market; sizing: Sizing }

/** The most that is replayed, back from the end of a run. */
const WINDOW_MS = 30 * DAY_MS
const MOST_LISTED = 200
const CANDLE_SECONDS = 60

type Engine = ParityParts & {
  waiting: Map<string, Promise<Parity>>
  last: Promise<unknown>
}

async function loadPast({ market }: Engine, mint: string, from: number, to: number): Promise<Past | null> {
  if (market.past) return market.past({ mint, from, to })
  const start = Math.floor(from / 1000 / CANDLE_SECONDS) * CANDLE_SECONDS
  const request = { mint, seconds: CANDLE_SECONDS, from: start, to: Math.ceil(to / 1000) + CANDLE_SECONDS }
  return pastOfCandles(await replayedCandles(market, request), CANDLE_SECONDS)
}

async function loadGround(
  engine: Engine,
  row: StrategyRow,
  from: number,
  to: number,
): Promise<ReplayContext> {
  const { sizing, market } = engine
  const { plan } = row
  const { input: quote, output: token } = await sizing.sides(plan, 'buy')
  // A little more, for prices seen before the first step.
  const [ofToken, ofQuote] = [
    await loadPast(engine, token.mint, from - DAY_MS / 24, to),
    await loadPast(engine, quote.mint, from - DAY_MS / 24, to),
  ]
  const friction = await market.friction({ inputMint: quote.mint, outputMint: token.mint })
  const sol = await market.priceUsd(SOL_MINT)
  if (!ofToken || !ofQuote || 'unavailable' in friction || sol === null)
    throw new Fault('no_record', { missing: 'prices' })
  const compiled = compile(plan)
  return {
    plan,
    compiled,
    terms: row.state.terms ?? null,
    token: ofToken,
    quote: ofQuote,
    conditions: {
      ...friction,
      tokenDecimals: token.decimals,
      quoteDecimals: quote.decimals,
      solUsd: Number(sol) / Number(PRICE_SCALE),
      networkFee: sizing.fee,
      rent: 0n,
      wallets: row.walletAddresses.length,
      purse: { token: 0n, quote: 0n },
    },
    closes: closesFrom(
      { candles: (request) => replayedCandles(market, request) },
      token.mint,
      compiled.candles?.seconds ?? CANDLE_SECONDS,
    ),
    yieldNow: () => setImmediate(),
  }
}

async function report(engine: Engine, userId: number, id: string): Promise<Parity> {
  const { db, clock } = engine
  const record = await recorded(db, { userId, id }, STEPS_KEPT)
  if (!record) throw new Fault('not_found', { what: 'Strategy' })
  const { row, steps, orders } = record
  const first = steps[0]?.event
  if (record.cut) throw new Fault('no_record', { missing: 'steps', most: STEPS_KEPT })
  if (first?.type !== 'start') throw new Fault('no_record', { missing: 'beginning' })
  const to = isLive(row.status) ? clock.now() : (steps.at(-1)?.event.now ?? first.now)
  const from = Math.max(first.now, to - WINDOW_MS)
  const context = await loadGround(engine, row, from, to)
  const found = await compare(context, {
    steps: steps.map(({ event, at, gapMs, heldSince }) => ({
      event,
      at: at.getTime(),
      gapMs,
      heldSince: heldSince?.getTime() ?? null,
    })),
    orders: liveOrders(orders),
    base: row.base,
    state: row.state,
    from,
    to,
  })
  return toAnswer(row, context, found, { from, to, cut: from > first.now })
}

/** Throws not_found for another user's strategy, no_record where the record or the history is incomplete. */
function readParity(engine: Engine, userId: number, id: string): Promise<Parity> {
  const { waiting } = engine
  const name = `${userId} ${id}`
  const known = waiting.get(name)
  if (known) return known
  const mine = engine.last.then(() => report(engine, userId, id)).finally(() => waiting.delete(name))
  waiting.set(name, mine)
  engine.last = mine.catch(() => undefined)
  return mine
}

export function createParity(parts: ParityParts) {
  const waiting = new Map<string, Promise<Parity>>()
  const engine: Engine = { ...parts, waiting, last: Promise.resolve() }
  return {
    /** Throws not_found for another user's strategy, no_record if the record or the history is incomplete. */
    of: (userId: number, id: string) => readParity(engine, userId, id),
  }
}

function toAnswer(
  row: StrategyRow,
  context: ReplayContext,
  found: Findings,
  { from, to, cut }: { from: number; to: number; cut: boolean },
): Parity {
  const counts = new Map<ParityCause, number>()
  for (const { cause } of found.differences) counts.set(cause, (counts.get(cause) ?? 0) + 1)
  const isOpen = (cause: ParityCause) => Number(cause !== 'unexplained')
  const listed = found.differences
    .toSorted((a, b) => isOpen(a.cause) - isOpen(b.cause) || a.at - b.at)
    .slice(0, MOST_LISTED)
  const price = context.token.at(to)
  const capital = row.state.terms?.capitalUsd ?? null
  return {
    strategy_id: row.id,
    run: row.run,
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    resolution_seconds: coarseness(context) / 1000,
    longest_look_seconds: found.longestMs / 1000,
    steps: found.steps,
    orders_live: found.live,
    orders_replay: found.replay,
    orders_matched: found.matched,
    differences: listed.map(toDifference),
    differences_total: found.differences.length,
    by_cause: [...counts].map(([cause, count]) => ({ cause, count })),
    unexplained: counts.get('unexplained') ?? 0,
    return_live_percent: computeReturn(found.flows.live, price, capital),
    return_replay_percent: computeReturn(found.flows.replay, price, capital),
    assumptions: describeAssumptions(context, cut),
  }
}

const describeAssumptions = (context: ReplayContext, cut: boolean): string[] => [
  'The same steps are replayed over the market’s history, including the effect of all trades; after each decision the replay continues from what happened live.',
  coarseness(context) === 0
    ? 'The price is known at every moment.'
    : `Only ${coarseness(context) / 1000} s candles are known, of one pool and from a different service than the prices: within a candle, the price may have been anywhere between its low and high, and ${SOURCES_BPS / 100}% beyond.`,
  'Orders match if side and amount are equal and their times are within one check of the live run.',
  'Returns are on the capital the plan commits, at the final price, excluding network fees.',
  ...(cut ? ['Only the last 30 days of the run were replayed.'] : []),
]
