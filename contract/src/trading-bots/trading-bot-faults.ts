/** Rows of the table of errors: the group trading bot and the market's clock. */
import { botTexts, clockTexts } from './trading-bot-texts.ts'
import type { BotStatus } from '../wallets/wallet-groups.ts'

export type TradingBotFaults = {
  bot_on_mainnet: undefined
  bot_in_practice: undefined
  bot_not_saved: undefined
  bot_not_inactive: { status: BotStatus }
  bot_not_active: { status: BotStatus }
  /** Its token and currency are fixed while it runs. */
  bot_token_fixed: undefined
  bot_without_wallets: undefined
  /** The group cannot be deleted while its bot runs. */
  bot_running: undefined
  market_clock_not_here: undefined
  strategies_run: undefined
  market_fast: { speed: number }
}

export const tradingBotFaults = {
  bot_on_mainnet: { status: 403, sentence: botTexts.mainnet },
  bot_in_practice: { status: 403, sentence: botTexts.practice },
  bot_not_saved: { status: 409, sentence: botTexts.saveFirst },
  bot_not_inactive: {
    status: 409,
    sentence: ({ status }: { status: BotStatus }) =>
      `The bot is ${status}. It can be started when it is inactive.`,
  },
  bot_not_active: {
    status: 409,
    sentence: ({ status }: { status: BotStatus }) =>
      `The bot is ${status}. It can be stopped when it is active.`,
  },
  bot_token_fixed: {
    status: 409,
    sentence: 'Stop the bot before changing its token or quote currency.',
  },
  bot_without_wallets: { status: 409, sentence: 'This group has no wallets. Add wallets to it first.' },
  bot_running: {
    status: 409,
    sentence: 'The trading bot of this group is running. Stop it before deleting the group.',
  },
  market_clock_not_here: { status: 403, sentence: clockTexts.notHere },
  strategies_run: { status: 409, sentence: clockTexts.strategiesRun },
  market_fast: { status: 409, sentence: ({ speed }: { speed: number }) => clockTexts.fast(speed) },
}
