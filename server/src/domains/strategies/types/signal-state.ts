/** The state of strategies that trade on signals. */
import type { Side } from '../engine/codes.ts'

/** The state of a strategy that trades on the signals of an indicator. Stored. */
export type SignalState = {
  type: 'rsi' | 'ma_cross'
  /** The start of the next candle needed, in seconds; 0 until the history is loaded. */
  candleAt: number
  /** The indicator's running figures. */
  figures: number[]
  /** The side that the last candle's signal requested and that is not filled yet. */
  pendingSide: Side | null
}
