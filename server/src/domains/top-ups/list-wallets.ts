/** Lists the wallets that can pay top-ups, and those that need one. */
import type { EligibleWallet, FundingWallet } from '@purser/contract/top-ups.ts'
import { TOP_UP } from './kind.ts'
import type { TopUpState } from './parts.ts'
import { listInNeed } from './rounds/list-due.ts'
import { lowestFirst } from './rounds/plan-round.ts'
import { readSettings, sol } from './settings.ts'

export async function listFundingWallets(
  { wallets, groups, chain }: TopUpState,
  userId: number,
): Promise<FundingWallet[]> {
  const [owned, all] = [await wallets.lookups.list(userId), await groups.list(userId)]
  const names = new Map(all.map((group) => [group.id, group.name]))
  const balances = await chain.lamports(owned.map((wallet) => wallet.address))
  return owned
    .map((wallet, i) => ({ ...wallet, lamports: balances[i] ?? 0n }))
    .sort((a, b) => lowestFirst(b, a))
    .map(({ id, name, address, lamports, groupIds }) => ({
      id,
      name,
      address,
      sol_balance: sol(lamports),
      is_grouped: groupIds.length > 0,
      group_name: names.get(groupIds[0] ?? 0) ?? null,
    }))
}

export async function listEligible(state: TopUpState, userId: number): Promise<EligibleWallet[]> {
  const { db, transfers, guard } = state
  const coming = await transfers.pastMoves.listUncertain({ userId, type: TOP_UP })
  const { low } = await listInNeed(state, await readSettings(db, userId))
  const often = await guard.tooOften(userId, low)
  return low
    .filter((wallet) => !coming.has(wallet.address) && !often.includes(wallet))
    .sort(lowestFirst)
    .map(({ id, name, lamports }) => ({ id, name, sol_balance: sol(lamports) }))
}
