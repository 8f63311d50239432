/** Parses JSON and keeps numbers as their original text: a float would round them. */
type Revive = (key: string, value: unknown, context: { source: string }) => unknown
const revive: Revive = (_, value, { source }) => (typeof value === 'number' ? source : value)

/** null: no JSON. */
export function parseExactJson(text: string): unknown {
  try {
    return JSON.parse(text, revive as (key: string, value: unknown) => unknown)
  } catch {
    return null
  }
}

/** The fields of an object; none for anything else. */
export const toFields = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
