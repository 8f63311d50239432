/** Topics of the bus: effects of swaps on the prices of the simulated market. */
import type { SettledTrade } from './impact-sum.ts'

declare module '../../../kernel/bus.ts' {
  interface BusEvents {
    /** The rows are in the table. */
    'market.impacts': { rows: (SettledTrade & { mint: string })[] }
    /** Some impacts on these mints were taken back. */
    'market.impacts-dropped': { mints: string[] }
  }
}
