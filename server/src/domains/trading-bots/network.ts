/** The bot is a simulation: on mainnet, known by its genesis hash under whatever name, there is none. */
import { MAINNET_GENESIS } from '@purser/contract/system.ts'
import { botTexts } from '@purser/contract/trading-bot-texts.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Health } from '../../ports/chain.ts'

type Parts = { chain: Pick<Health, 'genesisHash'>; clock: Pick<Clock, 'monotonic'> }
export type TestNetwork = ReturnType<typeof createTestNetwork>

const FRESH_MS = 10_000

export function createTestNetwork({ chain, clock }: Parts) {
  let known: { at: number; isMainnet: boolean } | null = null

  async function isMainnet(): Promise<boolean> {
    const is = (await chain.genesisHash()) === MAINNET_GENESIS
    known = { at: clock.monotonic(), isMainnet: is }
    return is
  }
  const recently = async () =>
    known && clock.monotonic() - known.at < FRESH_MS ? known.isMainnet : isMainnet()

  return {
    /** Asks the chain. Throws bot_on_mainnet and chain_away. */
    async require(): Promise<void> {
      if (await isMainnet()) throw new Fault('bot_on_mainnet')
    },
    /** At most ten seconds old. Throws chain_away. */
    isMainnet: recently,
    /** Why no bot runs here, as far as it is known. */
    unavailable: async (): Promise<string | null> =>
      (await recently().catch(() => known?.isMainnet ?? false)) ? botTexts.mainnet : null,
  }
}
