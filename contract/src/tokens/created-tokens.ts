/** Tokens that users create, and the tokens that an account knows by name. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import {
  CREATED_TOKEN_DECIMALS_MAX,
  TOKEN_DESCRIPTION_BYTES,
  TOKEN_IMAGE_BYTES,
  TOKEN_NAME_BYTES,
} from '../limits.ts'
import { Amount, Decimal, Id, readable } from '../values.ts'

/** Counts the bytes of a text in UTF-8, as the chain stores it. */
export function bytesIn(text: string): number {
  let bytes = 0
  for (const letter of text) {
    const point = letter.codePointAt(0) ?? 0
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return bytes
}

const atMost = (most: number) =>
  z.refine<string>(
    (text) => bytesIn(text) <= most,
    `must have at most ${most} characters; one beyond plain English letters counts as two to four`,
  )
const noLoneSurrogate = z.refine<string>((text) => text.isWellFormed(), 'must not contain invalid characters')

export const TokenName = z
  .string('is required')
  .check(z.trim(), z.minLength(1, 'must not be empty'), readable, noLoneSurrogate, atMost(TOKEN_NAME_BYTES))
/** Converted to capitals. */
export const TokenSymbol = z
  .string('is required')
  .check(
    z.trim(),
    z.toUpperCase(),
    z.regex(/^[A-Z][A-Z0-9]{1,9}$/, 'must be 2 to 10 letters and digits, beginning with a letter'),
  )
export const TokenDescription = z
  .string()
  .check(z.trim(), readable, noLoneSurrogate, atMost(TOKEN_DESCRIPTION_BYTES))
/**
 * Empty means no image. The console requests nothing from outside and shows none; it is stored in the token for others.
 */
export const TokenImage = z
  .string()
  .check(
    z.trim(),
    z.regex(
      /^(https:\/\/[\x21\x23-\x26\x28-\x3b\x3d\x3f-\x7e]+)?$/,
      'must be an address that begins with https://',
    ),
    atMost(TOKEN_IMAGE_BYTES),
  )

export const CreateToken = z.strictObject({
  name: TokenName,
  symbol: TokenSymbol,
  description: z.optional(TokenDescription),
  image: z.optional(TokenImage),
  decimals: z
    .int('must be a whole number')
    .check(
      z.minimum(0, 'must not be negative'),
      z.maximum(CREATED_TOKEN_DECIMALS_MAX, `must be at most ${CREATED_TOKEN_DECIMALS_MAX}`),
    ),
  /** Whole tokens, all of which the wallet receives. */
  supply: Decimal,
  wallet_id: Id,
  dryRun: z.optional(z.boolean()),
})

/** Amounts in SOL. */
export const TokenCreationPreview = z.object({
  dryRun: z.literal(true),
  /**
   * Rent of the token and of the account that holds its supply: the chain keeps these deposits as long as the accounts
   * exist.
   */
  rent: z.object({ mint: Amount, account: Amount }),
  /** The fee that the first attempt offers, and that `total` counts. */
  fee: Amount,
  /** The most that it may offer: a repeated attempt offers more for priority. This much is reserved. */
  fee_at_most: Amount,
  total: Amount,
  /** The least that must stay in the wallet, or the chain refuses the transaction. */
  keep: Amount,
  wallet: z.object({ id: Id, name: z.string(), address: z.string(), balance: Amount, after: Amount }),
  /** In the token's unit. */
  supply: Amount,
  /** Why it would fail; null if it would not. */
  error: z.nullable(z.string()),
})
export type TokenCreationPreview = z.infer<typeof TokenCreationPreview>

export const TokenCreated = z.object({ mint: z.string(), signature: z.string() })
export type TokenCreated = z.infer<typeof TokenCreated>

export const createToken = endpoint({
  method: 'POST',
  path: '/tokens',
  summary: 'Create a token with a fixed supply, once confirmed; or preview it, with dryRun',
  access: 'session',
  failure: 'Failed to create the token',
  status: 201,
  body: CreateToken,
  answer: z.union([TokenCreationPreview, TokenCreated]),
})

/** Created by the user ('created'), or by another who lets the user's account use it by name ('granted'). */
export const NamedToken = z.object({
  mint: z.string(),
  symbol: z.string(),
  name: z.string(),
  decimals: z.int(),
  source: z.enum(['created', 'granted']),
  /** The user who granted the token, and the grant; null for a created one. */
  owner: z.nullable(z.string()),
  grant_id: z.nullable(Id),
  granted_at: z.nullable(z.string()),
})
export type NamedToken = z.infer<typeof NamedToken>

export const listNamedTokens = endpoint({
  method: 'GET',
  path: '/tokens',
  summary: 'Tokens the account knows by name besides the well-known ones: its own and those shared with it',
  access: 'session',
  failure: 'Failed to fetch your tokens',
  answer: z.object({ tokens: z.array(NamedToken) }),
})
