/** The results of a step: a state with or without lines, or the end. */
import type { Ended } from './codes.ts'
import type { Line } from '../lines/line-types.ts'
import { line } from '../lines/lines.ts'
import type { Stepped, StrategyState } from './types.ts'

/** No line, no order. */
export const quiet = (state: StrategyState): Stepped => ({ state, orders: [], lines: [] })
export const withLines = (state: StrategyState, ...lines: Line[]): Stepped => ({ state, orders: [], lines })
/** Puts this line before those of the next step. */
export const after = (first: Line, next: Stepped): Stepped => ({ ...next, lines: [first, ...next.lines] })

export const finished = (state: StrategyState, status: Ended, reason: string): Stepped =>
  withLines({ ...state, done: { status, reason } }, line(status, { reason }))

/** For an idle state that no price ends. */
export const ANY_PRICE = { below: -Infinity, above: Infinity }
