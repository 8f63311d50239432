/** The wallets on the page: all, those in no group, or those of one group by its id. */
import type { Wallet, WalletGroup } from '@purser/contract/wallets/wallets.ts'

export type View = 'all' | 'ungrouped' | number

export function inView(wallets: Wallet[], view: View): Wallet[] {
  if (view === 'all') return wallets
  if (view === 'ungrouped') return wallets.filter((wallet) => wallet.groups.length === 0)
  return wallets.filter((wallet) => wallet.groups.some((group) => group.id === view))
}

export function viewTitle(view: View, groups: WalletGroup[]): string {
  if (view === 'all') return 'All Wallets'
  if (view === 'ungrouped') return 'Ungrouped Wallets'
  return groups.find((group) => group.id === view)?.name ?? 'All Wallets'
}

export function emptyText(view: View): string {
  if (view === 'all') return 'No wallets found. Generate wallets to get started.'
  if (view === 'ungrouped') return 'No ungrouped wallets found.'
  return 'No wallets in this group. Add wallets to this group or generate new ones.'
}

export const walletName = (wallet: Pick<Wallet, 'id' | 'name'>) => wallet.name.trim() || `Wallet ${wallet.id}`
