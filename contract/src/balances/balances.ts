/** Balances of wallets. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { WALLET_IDS_MAX } from '../limits.ts'
import { Address, Amount, Id, QueryId, Time, WalletIds } from '../values.ts'
import { Wallet } from '../wallets/wallets.ts'

export const TokenBalance = z.object({
  mint: z.string(),
  symbol: z.string(),
  balance: Amount,
  decimals: z.int(),
})
export type TokenBalance = z.infer<typeof TokenBalance>

export const WalletBalance = z.object({ solBalance: Amount, tokens: z.array(TokenBalance) })
export type WalletBalance = z.infer<typeof WalletBalance>

/** The console falls back on this if getBalance fails. */
export const getWalletByAddress = endpoint({
  method: 'GET',
  path: '/wallet/:address',
  summary: 'A wallet of the user with its SOL and tokens',
  access: 'session',
  failure: 'Failed to fetch wallet balance',
  answer: z.extend(Wallet, WalletBalance.shape),
})

/**
 * One wallet of a list. `tokens`: those known so far; new ones are discovered in the background, and `complete` says
 * whether that is done; it is done again after an operation brought the wallet an unknown token. With an `error`
 * ('Failed to load balance') the amounts are null. Values are in USD at the market's price, null without one; the total
 * includes all that has a price.
 */
export const BalanceRecord = z.object({
  walletId: Id,
  sol: z.object({ balance: z.nullable(Amount), usd: z.nullable(Amount) }),
  tokens: z.array(
    z.object({
      mint: z.string(),
      symbol: z.string(),
      amount: Amount,
      decimals: z.int(),
      usd: z.nullable(Amount),
    }),
  ),
  total_usd: z.nullable(Amount),
  complete: z.boolean(),
  error: z.nullable(z.string()),
})
export type BalanceRecord = z.infer<typeof BalanceRecord>

/** Cached for 3 s. A wallet of another user refuses the whole list. */
export const listBalances = endpoint({
  method: 'POST',
  path: '/wallet/balances',
  summary: 'SOL and known tokens of many wallets of the user, in their order',
  access: 'session',
  failure: 'Failed to fetch wallet balances',
  body: z.strictObject({ walletIds: WalletIds }),
  answer: z.object({ balances: z.array(BalanceRecord) }),
  idempotent: false,
})

/**
 * Balances of one token in the associated accounts of the user's wallets, which is what can be moved, in the order of
 * the list; read from the chain at confirmed commitment.
 */
export const listTokenBalances = endpoint({
  method: 'POST',
  path: '/wallet/multiple-token-balances',
  summary: 'One token in many wallets of the user, in their order',
  access: 'session',
  failure: 'Failed to fetch wallet balances',
  body: z.strictObject({
    walletAddresses: z
      .array(Address)
      .check(
        z.minLength(1, 'must hold at least one wallet'),
        z.maxLength(WALLET_IDS_MAX, `must hold at most ${WALLET_IDS_MAX} wallets`),
      ),
    tokenAddress: Address,
  }),
  answer: z.object({
    success: z.literal(true),
    balances: z.array(z.object({ walletAddress: z.string(), balance: Amount, decimals: z.int() })),
  }),
  idempotent: false,
})

/** The same for one wallet. */
export const readTokenBalance = endpoint({
  method: 'POST',
  path: '/wallet/token-balance',
  summary: 'One token in one wallet of the user',
  access: 'session',
  failure: 'Failed to fetch wallet balances',
  body: z.strictObject({ walletAddress: Address, tokenAddress: Address }),
  answer: z.object({ success: z.literal(true), balance: Amount, decimals: z.int() }),
  idempotent: false,
})

/** SOL, and the value of SOL and tokens in USD and in SOL; null while there was no price. */
export const PortfolioPoint = z.object({
  at: Time,
  sol: Amount,
  total_usd: z.nullable(Amount),
  total_sol: z.nullable(Amount),
})
export type PortfolioPoint = z.infer<typeof PortfolioPoint>

/** 24h: a point every 5 minutes. 30d: a point an hour. */
export const portfolioHistory = endpoint({
  method: 'GET',
  path: '/portfolio/history',
  summary: 'Value over time of all wallets, or of one group, oldest first',
  access: 'session',
  query: z.object({
    range: z._default(z.enum(['24h', '30d']), '24h'),
    groupId: z.optional(QueryId),
  }),
  answer: z.object({ points: z.array(PortfolioPoint) }),
})

export const getBalance = endpoint({
  method: 'GET',
  path: '/wallet/:address/balance',
  summary: 'SOL and tokens of a wallet of the user, at confirmed commitment',
  access: 'session',
  failure: 'Failed to fetch wallet balance',
  answer: WalletBalance,
})

/** `at` is null, and the list empty, until the wallets have been recorded for a day. Without a price a wallet is left out. */
export const ValuesDayAgo = z.object({
  at: z.nullable(Time),
  values: z.array(z.object({ walletId: Id, usd: Amount })),
})
export type ValuesDayAgo = z.infer<typeof ValuesDayAgo>

export const valuesDayAgo = endpoint({
  method: 'GET',
  path: '/portfolio/day-ago',
  summary: 'What each wallet of the user was worth 24 hours ago, to within an hour',
  access: 'session',
  answer: ValuesDayAgo,
})
