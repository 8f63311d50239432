/** Price history: candles, and which of them are surely known. */
export type Candle = {
  time: number /* seconds, start of the candle */
  open: number
  high: number
  low: number
  close: number
  volume: number
}

export type CandleRequest = { mint: string; seconds: number; from: number; to: number }

/** The part of a time span that is surely known: its newest part without a gap. */
export type KnownCandles = {
  /**
   * Oldest first, whole and closed; one without trades has the close before it. With `open` also those that have not
   * settled.
   */
  candles: Candle[]
  /** Seconds: all closed candles that start in [from, to) are known. Equal: none is. */
  from: number
  to: number
  /** Nothing is traded before `from`, or no earlier candle is available. */
  begins: boolean
  /** Why something is missing: it is being loaded, or the service does not answer; null: nothing is. */
  missing: 'loading' | 'away' | null
  /** When the service last sent the newest candles, in milliseconds since 1970. */
  asOf: number | null
}
