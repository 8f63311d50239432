/** The strategy's next decision over the market's history, from a recorded state. */
import { exact } from '../backtest/history.ts'
import type { Ended } from '../engine/codes.ts'
import type { Holdings, Order, Stepped, StrategyEvent, StrategyState } from '../engine/types.ts'
import { type ReplayContext, type Holds, POLL_MS } from './replay-context.ts'
import { candleAt } from '../types/signal.ts'

/** An order, or the end without one. */
export type Decision = { at: number; priceUsd: number | null; order: Order | null; ended: Ended | null }

/** Prices between two yields to the event loop. */
const AT_ONCE = 5_000

export const holdingsAt = (holds: Holds, tokenUsd: number, quoteUsd: number): Holdings => ({
  ...holds,
  tokenPrice: exact(tokenUsd).toString(),
  quotePrice: exact(quoteUsd).toString(),
})

/** The event that the runner would make at this time. */
export async function eventAt(
  context: ReplayContext,
  state: StrategyState,
  now: number,
  holds: Holds | null,
): Promise<StrategyEvent> {
  const { compiled, token, quote } = context
  const priceUsd = token.at(now)
  if (compiled.candles && now >= state.nextAt && !state.exit) {
    const { seconds, history } = compiled.candles
    const to = Math.floor(now / 1000 / seconds) * seconds
    const from = candleAt(state) || to - history * seconds
    return {
      type: 'candles',
      now,
      priceUsd,
      ...(from >= to ? { from, closes: [] } : await context.closes(from, to)),
    }
  }
  const wants = compiled.needsHoldings && now >= state.nextAt && holds !== null
  return {
    type: 'tick',
    now,
    priceUsd,
    ...(wants ? { holdings: holdingsAt(holds, priceUsd, quote.at(now)) } : {}),
  }
}

export const toDecision = (event: StrategyEvent, before: StrategyState, out: Stepped): Decision | null => {
  const [order = null] = out.orders
  const ended = !before.done && out.state.done ? out.state.done.status : null
  if (order === null && ended === null) return null
  const priceUsd = 'priceUsd' in event ? event.priceUsd : null
  return { at: event.now, priceUsd, order, ended }
}

/** The first decision in [from, to], polling as often as the runner does; null if there is none. */
export async function decide(
  context: ReplayContext,
  begin: { state: StrategyState; from: number; to: number },
  holdsAt: (ms: number) => Holds | null,
): Promise<Decision | null> {
  const { compiled, token } = context
  const { to } = begin
  let { state, from: now } = begin
  let polls = 0
  while (now <= to) {
    const { until, below, above } = compiled.idle(state)
    const watches = below > -Infinity || above < Infinity
    if (!watches) now = Math.max(now, until)
    while (watches && now < until && now <= to) {
      const price = token.at(now)
      if (price <= below || price >= above) break
      now = Math.min(now + POLL_MS, until)
      if (++polls % AT_ONCE === 0) await context.yieldNow()
    }
    if (!(now <= to)) return null
    const event = await eventAt(context, state, now, holdsAt(now))
    const out = compiled.step(state, event)
    const decision = toDecision(event, state, out)
    if (decision) return decision
    state = out.state
    now += POLL_MS
    if (++polls % AT_ONCE === 0) await context.yieldNow()
  }
  return null
}
