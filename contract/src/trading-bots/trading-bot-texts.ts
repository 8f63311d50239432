/**
 * Texts of the group trading bot and of the market's clock; those that a specification gives are kept to the letter.
 */
import { BOT_INTERVAL_MAX_SECONDS as MAX, BOT_INTERVAL_MIN_SECONDS as MIN } from '../limits.ts'

const interval = (who: 'Whale' | 'Retail') => ({
  range: `${who} intervals must be between ${MIN} seconds (10 min) and ${MAX} seconds (1 day).`,
  order: `${who} interval minimum cannot be greater than maximum.`,
})

export const botTexts = {
  mainnet: 'The trading bot is a simulation and runs on test networks only.',
  practice:
    'The trading bot is a simulation and runs on the simulated market only; the prices here are live.',
  mintRequired: 'Token mint address is required.',
  saveFirst: 'Please save your configuration before starting the bot.',
  saveFailed: 'Failed to save parameters. Please try again.',
  startFailed: (why: string) => `Failed to start bot: ${why}`,
  stopFailed: (why: string) => `Failed to stop bot: ${why}`,
  analyzeFailed: 'Failed to analyze token',
  noOptions: 'No trading options available',
  whaleInterval: interval('Whale'),
  retailInterval: interval('Retail'),
  /** Worded like the sentences of the intervals. */
  order: (what: string) => `${what} minimum cannot be greater than maximum.`,
} as const

/** Why a running bot does not trade at the moment. */
export const botNoticeTexts = {
  price_range: 'The price is outside the range, so the bot waits.',
  network: 'The network is unavailable, so the bot waits.',
  live_prices: 'The prices here are live, so the bot waits; it trades on the simulated market only.',
  market: 'The market currently has no quote for this token, so the bot waits.',
  no_wallets: 'The group has no wallets.',
  funds: 'No wallet in the group holds enough to trade.',
} as const
export type BotNotice = keyof typeof botNoticeTexts

/** Why a wallet's turn passed without a trade. */
export const botSkipTexts = {
  fees: 'It holds too little SOL for the fees.',
  nothing_to_spend: 'It holds nothing to buy with.',
  nothing_to_sell: 'It holds nothing to sell.',
  too_small: 'The amount is too small to trade.',
  too_large: 'The amount is too large for the market at once.',
  busy: 'Its funds are in use by another transfer.',
} as const
export type BotSkip = keyof typeof botSkipTexts

export const clockTexts = {
  notHere: 'The market speed can only be changed on the local network with the simulated market.',
  strategiesRun: 'The market speed cannot be changed while strategies run. They require 1×.',
  fast: (speed: number) =>
    `The market runs at ${speed}× speed. Set it back to 1× before starting a strategy.`,
} as const
