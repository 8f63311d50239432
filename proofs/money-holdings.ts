/**
 * The holdings of the wallets in a sequence: lamports, and if the world moves a token, its units and their accounts'
 * rent.
 */
import type { Ground } from './money-world.ts'

/** Amounts by keys that name the wallet. */
export type Holdings = Map<string, bigint>
export const unitsAt = (address: string) => `${address} units`
export const rentAt = (address: string) => `${address} rent`

export async function readHoldings({ held, token }: Ground, addresses: string[]): Promise<Holdings> {
  const [lamports, tokens] = await Promise.all([held(addresses), token?.held(addresses)])
  return new Map(
    addresses.flatMap((address, i): [string, bigint][] => [
      [address, lamports[i] ?? 0n],
      ...(tokens
        ? ([
            [unitsAt(address), tokens[i]?.units ?? 0n],
            [rentAt(address), tokens[i]?.rent ?? 0n],
          ] as [string, bigint][])
        : []),
    ]),
  )
}

export const add = (to: Holdings, key: string, amount: bigint): void =>
  void to.set(key, (to.get(key) ?? 0n) + amount)
