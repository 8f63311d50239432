/** Wallets that can pay top-ups, if the server sent no list. */
import type { FundingWallet } from '@purser/contract/top-ups.ts'
import type { Holders } from '#features/distributions/index.ts'
import { solText } from '#ui/formats/amount-text.ts'

/** All wallets that are in a group, each once, under its first group. */
export function fundingFromGroups(holders: Holders): FundingWallet[] {
  const found = new Map<number, FundingWallet>()
  for (const group of holders.groups) {
    if (!group.grouped) continue
    for (const holder of group.holders)
      if (!found.has(holder.id))
        found.set(holder.id, {
          id: holder.id,
          name: holder.name,
          address: holder.address,
          sol_balance: solText(holder.lamports),
          is_grouped: true,
          group_name: group.name,
        })
  }
  return [...found.values()]
}
