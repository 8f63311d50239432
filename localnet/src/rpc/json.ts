/** JSON of Solana's RPC: u64 values are plain integers. */
import { rawInteger } from './exact-json.ts'

// This realm is the worker's own; every bigint in an answer is a u64 or i64.
// oxlint-disable-next-line no-extend-native
Object.defineProperty(BigInt.prototype, 'toJSON', {
  configurable: true,
  value(this: bigint) {
    return rawInteger(this)
  },
})

export const stringify = (value: unknown): string => JSON.stringify(value)
export { parse } from './exact-json.ts'
