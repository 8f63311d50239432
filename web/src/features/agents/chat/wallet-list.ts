import type { Wallet } from '@purser/contract/wallets/wallets.ts'
import { replies } from '../messages/replies.ts'

const MOST = 50

/** The wallets as a chat message. */
export function walletList(wallets: Wallet[]): string {
  if (wallets.length === 0) return replies.noWallets
  const lines = wallets
    .slice(0, MOST)
    .map((wallet, n) => `${n + 1}. ${wallet.name}${wallet.is_default ? ' (default)' : ''}: ${wallet.address}`)
  const more = wallets.length > MOST ? [`and ${wallets.length - MOST} more`] : []
  return [`You have ${wallets.length} wallet${wallets.length === 1 ? '' : 's'}:`, ...lines, ...more].join(
    '\n',
  )
}
