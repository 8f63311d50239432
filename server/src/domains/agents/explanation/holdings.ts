/** The holdings of wallets in all tokens together, as exact as a share of them has to be. */
import { KNOWN_TOKENS } from '@purser/contract/tokens/tokens.ts'
import type { Balances } from '../../balances/index.ts'
import type { OwnedWallet } from '../../wallets/index.ts'

export type Holding = { mint: string; amount: bigint; decimals: number }

/** The most wallets that are read by owner, each with a call; of more, the accounts that the desk knows are read. */
const ASKED_WHOLE = 10
/** The most tokens that are priced for one answer: anybody may send a wallet thousands. */
const PRICED_MOST = 100

/** Those that are priced, the known ones first; the others count as nothing. */
export function solAndUsdcFirst<T extends { mint: string }>(held: T[]): T[] {
  const known = new Set(KNOWN_TOKENS.map(({ mint }) => mint))
  const [first, others] = [
    held.filter(({ mint }) => known.has(mint)),
    held.filter(({ mint }) => !known.has(mint)),
  ]
  return [...first, ...others].slice(0, PRICED_MOST)
}

export async function readTokens(
  balances: Pick<Balances, 'units' | 'read'>,
  wallets: OwnedWallet[],
): Promise<Holding[]> {
  const readings =
    wallets.length <= ASKED_WHOLE
      ? await Promise.all(wallets.map(({ userId, address }) => balances.units(userId, address)))
      : [...(await balances.read(wallets)).values()]
  const sums = new Map<string, Holding>()
  for (const { mint, amount, decimals } of readings.flatMap((reading) => reading?.tokens ?? []))
    sums.set(mint, { mint, decimals, amount: (sums.get(mint)?.amount ?? 0n) + amount })
  return [...sums.values()]
}
