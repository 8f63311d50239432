/**
 * Trades on the crosses of an indicator: one position at a time, bought on the one cross and sold whole on the other. An
 * indicator sees every closed candle, but only the newest one is traded on: what crossed while nobody watched is past.
 */
import type { MaCrossPlan, RsiPlan } from '@purser/contract/plan.ts'
import { TIMEFRAME_SECONDS } from '@purser/contract/plan.ts'
import { symbolOf } from '@purser/contract/tokens.ts'
import { tryAgain } from './step-again.ts'
import type { Indicator, Signal } from './step-indicators.ts'
import { ALWAYS, orderName, place, quiet, type Rules, type Scan, said } from './step-order.ts'
import type { Stepped, StrategyState } from './step.ts'

/** A candle is asked for this long after its end: the market needs a moment to close it. */
const GRACE_MS = 1_000

export function signalRules(plan: RsiPlan | MaCrossPlan, title: string, indicator: Indicator): Rules {
  const seconds = TIMEFRAME_SECONDS[plan.timeframe]
  const figuresOf = (state: StrategyState) => state.mind.figures ?? indicator.begin()
  const symbol = symbolOf(plan.token_address)

  /** What a cross asks for in this state. */
  const wishOf = (state: StrategyState, signal: Signal): 'buy' | 'sell' | null =>
    signal === 1 && state.held === '0' ? 'buy' : signal === -1 && state.held !== '0' ? 'sell' : null

  function act(state: StrategyState, priceUsd: number | null): Stepped {
    const { wish } = state.mind
    if (!wish) return quiet(state)
    const placed = place(
      plan,
      {
        side: wish,
        amount: wish === 'buy' ? plan.amount_per_trade : { value: state.held, unit: 'token' },
        count: null,
        why: indicator.words(figuresOf(state)),
        ...(wish === 'sell' ? { upTo: true as const } : {}),
      },
      state,
      priceUsd,
    )
    return placed.orders.length > 0
      ? placed
      : { ...placed, state: { ...placed.state, mind: { ...placed.state.mind, wish: null } } }
  }

  const scan: Scan = (state, closes, from) => {
    const figures = figuresOf(state).slice()
    // Crosses that ask for nothing are passed over, so the state decides once for all.
    const wanted = state.held === '0' ? 1 : -1
    let at = from
    let wish: 'buy' | 'sell' | null = null
    while (at < closes.length && wish === null)
      if (indicator.take(figures, closes[at++]!) === wanted) wish = wanted === 1 ? 'buy' : 'sell'
    const candleAt = (state.mind.candleAt ?? 0) + (at - from) * seconds
    return { at, state: { ...state, nextAt: dueAt(candleAt), mind: { candleAt, figures, wish } } }
  }
  const dueAt = (candleAt: number) => (candleAt + seconds) * 1000 + GRACE_MS

  return {
    title,
    first: `trades when a candle of ${plan.timeframe} closes with a cross`,
    count: null,
    endsAt: () => null,
    mind: () => ({ candleAt: 0, figures: indicator.begin(), wish: null }),
    candles: { seconds, history: indicator.history, scan },
    idle: (state) => ({
      ...ALWAYS,
      until: state.mind.wish ? Math.min(state.nextAt, state.slotAt) : state.nextAt,
    }),

    closed(before, event, mayAct) {
      const { closes, from } = event
      const candleAt = before.mind.candleAt === 0 ? from : (before.mind.candleAt ?? from)
      if (closes.length === 0 || from + (closes.length - 1) * seconds < candleAt) return quiet(before)
      const figures = figuresOf(before).slice()
      let signal: Signal = 0
      // What was taken in already is not taken in twice.
      for (let i = Math.max(0, (candleAt - from) / seconds); i < closes.length; i++)
        signal = indicator.take(figures, closes[i]!)
      const next = from + closes.length * seconds
      const isFresh = before.mind.candleAt !== 0
      const wish = mayAct && isFresh ? wishOf(before, signal) : null
      const state: StrategyState = {
        ...before,
        nextAt: dueAt(next),
        slotAt: event.now,
        retries: 0,
        mind: { candleAt: next, figures, wish },
      }
      if (wish) return act(state, event.priceUsd)
      if (signal === 0 || !isFresh) return quiet(state)
      const name = `Skipped ${orderName(state.ordersPlaced + 1, null)}: ${indicator.words(figures)}`
      if (!mayAct)
        return event.now < state.risk.holdUntil
          ? said(state, `${name}, but nothing new is begun so soon after a loss`)
          : quiet(state)
      return said(
        state,
        signal === 1
          ? `${name}, but ${state.held} ${symbol} are held already`
          : `${name}, but nothing is held`,
      )
    },

    tick: (state, now, priceUsd) => (now < state.slotAt ? quiet(state) : act(state, priceUsd)),
    filled: (state) => quiet({ ...state, mind: { ...state.mind, wish: null } }),
    continued: (state) => ({ ...state.mind, wish: null }),
    skipped: (state, event, line) =>
      state.mind.wish === 'sell'
        ? said({ ...state, slotAt: event.now }, `${line} It is decided anew at the next price.`)
        : said({ ...state, mind: { ...state.mind, wish: null } }, line),
    failed(state, event) {
      // The candles have their own time: a repeated order waits by itself.
      const { nextAt } = state
      const stepped = tryAgain(state, event, (given) => ({ ...given, mind: { ...given.mind, wish: null } }))
      return { ...stepped, state: { ...stepped.state, slotAt: stepped.state.nextAt, nextAt } }
    },
  }
}
