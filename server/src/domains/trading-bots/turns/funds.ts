/** Whether any wallet of a group has funds that its bot could trade with. */
import { toChunks } from '../../../kernel/chunks.ts'
import type { Wallets } from '../../wallets/index.ts'
import type { ReadHoldings } from '../holdings.ts'
import { measureCapacity } from './trading-capacity.ts'
import { getCurrency, parseThreshold } from '../parameters.ts'
import type { BotRow } from '../rows.ts'
import type { Pairs } from '../token.ts'
import { getTerms } from './draw.ts'

type Parts = { wallets: Wallets; pairs: Pairs; holdings: ReadHoldings }

const AT_ONCE = 100

/** Decided by the free funds, on the sides that may be drawn. Throws chain_away. */
export async function canTrade({ wallets, pairs, holdings }: Parts, bot: BotRow): Promise<boolean> {
  const { parameters: p } = bot
  const currency = getCurrency(p)
  const pair = await pairs(p.mint_address, currency)
  // A lively flow leans to either side, whatever the probabilities are.
  const leans = p.use_advanced_settings && p.aggressiveness > 0
  for (const some of toChunks(await wallets.lookups.listInGroup(bot.userId, bot.groupId), AT_ONCE)) {
    const { held, rents } = await holdings(
      pair,
      some.map(({ address }) => address),
    )
    const isAble = held.some((holds) => {
      const capacity = measureCapacity(holds, rents, currency, parseThreshold(p))
      const { buyProbability: buys } = getTerms(p, capacity.class)
      return (
        (capacity.buySkip === null && (leans || buys > 0)) ||
        (capacity.sellSkip === null && (leans || buys < 1))
      )
    })
    if (isAble) return true
  }
  return false
}
