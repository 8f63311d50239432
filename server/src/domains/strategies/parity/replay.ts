/** What the strategy does next by itself: its very step, over the market's history, from a state that it was in. */
import { exact } from '../backtest/history.ts'
import type { Ended } from '../steps/codes.ts'
import type { Holdings, Order, Stepped, StrategyEvent, StrategyState } from '../steps/types.ts'
import { type Ground, type Holds, LOOK_MS } from './ground.ts'

/** An order, or the end without one. */
export type Decision = { at: number; priceUsd: number | null; order: Order | null; ended: Ended | null }

/** Prices looked at between two breaths. */
const AT_ONCE = 5_000

export const holdingsAt = (holds: Holds, tokenUsd: number, quoteUsd: number): Holdings => ({
  ...holds,
  tokenPrice: exact(tokenUsd).toString(),
  quotePrice: exact(quoteUsd).toString(),
})

/** What the runner would tell it at this time. */
export async function eventAt(
  ground: Ground,
  state: StrategyState,
  now: number,
  holds: Holds | null,
): Promise<StrategyEvent> {
  const { compiled, token, quote } = ground
  const priceUsd = token.at(now)
  if (compiled.candles && now >= state.nextAt && !state.exit) {
    const { seconds, history } = compiled.candles
    const to = Math.floor(now / 1000 / seconds) * seconds
    const from = state.mind.candleAt || to - history * seconds
    return {
      type: 'candles',
      now,
      priceUsd,
      ...(from >= to ? { from, closes: [] } : await ground.closes(from, to)),
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

export const decisionOf = (event: StrategyEvent, before: StrategyState, out: Stepped): Decision | null => {
  const [order = null] = out.orders
  const ended = !before.done && out.state.done ? out.state.done.status : null
  if (order === null && ended === null) return null
  const priceUsd = 'priceUsd' in event ? event.priceUsd : null
  return { at: event.now, priceUsd, order, ended }
}

/** The first decision in [from, to], looking as often as the runner does; null where there is none. */
export async function decide(
  ground: Ground,
  begin: { state: StrategyState; from: number; to: number },
  holdsAt: (ms: number) => Holds | null,
): Promise<Decision | null> {
  const { compiled, token } = ground
  const { to } = begin
  let { state, from: now } = begin
  let looks = 0
  while (now <= to) {
    const { until, below, above } = compiled.idle(state)
    const watches = below > -Infinity || above < Infinity
    if (!watches) now = Math.max(now, until)
    while (watches && now < until && now <= to) {
      const price = token.at(now)
      if (price <= below || price >= above) break
      now = Math.min(now + LOOK_MS, until)
      if (++looks % AT_ONCE === 0) await ground.breathe()
    }
    if (!(now <= to)) return null
    const event = await eventAt(ground, state, now, holdsAt(now))
    const out = compiled.step(state, event)
    const decision = decisionOf(event, state, out)
    if (decision) return decision
    state = out.state
    now += LOOK_MS
    if (++looks % AT_ONCE === 0) await ground.breathe()
  }
  return null
}
