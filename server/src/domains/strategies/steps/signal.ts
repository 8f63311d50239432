/**
 * Trades on the crosses of an indicator: one position at a time, bought on one cross and sold whole on the other. The
 * indicator takes in every closed candle, but only the newest one is traded on.
 */
import { figureWords } from '@purser/contract/money.ts'
import type { MaCrossPlan, RsiPlan } from '@purser/contract/plan.ts'
import { TIMEFRAME_SECONDS } from '@purser/contract/plan.ts'
import { limits } from '@purser/contract/strategies/limits/index.ts'
import { limitWords } from '@purser/contract/strategies/limits/words.ts'
import { symbolInPlan } from '@purser/contract/tokens.ts'
import type { Side } from './codes.ts'
import { retryOrGiveUp } from './give-up.ts'
import type { Indicator, Signal } from './indicators.ts'
import type { LineData, Next } from './line-types.ts'
import { line } from './lines.ts'
import { nextOrder, place } from './place.ts'
import { dueAfter } from './skip.ts'
import { ANY_PRICE, quiet, said } from './stepped.ts'
import type { Rules, Scan, Stepped, StrategyState } from './types.ts'

/** A candle is requested this long after its end: the market needs a moment to close it. */
const GRACE_MS = 1_000

export function signalRules(plan: RsiPlan | MaCrossPlan, title: string, indicator: Indicator): Rules {
  const seconds = TIMEFRAME_SECONDS[plan.timeframe]
  const figuresOf = (state: StrategyState) => state.mind.figures ?? indicator.begin()
  const symbol = symbolInPlan(plan)

  /** The side that a cross requests in this state. */
  const requestedBy = (state: StrategyState, signal: Signal): Side | null =>
    signal === 1 && state.held === '0' ? 'buy' : signal === -1 && state.held !== '0' ? 'sell' : null

  function act(state: StrategyState, priceUsd: number | null): Stepped {
    const { wish: side } = state.mind
    if (!side) return quiet(state)
    const placed = place(
      plan,
      {
        side,
        amount: side === 'buy' ? plan.amount_per_trade : { value: state.held, unit: 'token' },
        count: null,
        why: indicator.words(figuresOf(state)),
        ...(side === 'sell' ? { upTo: true as const } : {}),
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
    // The other cross requests nothing while this is held or not.
    const wanted = state.held === '0' ? 1 : -1
    let at = from
    let wish: Side | null = null
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
    begin: () => ({ candleAt: 0, figures: indicator.begin(), wish: null }),
    candles: { seconds, history: indicator.history, scan },
    idle: (state) => ({
      ...ANY_PRICE,
      until: state.mind.wish ? Math.min(state.nextAt, state.slotAt) : state.nextAt,
    }),

    closed(before, event, mayAct) {
      const { closes, from } = event
      const candleAt = before.mind.candleAt === 0 ? from : (before.mind.candleAt ?? from)
      if (closes.length === 0 || from + (closes.length - 1) * seconds < candleAt) return quiet(before)
      const figures = figuresOf(before).slice()
      let signal: Signal = 0
      // Candles before `candleAt` are in the figures already.
      for (let i = Math.max(0, (candleAt - from) / seconds); i < closes.length; i++)
        signal = indicator.take(figures, closes[i]!)
      const next = from + closes.length * seconds
      const isFresh = before.mind.candleAt !== 0
      const wish = mayAct && isFresh ? requestedBy(before, signal) : null
      const state: StrategyState = {
        ...before,
        nextAt: dueAt(next),
        slotAt: event.now,
        retries: 0,
        mind: { candleAt: next, figures, wish },
      }
      if (wish) return act(state, event.priceUsd)
      if (signal === 0 || !isFresh) return quiet(state)
      const skip = (code: LineData['skipped']['code'], but: string) => {
        const why = `${indicator.words(figures)}, but ${but}`
        return said(state, line('skipped', { order: nextOrder(state, null), code, why, next: null }))
      }
      if (!mayAct)
        return state.hold && event.now < state.hold.until
          ? skip(limits[state.hold.by].skipCode, limitWords[state.hold.by].signal)
          : quiet(state)
      return signal === 1
        ? skip('held', `${figureWords(state.held)} ${symbol} are held already`)
        : skip('nothing-held', 'nothing is held')
    },

    tick: (state, now, priceUsd) => (now < state.slotAt ? quiet(state) : act(state, priceUsd)),
    filled: (state) => quiet({ ...state, mind: { ...state.mind, wish: null } }),
    continued: (state) => ({ ...state.mind, wish: null }),
    skipped(state, event, skip) {
      if (state.mind.wish !== 'sell')
        return said({ ...state, mind: { ...state.mind, wish: null } }, line('skipped', skip))
      const slotAt = dueAfter({ nextAt: event.now }, event)
      const next: Next =
        slotAt > event.now ? { what: 'attempt', ms: slotAt - event.now } : { what: 'next-price' }
      return said({ ...state, slotAt }, line('skipped', { ...skip, next }))
    },
    failed(state, event) {
      // `nextAt` is the next candle: a retry waits by `slotAt`.
      const { nextAt } = state
      const stepped = retryOrGiveUp(state, event, (given) => ({
        ...given,
        mind: { ...given.mind, wish: null },
      }))
      return { ...stepped, state: { ...stepped.state, slotAt: stepped.state.nextAt, nextAt } }
    },
  }
}
