/** Topics of the bus: what swaps did to the prices of the simulated market. */
import type { SettledTrade } from './impact-sum.ts'

declare module '../../../kernel/bus.ts' {
  interface BusEvents {
    /** They are in the table. */
    'market.impacts': { rows: (SettledTrade & { mint: string })[] }
    /** Some impacts on these mints were taken back. */
    'market.impacts-dropped': { mints: string[] }
  }
}
