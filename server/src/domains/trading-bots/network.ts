/**
 * The bot is a simulation: it does not run on mainnet, which its genesis hash identifies under any name, nor in
 * practice at mainnet's prices.
 */
import { MAINNET_GENESIS } from '@purser/contract/system.ts'
import { type BotNotice, botTexts } from '@purser/contract/trading-bots/trading-bot-texts.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Health } from '../../ports/chain.ts'

type Parts = {
  chain: Pick<Health, 'genesisHash'>
  clock: Pick<Clock, 'monotonic'>
  /** Whether the market is the live one. */
  livePrices: boolean
}
export type TestNetwork = ReturnType<typeof createTestNetwork>

const FRESH_MS = 10_000

export function createTestNetwork({ chain, clock, livePrices }: Parts) {
  let known: { at: number; isMainnet: boolean } | null = null

  async function isMainnet(): Promise<boolean> {
    const is = (await chain.genesisHash()) === MAINNET_GENESIS
    known = { at: clock.monotonic(), isMainnet: is }
    return is
  }
  const recently = async () =>
    known && clock.monotonic() - known.at < FRESH_MS ? known.isMainnet : isMainnet()

  async function requireTest(): Promise<void> {
    if (await isMainnet()) throw new Fault('bot_on_mainnet')
  }

  return {
    /** Checks the chain. Throws bot_on_mainnet, bot_in_practice and chain_away. */
    async require(): Promise<void> {
      await requireTest()
      if (livePrices) throw new Fault('bot_in_practice')
    },
    /**
     * For requests that end a bot: one may be left from a time with the simulated market. Throws bot_on_mainnet and
     * chain_away.
     */
    requireTest,
    /** Why a bot waits here, at most ten seconds old; null: it may trade. Throws chain_away. */
    notice: async (): Promise<BotNotice | null> =>
      (await recently()) ? 'network' : livePrices ? 'live_prices' : null,
    /** Why no bot runs here, as far as known. */
    async unavailable(): Promise<string | null> {
      if (await recently().catch(() => known?.isMainnet ?? false)) return botTexts.mainnet
      return livePrices ? botTexts.practice : null
    },
  }
}
