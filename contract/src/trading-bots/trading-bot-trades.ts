/** Trades of a group's trading bot, and their effect on its wallets. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { BOT_TRADES_PAGE, BOT_TRADES_PAGE_MAX } from '../limits.ts'
import { BotClass } from './trading-bots.ts'
import { Amount, Id, QueryId, Time } from '../values.ts'

export const BotTrade = z.object({
  id: z.string(),
  wallet_id: z.nullable(Id),
  wallet_name: z.string(),
  wallet_address: z.string(),
  class: BotClass,
  side: z.enum(['buy', 'sell']),
  mint_address: z.string(),
  symbol: z.string(),
  currency: z.enum(['SOL', 'USDC']),
  /** Whole units: the decided amount until it has filled. */
  token_amount: z.nullable(Amount),
  currency_amount: z.nullable(Amount),
  /** The price at the decision. */
  price_usd: z.number(),
  value_usd: z.number(),
  status: z.enum(['placed', 'filled', 'failed']),
  error: z.nullable(z.string()),
  operation_id: z.nullable(z.string()),
  signature: z.nullable(z.string()),
  /** The market's time of the decision, which is ahead of the real time after a period at a higher speed. */
  market_time: Time,
  created_at: Time,
})
export type BotTrade = z.infer<typeof BotTrade>

const page = z.object({
  groupId: QueryId,
  /** `next` of the page before. */
  before: z.optional(z.string()),
  limit: z._default(
    z.coerce
      .number('must be a number')
      .check(z.int(), z.minimum(1), z.maximum(BOT_TRADES_PAGE_MAX, `must be at most ${BOT_TRADES_PAGE_MAX}`)),
    BOT_TRADES_PAGE,
  ),
})

export const listBotTrades = endpoint({
  method: 'GET',
  path: '/trading-bot/trades',
  summary: 'Trades of a group’s bot, newest first',
  access: 'session',
  query: page,
  answer: z.object({ trades: z.array(BotTrade), next: z.optional(z.string()) }),
})

/** The effect of the bot's trades on a wallet since the bot was last started; `currency_change` excludes fees. */
export const BotWallet = z.object({
  wallet_id: Id,
  wallet_name: z.string(),
  wallet_address: z.string(),
  class: z.nullable(BotClass),
  trades: z.int(),
  token_change: Amount,
  currency_change: Amount,
  /** SOL: fees, and rent of token accounts. */
  fees_sol: Amount,
  last_trade_at: z.nullable(Time),
  next_trade_at: z.nullable(Time),
  /** Why its last turn passed without a trade; null: it traded. */
  skip: z.nullable(z.string()),
})
export type BotWallet = z.infer<typeof BotWallet>

export const listBotWallets = endpoint({
  method: 'GET',
  path: '/trading-bot/wallets',
  summary: 'What a group’s bot did to each wallet, the next to trade first',
  access: 'session',
  query: page,
  answer: z.object({ wallets: z.array(BotWallet), next: z.optional(z.string()) }),
})
