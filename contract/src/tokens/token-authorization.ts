/** The Token Authorization Center: grants of a token that the user created. Source: specification 2. */
import * as z from 'zod/mini'
import { Email } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'
import { AUTHORIZATION_PAGE, AUTHORIZATION_PAGE_MAX } from '../limits.ts'
import { Address, Amount, Done, Id, RequestedAmount, Time } from '../values.ts'

/** A token that the user created. Figures in USD; null: unknown. */
export const AuthorizableToken = z.object({
  id: Id,
  name: z.string(),
  ticker: z.string(),
  description: z.string(),
  cover_image: z.string(),
  ip_type: z.literal('token'),
  token_info: z.object({
    symbol: z.string(),
    name: z.string(),
    mint: z.string(),
    price: z.nullable(Amount),
    market_cap: z.nullable(Amount),
    /** The market quotes it. */
    on_exchange: z.boolean(),
    cover_url: z.string(),
    description: z.string(),
    decimals: z.int(),
    supply: Amount,
    /** Wallets that hold some, counted on the chain; null if no endpoint counts them. */
    holders: z.nullable(z.int()),
  }),
  /** Decided by the newest grant. */
  isAuthorized: z.boolean(),
  authorizedTo: z.nullable(z.string()),
  authorizedAt: z.nullable(Time),
})
export type AuthorizableToken = z.infer<typeof AuthorizableToken>

export const listAuthorizableTokens = endpoint({
  method: 'GET',
  path: '/token-authorization/tokens',
  summary: 'The tokens the user created, newest first; only for your own email address',
  access: 'session',
  failure: 'Failed to fetch your tokens',
  query: z.object({
    email: Email,
    page: z.optional(z.coerce.number('must be a number').check(z.int(), z.minimum(1), z.maximum(1_000_000))),
    page_size: z.optional(
      z.coerce.number('must be a number').check(z.int(), z.minimum(1), z.maximum(AUTHORIZATION_PAGE_MAX)),
    ),
  }),
  answer: z.object({
    data: z.object({
      code: z.int(),
      data: z.object({ data: z.array(AuthorizableToken), count: z.int() }),
    }),
    stats: z.object({ totalTokens: z.int(), activeAuthorizations: z.int(), pendingRequests: z.int() }),
  }),
})
export { AUTHORIZATION_PAGE }

const ANY_TEXT = z.optional(z.nullable(z.string()))
const ANY_NUMBER = z.optional(z.nullable(RequestedAmount))

/** The server ignores all other fields: it knows the facts and the value of the token itself. */
export const authorizeToken = endpoint({
  method: 'POST',
  path: '/token-authorization/authorize',
  summary:
    'Let another account use a token by name; the answer is the same whether the address has an account',
  access: 'session',
  failure: 'Failed to authorize token access',
  status: 201,
  body: z.strictObject({
    tokenId: Id,
    mintAddress: Address,
    authorizedEmail: Email,
    tokenOwnerEmail: z.optional(Email),
    tokenName: ANY_TEXT,
    tokenSymbol: ANY_TEXT,
    tokenImage: ANY_TEXT,
    description: ANY_TEXT,
    marketCap: ANY_NUMBER,
    holders: ANY_NUMBER,
    minBalance: ANY_NUMBER,
  }),
  answer: z.extend(Done, { message: z.string(), grant_id: Id }),
})

export const TokenGrant = z.object({
  id: Id,
  token_id: Id,
  mint: z.string(),
  symbol: z.string(),
  name: z.string(),
  email: z.string(),
  /** 'pending': nobody has registered with this address yet. */
  status: z.enum(['active', 'pending']),
  created_at: Time,
})
export type TokenGrant = z.infer<typeof TokenGrant>

export const listGrants = endpoint({
  method: 'GET',
  path: '/token-authorization/grants',
  summary: 'Who may use the tokens of the user, newest first',
  access: 'session',
  failure: 'Failed to fetch the authorizations',
  answer: z.object({ grants: z.array(TokenGrant) }),
})

export const revokeGrant = endpoint({
  method: 'DELETE',
  path: '/token-authorization/grants/:id',
  summary: 'Revoke a grant that was given, or remove one that was received',
  access: 'session',
  failure: 'Failed to revoke the authorization',
  answer: Done,
})
