/** Topics of the bus: what swaps did to the prices of the simulated market. */
import type { Settled } from './folded.ts'

declare module '../../../kernel/bus.ts' {
  interface BusEvents {
    /** They are in the table. */
    'market.impacts': { rows: (Settled & { mint: string })[] }
    /** Some impacts on these mints were taken back. */
    'market.impacts-dropped': { mints: string[] }
  }
}
