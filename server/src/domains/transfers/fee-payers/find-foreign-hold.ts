import type { Address } from '@solana/kit'
import type { FeePayersState } from './fee-payers.ts'
import { readHolds } from './read-holds.ts'
import { scanOnce } from './scan-history.ts'
import { readWallets, type WalletHold } from './wallet-holds.ts'

/** A request that spends from more wallets does not wait for their histories: they are read before signing. */
const MOST_BEFOREHAND = 8

/** Finds a hold on one of these wallets that another operation causes. */
export async function findForeignHold(
  state: FeePayersState,
  addresses: Address[],
  operationId: string,
): Promise<WalletHold | undefined> {
  const { found, lines } = state
  const distinct = [...new Set(addresses)]
  if (distinct.length <= MOST_BEFOREHAND)
    await Promise.all(distinct.map((address) => scanOnce(state, address)))
  const suspects = new Set([...found].flatMap(([address, { holds }]) => (holds.length > 0 ? [address] : [])))
  for (const line of lines.unrestored()) for (const address of readWallets(line)) suspects.add(address)
  for (const address of distinct.filter((one) => suspects.has(one))) {
    const other = (await readHolds(state, address)).find((hold) => hold.operationId !== operationId)
    if (other) return other
  }
  return undefined
}
