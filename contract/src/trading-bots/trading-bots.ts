/**
 * The trading bot of a group: a trade simulation on test networks (specification 2, Trading Bot panel; 4, section 10).
 * Percentages and probabilities are fractions from 0 to 1.
 */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import {
  BOT_INTERVAL_MAX_SECONDS,
  BOT_INTERVAL_MIN_SECONDS,
  BOT_PREVIEW_WALLETS,
  BOT_VOLATILITY_MULTIPLIER_MAX,
} from '../limits.ts'
import { botTexts } from './trading-bot-texts.ts'
import { Amount, Decimal, Id, QueryId, Time } from '../values.ts'
import { BotStatus } from '../wallets/wallet-groups.ts'

const Fraction = z
  .number()
  .check(z.minimum(0, 'must be between 0 and 1'), z.maximum(1, 'must be between 0 and 1'))
const interval = (text: string) =>
  z
    .number(text)
    .check(z.int(text), z.minimum(BOT_INTERVAL_MIN_SECONDS, text), z.maximum(BOT_INTERVAL_MAX_SECONDS, text))
const MULTIPLIER_TEXT = `must be between 1 and ${BOT_VOLATILITY_MULTIPLIER_MAX}`

/** All settings but token and status, with their defaults. */
const settings = {
  whale_trade_percent_min: z._default(Fraction, 0.02),
  whale_trade_percent_max: z._default(Fraction, 0.05),
  retail_trade_percent_min: z._default(Fraction, 0.1),
  retail_trade_percent_max: z._default(Fraction, 0.2),
  whale_buy_probability: z._default(Fraction, 0.7),
  retail_buy_probability: z._default(Fraction, 0.6),
  /** Seconds of the market's time. */
  whale_interval_min: z._default(interval(botTexts.whaleInterval.range), 600),
  whale_interval_max: z._default(interval(botTexts.whaleInterval.range), 86_400),
  retail_interval_min: z._default(interval(botTexts.retailInterval.range), 600),
  retail_interval_max: z._default(interval(botTexts.retailInterval.range), 86_400),
  /** A wallet that holds at least this much (SOL, or USDC if that is traded) is a whale, any other retail. */
  whale_threshold: z._default(Decimal, 5),
  /** USD for a whole token: outside the range the bot waits. */
  price_range_min: z._default(Decimal, 0),
  price_range_max: z._default(Decimal, 100),
  /** Changes of the price from which the flow reacts. */
  hour_threshold: z._default(Fraction, 0.01),
  day_threshold: z._default(Fraction, 0.05),
  volatility_multiplier: z._default(
    z
      .number()
      .check(z.minimum(1, MULTIPLIER_TEXT), z.maximum(BOT_VOLATILITY_MULTIPLIER_MAX, MULTIPLIER_TEXT)),
    5,
  ),
  aggressiveness: z._default(Fraction, 0.5),
  use_advanced_settings: z._default(z.boolean(), false),
  /** Trades the token for USDC instead of SOL. */
  use_usdc_trading: z._default(z.boolean(), false),
}

/** 'active' once they are saved: the bot can start. */
export const ParameterStatus = z.enum(['inactive', 'active'])

export const BotParameters = z.object({
  whale_trade_percent_min: z.number(),
  whale_trade_percent_max: z.number(),
  retail_trade_percent_min: z.number(),
  retail_trade_percent_max: z.number(),
  whale_buy_probability: z.number(),
  retail_buy_probability: z.number(),
  whale_interval_min: z.int(),
  whale_interval_max: z.int(),
  retail_interval_min: z.int(),
  retail_interval_max: z.int(),
  whale_threshold: Amount,
  price_range_min: Amount,
  price_range_max: Amount,
  /** Empty until it is chosen. */
  mint_address: z.string(),
  status: ParameterStatus,
  hour_threshold: z.number(),
  day_threshold: z.number(),
  volatility_multiplier: z.number(),
  aggressiveness: z.number(),
  use_advanced_settings: z.boolean(),
  use_usdc_trading: z.boolean(),
})
export type BotParameters = z.infer<typeof BotParameters>

/** The order of minimum and maximum is checked by the server: see botTexts. */
export const BotParametersChange = z.strictObject({
  groupId: Id,
  mint_address: z.string(botTexts.mintRequired).check(z.trim(), z.minLength(1, botTexts.mintRequired)),
  status: z._default(ParameterStatus, 'active'),
  ...settings,
})
export type BotParametersChange = z.infer<typeof BotParametersChange>

/** Parameters before anything is saved. */
export const BOT_DEFAULTS: BotParameters = {
  ...(z.parse(z.object(settings), {}) as Omit<BotParameters, 'mint_address' | 'status'>),
  mint_address: '',
  status: 'inactive',
}

const group = z.object({ groupId: QueryId })

export const getBotParameters = endpoint({
  method: 'GET',
  path: '/trading-bot/trading-parameters',
  summary: 'The parameters of a group’s trading bot, or the defaults',
  access: 'session',
  query: group,
  answer: BotParameters,
})

export const saveBotParameters = endpoint({
  method: 'POST',
  path: '/trading-bot/trading-parameters',
  summary: 'Save the parameters of a group’s trading bot; what is left out is set to its default',
  access: 'session',
  failure: botTexts.saveFailed,
  body: BotParametersChange,
  answer: BotParameters,
})

/** Figures since it was last started. */
export const BotFigures = z.object({
  trades: z.int(),
  buys: z.int(),
  whale_trades: z.int(),
  retail_trades: z.int(),
  failed: z.int(),
  /** USD, for display. */
  volume_usd: z.number(),
  fees_sol: Amount,
})
export type BotFigures = z.infer<typeof BotFigures>

export const Bot = z.object({
  id: z.string(),
  status: BotStatus,
  wallet_group_id: Id,
  mint_address: z.string(),
  /** The currency that the token is traded for. */
  currency: z.enum(['SOL', 'USDC']),
  started_at: z.nullable(Time),
  /** Real time, calculated at the market's present speed. */
  next_trade_at: z.nullable(Time),
  /** Why it does not trade at present; null if it does. */
  notice: z.nullable(z.string()),
  figures: BotFigures,
})
export type Bot = z.infer<typeof Bot>

export const getBotStatus = endpoint({
  method: 'GET',
  path: '/trading-bot/bot/status',
  summary: 'The trading bot of a group, or those of all groups',
  access: 'session',
  query: z.object({ groupId: z.optional(QueryId) }),
  /** `unavailable`: why no bot runs on this network; null if it may. */
  answer: z.object({ bots: z.array(Bot), unavailable: z.nullable(z.string()) }),
})

export const BotClass = z.enum(['whale', 'retail'])
export type BotClass = z.infer<typeof BotClass>

/** One trade of a wallet at its first turn; amounts in whole units. */
const FirstTurn = z.object({
  wallet_id: Id,
  wallet_name: z.string(),
  class: BotClass,
  /** Bounds of a purchase, in the currency. */
  buy_min: Amount,
  buy_max: Amount,
  /** Bounds of a sale, in the token. */
  sell_min: Amount,
  sell_max: Amount,
  /** Why it could not trade now; null if it can. */
  skip: z.nullable(z.string()),
})

/** The likely effect of a start, by the present balances; nothing is stored or sent. */
export const BotPreview = z.object({
  currency: z.enum(['SOL', 'USDC']),
  symbol: z.string(),
  price_usd: z.nullable(z.number()),
  /** The price is within the range. */
  in_range: z.boolean(),
  whales: z.int(),
  retail: z.int(),
  /** Wallets that could neither buy nor sell now. */
  unable: z.int(),
  /** The first wallets, whales first. */
  first_turns: z.array(FirstTurn).check(z.maxLength(BOT_PREVIEW_WALLETS)),
  /** If every wallet bought the most that it may at its first turn, in the currency; if every one sold, in tokens. */
  buy_max_total: Amount,
  sell_max_total: Amount,
  /** On average, at the intervals' mean and the market's normal speed. */
  trades_per_day: z.number(),
  /** SOL: network fees for that many trades. */
  fees_per_day: Amount,
})
export type BotPreview = z.infer<typeof BotPreview>

export const startBot = endpoint({
  method: 'POST',
  path: '/trading-bot/bot/start',
  summary: 'Start the trading bot of a group, or show what a start would bring',
  access: 'session',
  body: z.strictObject({
    groupId: Id,
    mintAddress: z.string(botTexts.mintRequired).check(z.trim(), z.minLength(1, botTexts.mintRequired)),
    /** true: marks saved parameters as 'active' again. */
    updateConfigStatus: z.optional(z.boolean()),
    dryRun: z.optional(z.boolean()),
  }),
  /** `botId` is null and `preview` present in a dry run only. */
  answer: z.object({
    success: z.literal(true),
    botId: z.nullable(z.string()),
    status: BotStatus,
    preview: z.optional(BotPreview),
  }),
})

export const stopBot = endpoint({
  method: 'POST',
  path: '/trading-bot/bot/stop',
  summary:
    'Stop the trading bot of a group; nothing new begins, trades in flight are carried through to their end',
  access: 'session',
  body: z.strictObject({
    botId: z.string(),
    groupId: Id,
    /** true: marks the parameters as 'inactive': they have to be saved before the next start. */
    updateConfigStatus: z.optional(z.boolean()),
  }),
  /** 'stopping' while a trade in flight is not certain yet. */
  answer: z.object({ success: z.literal(true), status: BotStatus }),
})

export const TokenAnalysis = z.object({
  /** 'error': see `error`. */
  status: z.enum(['supported', 'unsupported', 'error']),
  error: z.nullable(z.string()),
  /** The market that trades it; null: none does. */
  location: z.nullable(z.string()),
  supportsUSDC: z.boolean(),
  supportsSOL: z.boolean(),
  recommendations: z.array(z.string()),
})
export type TokenAnalysis = z.infer<typeof TokenAnalysis>

export const analyzeToken = endpoint({
  method: 'GET',
  path: '/trading-bot/tokens/:mint/analyze',
  summary: 'What a token can be traded for, from the chain and the market',
  access: 'session',
  failure: botTexts.analyzeFailed,
  answer: TokenAnalysis,
})
