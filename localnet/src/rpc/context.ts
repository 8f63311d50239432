import type { Bank } from '../chain/bank.ts'
import type { Faults } from './faults.ts'

/** Passed to every method. */
export interface Context {
  bank: Bank
  faults: Faults | undefined
  /** The answer to `getGenesisHash`. */
  genesisHash: string
  urls: { rpc: string; ws: string }
  log: (line: string) => void
}

export type Methods = Record<string, (context: Context, params: readonly unknown[]) => unknown>
