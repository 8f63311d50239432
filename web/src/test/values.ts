/** Values of the contract for the answers of tests without a server. */
import type { BalanceRecord } from '@purser/contract/balances/balances.ts'
import type { DcaPlan } from '@purser/contract/strategies/plan.ts'
import type { ListedStrategy } from '@purser/contract/strategies/strategies.ts'
import type { Wallet, WalletGroup } from '@purser/contract/wallets/wallets.ts'

export const TIME = '2026-11-28T12:00:00.000Z'
export const LATER = '2026-11-28T12:05:00.000Z'
/** Returns 43 letters, like an address; another text for each number. */
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

/** Its address is derived from its id. */
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

export const aPlan = (goal: string, more: Partial<DcaPlan> = {}): DcaPlan => ({
  version: 1,
  strategy_type: 'dca',
  goal,
  token_address: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263',
  quote: 'SOL',
  slippage_bps: 150,
  on_stop: 'keep',
  trade_direction: 'buy',
  amount_per_order: { value: '0.05', unit: 'SOL' },
  interval_seconds: 5400,
  duration_days: 1,
  ...more,
})

/** A running strategy of agent 1. */
export const aStrategy = (id: string, more: Partial<ListedStrategy> = {}): ListedStrategy => ({
  id,
  external_id: id,
  agent_id: 1,
  agent_name: 'Agent 1',
  status: 'active',
  plan: aPlan(`Strategy ${id}`),
  wallet_addresses: [addressOf(1)],
  created_at: TIME,
  ended_at: null,
  orders_placed: 0,
  orders_filled: 0,
  pnl: null,
  realised: null,
  unrealised: null,
  held: '0',
  average_price_usd: null,
  fees: '0',
  costs: {
    total: [{ value: '0', unit: 'SOL' }],
    network: '0',
    market: { value: '0', unit: 'SOL' },
    rent: '0',
  },
  costs_usd: '0',
  return_percent: null,
  ...more,
})
