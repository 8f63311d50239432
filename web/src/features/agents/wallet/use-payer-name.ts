import type { ShownTerms } from '@purser/contract/agents/shown-plans.ts'
import { useWallets } from '#features/wallets/index.ts'
import { shortAddress } from '#ui/formats/short-address.ts'

/** The payer of a plan: a wallet by its name, or a group. Undefined until the wallets are known. */
export function usePayerName(terms: ShownTerms | undefined | null): string | undefined {
  const known = useWallets().data?.value
  if (!terms || !known) return undefined
  const { wallet_addresses: addresses, group_id: groupId } = terms
  const [first, ...others] = addresses
  const count = `${addresses.length.toLocaleString('en')} wallets`
  const group = known.groups.find(({ id }) => id === groupId)
  if (group) return `${group.name} (${others.length === 0 ? '1 wallet' : count})`
  if (first === undefined) return undefined
  if (others.length > 0) return count
  const wallet = known.wallets.find(({ address }) => address === first)
  return wallet?.name.trim() || shortAddress(first)
}
