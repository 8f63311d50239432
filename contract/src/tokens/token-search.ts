/** Search for tokens by name: the tokens found, and warnings about them. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { TOKEN_QUERY_MAX } from '../limits.ts'
import { readable, Time } from '../values.ts'

/** `percent`: only for 'top_holders'. */
export type TokenWarning =
  | {
      code:
        | 'not_verified'
        | 'suspicious'
        | 'imitates'
        | 'can_be_minted'
        | 'can_be_frozen'
        | 'little_liquidity'
        | 'new'
    }
  | { code: 'top_holders'; percent: number }

/** A few words each: they stand in a list. */
export function tokenWarningText(warning: TokenWarning): string {
  switch (warning.code) {
    case 'not_verified':
      return 'not verified'
    case 'suspicious':
      return 'suspicious'
    case 'imitates':
      return 'uses the name of a well-known token but is a different one'
    case 'can_be_minted':
      return 'more of it can be minted'
    case 'can_be_frozen':
      return 'accounts can be frozen'
    case 'little_liquidity':
      return 'low liquidity'
    case 'new':
      return 'less than a week old'
    case 'top_holders':
      return `the ten largest holders own ${warning.percent}%`
  }
}

/**
 * Symbols and names of 'market' ones are strangers' texts, cleaned. `namesakes`: how many other results have a symbol
 * that a reader takes for the same.
 */
export const FoundToken = z.object({
  mint: z.string(),
  symbol: z.string(),
  name: z.string(),
  decimals: z.int(),
  source: z.enum(['known', 'created', 'granted', 'market']),
  /** The account that granted it. */
  owner: z.nullable(z.string()),
  verified: z.boolean(),
  /** Whole USD. */
  liquidity_usd: z.nullable(z.string()),
  since: z.nullable(Time),
  warnings: z.array(z.object({ code: z.string(), text: z.string() })),
  namesakes: z.int(),
})
export type FoundToken = z.infer<typeof FoundToken>

export const searchTokens = endpoint({
  method: 'GET',
  path: '/tokens/search',
  summary:
    'Tokens by symbol, name or address: known ones, those of the account, then those of the live market',
  access: 'session',
  failure: 'Failed to search tokens',
  query: z.object({
    query: z
      .string('is required')
      .check(
        z.trim(),
        z.minLength(1, 'must not be empty'),
        z.maxLength(TOKEN_QUERY_MAX, `must have at most ${TOKEN_QUERY_MAX} characters`),
        readable,
      ),
  }),
  answer: z.object({
    tokens: z.array(FoundToken),
    /** Whether the live market was searched as well: 'none' if the market is simulated. */
    market: z.enum(['none', 'answered', 'unavailable']),
  }),
})
