/** The states of all types. 'plain': the type keeps none of its own. */
import type { BracketState } from './bracket/state.ts'
import type { GridState } from './grid/state.ts'
import type { SignalState } from './signal-state.ts'

export type TypeState = { type: 'plain' } | GridState | BracketState | SignalState
