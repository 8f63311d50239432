/**
 * Trades on the crosses of an indicator: one position at a time, bought on one cross and sold as a whole on the other.
 * The indicator takes in every closed candle, but only the newest one is traded on.
 */
import { figureWords } from '@purser/contract/money.ts'
import type { Indicator, Signal } from '@purser/contract/strategies/indicators.ts'
import type { MaCrossPlan, RsiPlan } from '@purser/contract/strategies/plan.ts'
import { TIMEFRAME_SECONDS } from '@purser/contract/strategies/plan.ts'
import { limits } from '@purser/contract/strategies/limits/index.ts'
import { limitWords } from '@purser/contract/strategies/limits/words.ts'
import { symbolInPlan } from '@purser/contract/tokens/tokens.ts'
import type { Side } from '../engine/codes.ts'
import { retryOrGiveUp } from '../engine/give-up.ts'
import { nextOrder, place } from '../engine/place.ts'
import { dueAfter } from '../engine/skip.ts'
import { ANY_PRICE, quiet, withLines } from '../engine/stepped.ts'
import type { Candles, Failed, Rules, Scan, Stepped, StrategyState } from '../engine/types.ts'
import type { LineData, Next } from '../lines/line-types.ts'
import { line } from '../lines/lines.ts'
import { type DueOrder, dueOrder, type Next as Upcoming, saleOfAll, type When } from './plan-type.ts'
import type { SignalState } from './signal-state.ts'

/** A candle is requested this long after its end: the market needs a moment to close it. */
const GRACE_MS = 1_000

/** `seconds`: the length of a candle. */
type Signals = { plan: RsiPlan | MaCrossPlan; indicator: Indicator; seconds: number }

/** null: the strategy does not trade on signals, or has not begun. */
const signalState = ({ typeState }: StrategyState): SignalState | null =>
  typeState.type === 'rsi' || typeState.type === 'ma_cross' ? typeState : null

/** The start of the next candle needed, in seconds; 0 until the history is loaded. */
export const candleAt = (state: StrategyState): number => signalState(state)?.candleAt ?? 0
export const requestedSide = (state: StrategyState): Side | null => signalState(state)?.pendingSide ?? null

/** Changes the state of a strategy that trades on signals; another stays as it is. */
export function withSignal(state: StrategyState, change: Partial<SignalState>): StrategyState {
  const own = signalState(state)
  return own ? { ...state, typeState: { ...own, ...change } } : state
}
const withoutRequest = (state: StrategyState): StrategyState => withSignal(state, { pendingSide: null })

const getFigures = ({ indicator }: Signals, state: StrategyState): number[] =>
  signalState(state)?.figures ?? indicator.begin()
const dueAt = ({ seconds }: Signals, candle: number): number => (candle + seconds) * 1000 + GRACE_MS

/** The side that a cross requests in this state. */
const toRequestedSide = ({ held }: StrategyState, signal: Signal): Side | null =>
  signal === 1 && held === '0' ? 'buy' : signal === -1 && held !== '0' ? 'sell' : null

/** Places the order that a signal requested. */
function act(signals: Signals, state: StrategyState, priceUsd: number | null): Stepped {
  const { plan, indicator } = signals
  const side = requestedSide(state)
  if (!side) return quiet(state)
  const placed = place(
    plan,
    {
      side,
      amount: side === 'buy' ? plan.amount_per_trade : { value: state.held, unit: 'token' },
      count: null,
      why: indicator.words(getFigures(signals, state)),
      ...(side === 'sell' ? { upTo: true as const } : {}),
    },
    state,
    priceUsd,
  )
  return placed.orders.length > 0 ? placed : { ...placed, state: withoutRequest(placed.state) }
}

const scanWith =
  (signals: Signals): Scan =>
  (state, closes, from) => {
    const { indicator, seconds } = signals
    const figures = getFigures(signals, state).slice()
    // The other cross requests nothing in this state.
    const wanted = state.held === '0' ? 1 : -1
    let at = from
    let pendingSide: Side | null = null
    while (at < closes.length && pendingSide === null)
      if (indicator.take(figures, closes[at++]!) === wanted) pendingSide = wanted === 1 ? 'buy' : 'sell'
    const next = candleAt(state) + (at - from) * seconds
    return {
      at,
      state: withSignal({ ...state, nextAt: dueAt(signals, next) }, { candleAt: next, figures, pendingSide }),
    }
  }

/** Takes closed candles in, and trades on the newest one if it may. */
function closed(signals: Signals, before: StrategyState, event: Candles, mayAct: boolean): Stepped {
  const { indicator, seconds } = signals
  const { closes, from } = event
  const isFresh = candleAt(before) !== 0
  const wanted = isFresh ? candleAt(before) : from
  if (closes.length === 0 || from + (closes.length - 1) * seconds < wanted) return quiet(before)
  const figures = getFigures(signals, before).slice()
  let signal: Signal = 0
  // Earlier candles are in the figures already.
  for (let i = Math.max(0, (wanted - from) / seconds); i < closes.length; i++)
    signal = indicator.take(figures, closes[i]!)
  const next = from + closes.length * seconds
  const pendingSide = mayAct && isFresh ? toRequestedSide(before, signal) : null
  const state = withSignal(
    { ...before, nextAt: dueAt(signals, next), slotAt: event.now, retries: 0 },
    { candleAt: next, figures, pendingSide },
  )
  if (pendingSide) return act(signals, state, event.priceUsd)
  return signal === 0 || !isFresh ? quiet(state) : notTraded(signals, state, { signal, mayAct, event })
}

/** Says why a signal is not traded on. */
function notTraded(
  signals: Signals,
  state: StrategyState,
  { signal, mayAct, event }: { signal: Signal; mayAct: boolean; event: Candles },
): Stepped {
  const skip = (code: LineData['skipped']['code'], but: string) => {
    const why = `${signals.indicator.words(getFigures(signals, state))}, but ${but}`
    return withLines(state, line('skipped', { order: nextOrder(state, null), code, why, next: null }))
  }
  const { hold } = state
  if (!mayAct)
    return hold && event.now < hold.until
      ? skip(limits[hold.by].skipCode, limitWords[hold.by].signal)
      : quiet(state)
  return signal === 1
    ? skip('held', `${figureWords(state.held)} ${symbolInPlan(signals.plan)} already held`)
    : skip('nothing-held', 'nothing is held')
}

function skipped(state: StrategyState, event: Failed, skip: LineData['skipped']): Stepped {
  if (requestedSide(state) !== 'sell') return withLines(withoutRequest(state), line('skipped', skip))
  const slotAt = dueAfter({ nextAt: event.now }, event)
  const next: Next = slotAt > event.now ? { what: 'attempt', ms: slotAt - event.now } : { what: 'next-price' }
  return withLines({ ...state, slotAt }, line('skipped', { ...skip, next }))
}

function failed(state: StrategyState, event: Failed): Stepped {
  // `nextAt` is the next candle: a retry waits by `slotAt`.
  const { nextAt } = state
  const stepped = retryOrGiveUp(state, event, withoutRequest)
  return { ...stepped, state: { ...stepped.state, slotAt: stepped.state.nextAt, nextAt } }
}

export function signalRules(plan: RsiPlan | MaCrossPlan, title: string, indicator: Indicator): Rules {
  const signals = { plan, indicator, seconds: TIMEFRAME_SECONDS[plan.timeframe] }
  const { seconds } = signals
  return {
    title,
    first: `trades when a ${plan.timeframe} candle closes with a cross`,
    count: null,
    endsAt: () => null,
    begin: () => ({ type: plan.strategy_type, candleAt: 0, figures: indicator.begin(), pendingSide: null }),
    candles: { seconds, history: indicator.history, scan: scanWith(signals) },
    idle: (state) => ({
      ...ANY_PRICE,
      until: requestedSide(state) ? Math.min(state.nextAt, state.slotAt) : state.nextAt,
    }),
    closed: (state, event, mayAct) => closed(signals, state, event, mayAct),
    tick: (state, now, priceUsd) => (now < state.slotAt ? quiet(state) : act(signals, state, priceUsd)),
    filled: (state) => quiet(withoutRequest(state)),
    continued: (state) => withoutRequest(state).typeState,
    skipped,
    failed,
  }
}

/** The next order: the one that a signal requested, else the one that the next cross would request. */
export function nextBySignal(plan: RsiPlan | MaCrossPlan, { state, at, order }: Upcoming): DueOrder[] | null {
  const requested = requestedSide(state)
  const when: When = requested
    ? { is: 'time', at: Math.max(at, state.slotAt) }
    : { is: 'cross', at: Math.max(at, state.nextAt) }
  if ((requested ?? (state.held === '0' ? 'buy' : 'sell')) === 'sell') return [saleOfAll(state, when, order)]
  const request = { side: 'buy' as const, amount: plan.amount_per_trade, count: null }
  const [placed] = place(plan, request, state, null).orders
  return placed ? [dueOrder(order, when, placed)] : null
}
