/** Schemas of the values that stand in many bodies and answers. */
import * as z from 'zod/mini'
import { NAME_MAX, WALLET_IDS_MAX } from './limits.ts'

/** Parts of larger patterns: a character of base58, and an address. */
export const BASE58 = '[1-9A-HJ-NP-Za-km-z]'
export const ADDRESS_PATTERN = `${BASE58}{32,44}`
/** An address anywhere in a text, but not within a longer run of base58. */
export const ADDRESS_IN_TEXT = new RegExp(`(?<!${BASE58})${ADDRESS_PATTERN}(?!${BASE58})`)
/** A base58 Solana address or mint (32 bytes; the exact length is checked by the server). */
export const Address = z
  .string()
  .check(z.regex(new RegExp(`^${ADDRESS_PATTERN}$`), 'must be a Solana address'))
/** A SOL or token amount in a request: a JSON number or a numeric string, turned to base units by money.ts only. */
export const Decimal = z.union([
  z.number().check(z.nonnegative('must not be negative')),
  z.string().check(z.regex(/^\d{0,20}(\.\d{0,18})?$/, 'must be a decimal number'), z.minLength(1)),
])
export type Decimal = z.infer<typeof Decimal>
/** A number or a numeric string, also a negative one: the server lists in one message which are not positive. */
export const RequestedAmount = z.union(
  [z.number(), z.string().check(z.regex(/^-?\d{0,20}(\.\d{0,18})?$/, 'must be a decimal number'))],
  'must be a decimal number',
)
/** An amount in an answer: a number, or a string above 15 significant digits. */
export const Amount = z.union([z.number(), z.string()])
export type Amount = z.infer<typeof Amount>
/** ISO 8601 in UTC. */
export const Time = z.string()
export const Id = z.int().check(z.positive())
/** An id in a query. */
export const QueryId = z.coerce
  .number('must be an id')
  .check(z.int('must be an id'), z.positive('must be an id'))
/** A moment in a query, in whole seconds since 1970. */
export const QueryTime = z.coerce
  .number('must be a time in seconds')
  .check(
    z.int('must be a time in seconds'),
    z.minimum(0, 'must be a time in seconds'),
    z.maximum(9_999_999_999, 'must be a time in seconds'),
  )
/** When the changed object was read: the answer is 409 if it has changed since. */
export const UpdatedAt = z
  .string()
  .check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'must be a time'))
/** Wallets of the user, none twice. */
export const WalletIds = z.array(Id).check(
  z.minLength(1, 'must hold at least one wallet'),
  z.maxLength(WALLET_IDS_MAX, `must hold at most ${WALLET_IDS_MAX} wallets`),
  z.refine((ids) => new Set(ids).size === ids.length, 'must not contain the same wallet twice'),
)
/** Excludes characters that end a line, move the cursor, colour a terminal or change the reading direction. */
const CONTROLS = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u
export const readable = z.refine<string>(
  (text) => !CONTROLS.test(text),
  'must not contain control characters',
)
export const Name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, 'must not be empty'),
    z.maxLength(NAME_MAX, `must have at most ${NAME_MAX} characters`),
    readable,
  )
export const Done = z.object({ success: z.literal(true) })
export const Nothing = z.strictObject({})
/** An id of a row in a path; up to 15 digits fit a number exactly. */
export const ROW_ID = /^[1-9]\d{0,14}$/
/** Ids of strategies, operations, channels. */
export const UUID_PATTERN = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
export const UUID = new RegExp(`^${UUID_PATTERN}$`)
