/** JSON of Solana's RPC: u64 values are plain integers, exact in both directions. */

interface ExactJson {
  rawJSON(text: string): unknown
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown
}
const exact = JSON as unknown as ExactJson

// This realm is the worker's own; every bigint in an answer is a u64 or i64.
// oxlint-disable-next-line no-extend-native
Object.defineProperty(BigInt.prototype, 'toJSON', {
  configurable: true,
  value(this: bigint) {
    return exact.rawJSON(this.toString())
  },
})

/** Sixteen digits may be more than a double holds. */
const LONG_NUMBER = /[:[,\s]-?\d{16,}/

export const stringify = (value: unknown): string => JSON.stringify(value)

/** Integers beyond the precision of a double become bigint. Throws SyntaxError. */
export function parse(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text)
  return exact.parse(text, (_key, value, context) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context.source ?? '')
      ? BigInt(context.source!)
      : value,
  )
}
