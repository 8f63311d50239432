import type { Wallet } from '@purser/contract/wallets.ts'

/** The wallets whose name or address contains the term; all of them without one. */
export function searchWallets(wallets: Wallet[], typed: string): Wallet[] {
  const term = typed.trim().toLowerCase()
  if (term === '') return wallets
  return wallets.filter((w) => w.name.toLowerCase().includes(term) || w.address.toLowerCase().includes(term))
}
