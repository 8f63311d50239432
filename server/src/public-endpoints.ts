/** The clusters' public endpoints, and their limits. */
import type { Cluster } from '@purser/contract/system.ts'

/** The same addresses as in Solana's CLI (`solana config set --url` with a moniker). */
export const PUBLIC_RPC: Record<Exclude<Cluster, 'localnet'>, string> = {
  devnet: 'https://api.devnet.solana.com',
  testnet: 'https://api.testnet.solana.com',
  'mainnet-beta': 'https://api.mainnet-beta.solana.com',
}
const HOSTS = new Set(Object.values(PUBLIC_RPC).map((url) => new URL(url).host))

/** Specification 6, section 2: 100 calls in ten seconds, 40 of one method. */
const PUBLIC_LIMITS = { perSecond: 10, perMethod: 40 }

/** The most calls to an endpoint; null: no limit. `set`: SOLANA_RPC_BUDGET, 0 for none. */
export function getLimits(url: string, set: number | null): { perSecond: number; perMethod?: number } | null {
  const isPublic = HOSTS.has(new URL(url).host)
  if (set === null) return isPublic ? PUBLIC_LIMITS : null
  return set === 0 ? null : { perSecond: set }
}
