/** Values of the contract, as tests without a server answer them. */
import type { BalanceRecord } from '@purser/contract/balances.ts'
import type { Wallet, WalletGroup } from '@purser/contract/wallets.ts'

export const TIME = '2026-11-28T12:00:00.000Z'
export const LATER = '2026-11-28T12:05:00.000Z'
/** Of 43 letters, as an address is; another for each number. */
export const addressOf = (n: number): string =>
  `${String(n).replaceAll('0', 'o').padStart(3, '1')}${'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB'.slice(0, 40)}`

export const aGroup = (id: number, name: string, more: Partial<WalletGroup> = {}): WalletGroup => ({
  id,
  name,
  description: '',
  color: '#9333EA',
  is_default: false,
  wallet_count: 0,
  created_at: TIME,
  updated_at: TIME,
  ...more,
})

/** Its address is that of its id. */
export const aWallet = (
  id: number,
  name: string,
  groups: WalletGroup[] = [],
  more: Partial<Wallet> = {},
): Wallet => ({
  id,
  name,
  address: addressOf(id),
  is_default: id === 1,
  groups: groups.map(({ id: group, name: called, color }) => ({ id: group, name: called, color })),
  created_at: TIME,
  updated_at: TIME,
  ...more,
})

export const aBalance = (
  walletId: number,
  sol: number,
  more: Partial<BalanceRecord> = {},
): BalanceRecord => ({
  walletId,
  sol: { balance: sol, usd: sol * 100 },
  tokens: [],
  total_usd: sol * 100,
  complete: true,
  error: null,
  ...more,
})
