/** What running strategies may still spend of the wallets that a plan is to pay from. */
import type { Asset, Sizing, Strategies } from '../strategies/index.ts'

/** `units`: base units that strategies with an end may still spend; and how many have one, and how many have none. */
export type Promised = { units: bigint; ending: number; endless: number }
export type PromisedCheck = (addresses: string[], mint: string) => Promise<Promised>

/** By other agents: what this one runs ends before its plan begins. */
export const promisedCheck =
  (
    strategies: Pick<Strategies, 'portfolio'>,
    { userId, agentId }: { userId: number; agentId: number },
  ): PromisedCheck =>
  async (addresses, mint) => {
    const among = new Set(addresses)
    const others = (await strategies.portfolio.committed(userId)).filter(
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

const named = (n: number) => `${n} running ${n === 1 ? 'strategy' : 'strategies'}`

/** What must be seen before a plan is started that spends so much of what its wallets hold; mostly nothing. */
export function promisedWarnings(
  sizing: Pick<Sizing, 'inWords'>,
  { units, ending, endless }: Promised,
  { spends, has, input }: { spends: bigint; has: bigint; input: Asset },
): string[] {
  const short =
    units > 0n && spends + units > has
      ? [
          `${named(ending)} may still spend ${sizing.inWords(units, input)} of these wallets, which hold ${sizing.inWords(has, input)}: with this plan that is not enough for all.`,
        ]
      : []
  const open =
    endless > 0
      ? [`${named(endless)} ${endless === 1 ? 'spends' : 'spend'} from these wallets without an end.`]
      : []
  return [...short, ...open]
}
