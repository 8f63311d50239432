/** Running strategies may still spend from the wallets of a new plan: its card says so. */
import type { Asset, Sizing, Strategies } from '../../strategies/index.ts'

/** `units`: base units that the `ending` strategies may still spend; the `endless` ones set no limit. */
export type CommittedFunds = { units: bigint; ending: number; endless: number }
export type ReadCommitted = (addresses: string[], mint: string) => Promise<CommittedFunds>

/** Leaves out the agent's own strategy: it ends before the new plan begins. */
export const createCommitmentReader =
  (
    strategies: Pick<Strategies, 'books'>,
    { userId, agentId }: { userId: number; agentId: number },
  ): ReadCommitted =>
  async (addresses, mint) => {
    const among = new Set(addresses)
    const others = (await strategies.books.portfolio.committed(userId)).filter(
      (one) =>
        one.agentId !== agentId && one.mint === mint && one.wallets.some((address) => among.has(address)),
    )
    const ending = others.filter(({ left }) => left !== null && left > 0n)
    return {
      units: ending.reduce((sum, { left }) => sum + (left ?? 0n), 0n),
      ending: ending.length,
      endless: others.filter(({ left }) => left === null).length,
    }
  }

const strategiesWords = (n: number) => `${n} running ${n === 1 ? 'strategy' : 'strategies'}`

/** Warns where the wallets hold too little for this plan and those that run. */
export function commitmentWarnings(
  sizing: Pick<Sizing, 'inWords'>,
  { units, ending, endless }: CommittedFunds,
  { spends, has, input }: { spends: bigint; has: bigint; input: Asset },
): string[] {
  const short =
    units > 0n && spends + units > has
      ? [
          `${strategiesWords(ending)} may still spend ${sizing.inWords(units, input)} from these wallets, which hold ${sizing.inWords(has, input)}. That is not enough to cover this plan as well.`,
        ]
      : []
  const open =
    endless > 0
      ? [
          `${strategiesWords(endless)} ${endless === 1 ? 'spends' : 'spend'} from these wallets with no end set.`,
        ]
      : []
  return [...short, ...open]
}
