/** Topics of the bus: the market's clock. */

/** Its speed was changed by one of the processes. */
export type MarketClockChanged = { version: number }

declare module '../../kernel/bus.ts' {
  interface BusEvents {
    'market.clock': MarketClockChanged
  }
}
