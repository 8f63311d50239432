/** Topics of the bus: trading bots. */

export type TradingBotsChanged = { userId: number; groupId: number }

declare module '../../kernel/bus.ts' {
  interface BusEvents {
    /** The state of a group's bot, its trades, or their effects on its wallets. */
    'trading-bots.changed': TradingBotsChanged
    /** A start or a stop was requested: the process that runs the bot brings it about. */
    'trading-bots.requested': { botId: string }
  }
}
