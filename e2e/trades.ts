/** The effect of strategies on a wallet, by their record. */
import type { Page } from '@playwright/test'
import { parseUnits } from '../contract/src/money.ts'
import type { StrategyTrade } from '../contract/src/strategies/strategies.ts'
import type { Network } from './network.ts'
import { ask } from './person.ts'

const TOKEN_ACCOUNT_BYTES = 165

const lamports = (amount: StrategyTrade['fee']) => Number(parseUnits(amount ?? 0, 9))

/**
 * Lamports that the strategies of the person on this page have taken from a wallet: their purchases less their sales,
 * the chain's fees, and the deposit of the account of their one token.
 */
export async function readSpent(page: Page, network: Network): Promise<{ filled: number; lamports: number }> {
  const { strategies } = await ask<{ strategies: { id: string }[] }>(page, 'GET', '/strategies')
  const trades: StrategyTrade[] = []
  for (const { id } of strategies)
    trades.push(...(await ask<{ trades: StrategyTrade[] }>(page, 'GET', `/strategies/${id}/trades`)).trades)
  const deposit = await network.call<number>('getMinimumBalanceForRentExemption', TOKEN_ACCOUNT_BYTES)
  return {
    filled: trades.filter(({ status }) => status === 'filled').length,
    lamports: trades.reduce(
      (sum, { side, quote, fee }) => sum + (side === 'buy' ? 1 : -1) * lamports(quote) + lamports(fee),
      deposit,
    ),
  }
}
