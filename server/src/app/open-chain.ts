import { createCluster } from '../adapters/chain/cluster.ts'
import { createRpcNode } from '../adapters/chain/rpc.ts'
import { shareBlockhash } from '../adapters/chain/shared-blockhash.ts'
import { shareReads } from '../adapters/chain/shared-reads.ts'
import { createSignatureNotifications } from '../adapters/chain/signature-notifications.ts'
import { systemClock } from '../kernel/clock.ts'
import type { AppParts } from './parts.ts'
import { guardEndpoints } from '../network.ts'

/** The RPC endpoints as one chain, and signature notifications where there is a subscription endpoint. */
export async function openChain(
  { config, database, clock = systemClock, log }: Pick<AppParts, 'config' | 'database' | 'clock' | 'log'>,
  opened: AsyncDisposableStack,
) {
  const nodes = [config.rpcUrl, ...config.rpcUrls].map((url, i) =>
    createRpcNode({ url, name: `endpoint ${i + 1}`, log, clock }),
  )
  const guarded = await guardEndpoints(nodes, {
    db: database.db,
    cluster: config.cluster,
    log,
    clock,
  })
  const signatureNotifications =
    config.wsUrl === null ? null : createSignatureNotifications({ url: config.wsUrl, log, clock })
  opened.defer(() => signatureNotifications?.close())
  // Outside of the guard: what is shared was checked when it was answered.
  const shared = guarded.map((node) => shareBlockhash(node, clock))
  return { chain: shareReads(createCluster(shared), clock), signatureNotifications }
}
