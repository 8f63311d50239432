/** The user confirms exactly what was shown: the hash covers the plan with its wallets, group and token. */
import { createHash } from 'node:crypto'
import type { Plan } from '@purser/contract/strategies/plan.ts'

export type PlanOnWallets = {
  plan: Plan
  walletAddresses: string[]
  groupId: number | null
  tokenAddress: string
}

/** The same for every order of keys and of wallets. */
export function planHash({ plan, walletAddresses, groupId, tokenAddress }: PlanOnWallets): string {
  const content = { plan, wallets: [...new Set(walletAddresses)].sort(), groupId, tokenAddress }
  return createHash('sha256').update(JSON.stringify(content, sorted)).digest('base64url')
}

function sorted(_: string, value: unknown): unknown {
  return value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
}
