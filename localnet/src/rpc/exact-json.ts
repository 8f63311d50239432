/** JSON whose integers are exact in both directions. */

interface ExactJson {
  rawJSON(text: string): unknown
  parse(
    text: string,
    reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
  ): unknown
}
const exact = JSON as unknown as ExactJson
/** Sixteen digits may be more than a double holds. */
const LONG_NUMBER = /[:[,\s]-?\d{16,}/

/** Integers beyond the precision of a double become bigint. Throws SyntaxError. */
export function parse(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text)
  return exact.parse(text, (_key, value, context) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context.source ?? '')
      ? BigInt(context.source ?? '')
      : value,
  )
}

/** The value that JSON.stringify writes as this plain integer. */
export const rawInteger = (value: bigint): unknown => exact.rawJSON(value.toString())
