/** Where a signature can be looked up on its network. */
import type { Cluster } from '@purser/contract/system.ts'

const EXPLORER = 'https://explorer.solana.com/tx/'
/** Where the local network answers unless it was told otherwise. */
const LOCAL_RPC = 'http://127.0.0.1:8899'

export function explorerLink(signature: string, cluster: Cluster): string {
  const url = new URL(EXPLORER + encodeURIComponent(signature))
  if (cluster === 'localnet') {
    url.searchParams.set('cluster', 'custom')
    url.searchParams.set('customUrl', LOCAL_RPC)
  } else if (cluster !== 'mainnet-beta') url.searchParams.set('cluster', cluster)
  return url.href
}
