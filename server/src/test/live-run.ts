/** A live run in miniature: it polls a price path like the runner, late and unevenly, and fills a little later. */
import { parseUnits } from '@purser/contract/money.ts'
import type { Plan } from '@purser/contract/strategies/plan.ts'
import { createPath } from '../adapters/market/simulated/path.ts'
import { createProfile } from '../adapters/market/simulated/profile.ts'
import { createExchange, SLIPPAGE_BPS } from '../domains/strategies/backtest/exchange.ts'
import type { Recorded } from '../domains/strategies/parity/compare.ts'
import type { ReplayContext, RecordedStep, LiveOrder } from '../domains/strategies/parity/replay-context.ts'
import { compile } from '../domains/strategies/engine/compile.ts'
import type { StrategyEvent, StrategyState, Terms } from '../domains/strategies/engine/types.ts'
import type { Past } from '../ports/market.ts'
import { candleAt } from '../domains/strategies/types/signal.ts'

const DELAY = 1 - Number(SLIPPAGE_BPS) / 10_000
export const SOL_USD = 150
export const TOKEN_DECIMALS = 6
export const QUOTE_DECIMALS = 9

export const pastOfMint = (mint: string, seed = 'localnet'): Past => ({
  everyMs: 0,
  at: createPath(createProfile(mint, seed)).at,
})
export const still = (usd: number): Past => ({ everyMs: 0, at: () => usd })

export function createContext(
  plan: Plan,
  token: Past,
  budget: string | null,
  capitalUsd = 1_000,
): ReplayContext {
  const compiled = compile(plan)
  const seconds = compiled.candles?.seconds ?? 60
  const terms: Terms = {
    tokenDecimals: TOKEN_DECIMALS,
    quoteDecimals: QUOTE_DECIMALS,
    budget,
    limits: {},
    capitalUsd,
  }
  return {
    plan,
    terms,
    compiled,
    token,
    quote: still(SOL_USD),
    conditions: {
      tokenDecimals: TOKEN_DECIMALS,
      quoteDecimals: QUOTE_DECIMALS,
      feeBps: 25,
      depthUsd: 4_000_000,
      solUsd: SOL_USD,
      networkFee: 10_000n,
      rent: 0n,
      wallets: 1,
      purse: { token: 0n, quote: 0n },
    },
    closes: async (from, to) => ({
      from,
      closes: Array.from({ length: Math.max(0, (to - from) / seconds) }, (_, i) =>
        token.at((from + (i + 1) * seconds) * 1000),
      ),
    }),
    yieldNow: async () => undefined,
  }
}

export type Course = {
  from: number
  ms: number
  random: () => number
  /** Paused between these times, in milliseconds after the start. */
  pause?: [number, number]
  /** No process runs it between these times. */
  down?: [number, number]
  /** This order fails on the chain. */
  fails?: number
  /** Does not poll between these times, and does not notice it. */
  blind?: [number, number]
  /** How long after its end a candle arrives. */
  candleLagMs?: number
}

/** Polls every second or a little more, like the runner, and records what the runner records. */
export async function liveRun(context: ReplayContext, course: Course): Promise<Recorded> {
  const { plan, compiled, token, quote } = context
  const { from, random } = course
  const steps: RecordedStep[] = []
  const orders = new Map<number, LiveOrder>()
  const purse = { token: 10n ** 10n, quote: 10n ** 12n }
  let state: StrategyState = { ...compiled.begin(), terms: context.terms }
  let [now, seenAt, gapMs] = [from, from, 0]
  let heldSince: number | null = null
  const within = (span: [number, number] | undefined, ms: number) =>
    span !== undefined && ms >= from + span[0] && ms < from + span[1]

  function keep(event: StrategyEvent): void {
    const out = compiled.step(state, event)
    if (out.state === state && out.lines.length === 0) return
    state = out.state
    steps.push({ event, at: event.now + 20, gapMs, heldSince })
    gapMs = 0
    heldSince = null
    for (const order of out.orders) {
      const exchange = createExchange(plan, { ...context.conditions, purse })
      now += 200 + Math.floor(random() * 1_500)
      const isBuy = order.side === 'buy'
      // A market charges nothing for the delay, which the model does: there the received amount is dearer by that much.
      const [tokenUsd, quoteUsd] = isBuy
        ? [token.at(now) * DELAY, quote.at(now)]
        : [token.at(now), quote.at(now) * DELAY]
      const { event: answer } = exchange.execute(order, now, tokenUsd, quoteUsd)
      const failed = course.fails === order.seq || answer.type !== 'filled'
      const units = (text: string, side: boolean) => parseUnits(text, side ? QUOTE_DECIMALS : TOKEN_DECIMALS)
      const wanted =
        answer.type === 'filled' ? units(isBuy ? answer.quote : answer.tokens, isBuy) : parseUnits('1', 6)
      const received =
        answer.type === 'filled' && !failed ? units(isBuy ? answer.tokens : answer.quote, !isBuy) : null
      orders.set(order.seq, {
        seq: order.seq,
        side: order.side,
        at: event.now + 10,
        legs: 1,
        wanted,
        spent: received === null ? 0n : wanted,
        received,
        filled: received === null ? 0 : 1,
        open: 0,
        error: failed ? 'The transaction failed: slippage.' : null,
      })
      if (!failed) Object.assign(purse, exchange.purse)
      keep(
        failed
          ? { type: 'failed', now, seq: order.seq, reason: 'The transaction failed: slippage.', fatal: false }
          : answer,
      )
      seenAt = now
    }
  }

  keep({ type: 'start', now })
  while (now < from + course.ms && !state.done) {
    now += 200
    if (within(course.down, now)) {
      heldSince = now
      now = from + (course.down?.[1] ?? 0)
      seenAt = now
      gapMs = 0
      keep({ type: 'resumed', now })
      continue
    }
    if (within(course.pause, now)) {
      keep({ type: 'paused', now })
      now = from + (course.pause?.[1] ?? 0)
      keep({ type: 'resumed', now })
      seenAt = now
      continue
    }
    if (within(course.blind, now)) {
      seenAt = now
      continue
    }
    const idle = compiled.idle(state)
    const watches = idle.below > -Infinity || idle.above < Infinity
    const rested = now - seenAt >= 1_000
    const isDue = idle.until <= now && (rested || compiled.candles === null)
    if (!isDue && !watches) {
      gapMs = Math.max(gapMs, now - seenAt)
      if (idle.until > now) seenAt = now
    }
    if (!isDue && !(watches && rested)) continue
    const began = now
    now += Math.floor(random() * (random() < 0.05 ? 2_000 : 300))
    gapMs = Math.max(gapMs, now - seenAt)
    const price = token.at(began + Math.floor(random() * (now - began)))
    if (now >= idle.until || price <= idle.below || price >= idle.above) keep(await told(price))
    seenAt = Math.max(seenAt, began)
  }
  return {
    steps,
    orders,
    base: null,
    state: JSON.parse(JSON.stringify(state)) as StrategyState,
    from,
    to: now,
  }

  async function told(priceUsd: number): Promise<StrategyEvent> {
    if (compiled.candles && now >= state.nextAt && !state.exit) {
      const { seconds, history } = compiled.candles
      const to = Math.floor((now - (course.candleLagMs ?? 0)) / 1000 / seconds) * seconds
      const first = candleAt(state) || to - history * seconds
      const closes = first >= to ? { from: first, closes: [] } : await context.closes(first, to)
      return { type: 'candles', now, priceUsd, ...closes }
    }
    const exchange = createExchange(plan, { ...context.conditions, purse })
    const wants = compiled.needsHoldings && now >= state.nextAt
    return {
      type: 'tick',
      now,
      priceUsd,
      ...(wants ? { holdings: exchange.holdings(priceUsd, quote.at(now)) } : {}),
    }
  }
}
