/** The page of an explorer on which a signature can be looked up. */
import type { Cluster } from '@purser/contract/system.ts'

const EXPLORER = 'https://explorer.solana.com/tx/'

/** Undefined on the local network, which no public explorer can read. */
export function explorerLink(signature: string, cluster: Cluster): string | undefined {
  if (cluster === 'localnet') return undefined
  const url = new URL(EXPLORER + encodeURIComponent(signature))
  if (cluster !== 'mainnet-beta') url.searchParams.set('cluster', cluster)
  return url.href
}
