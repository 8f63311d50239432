import { createBudget } from '../adapters/chain/endpoint/budget.ts'
import { createCluster } from '../adapters/chain/cluster/cluster.ts'
import { createEndpoint } from '../adapters/chain/endpoint/endpoint.ts'
import { createHighestSlot } from '../adapters/chain/cluster/highest-slot.ts'
import { createRpcNode } from '../adapters/chain/rpc.ts'
import { shareBlockhash } from '../adapters/chain/cluster/shared-blockhash.ts'
import { shareReads } from '../adapters/chain/cluster/shared-reads.ts'
import { createSignatureNotifications } from '../adapters/chain/endpoint/signature-notifications.ts'
import { createEndpointChecks } from '../endpoint-checks.ts'
import { systemClock } from '../kernel/clock.ts'
import { guardEndpoints } from '../network.ts'
import type { Chain, ChainNode } from '../ports/chain.ts'
import { getLimits } from '../public-endpoints.ts'
import type { AppParts } from './parts.ts'

/**
 * The RPC endpoints as one chain, and signature notifications if there is a subscription endpoint. `screens`: the same
 * for display: its calls wait for all that moves money, and require no certain slot.
 */
export async function openChain(
  { config, database, clock = systemClock, log }: Pick<AppParts, 'config' | 'database' | 'clock' | 'log'>,
  opened: AsyncDisposableStack,
) {
  let guarded: ChainNode[] = []
  const slots = createHighestSlot(clock, (claimed) => {
    // The guard reads their answers on the way.
    for (const node of guarded)
      if (node.name !== claimed) void node.blockHeight('moved').catch(() => undefined)
  })
  const endpoints = [config.rpcUrl, ...config.rpcUrls].map((url, i) => {
    const limits = getLimits(url, config.rpcBudget)
    const budget = limits === null ? null : createBudget({ clock, ...limits })
    return createEndpoint({ url, name: `endpoint ${i + 1}`, clock, budget, slots })
  })
  const inLane = (lane: 'money' | 'screen') =>
    endpoints.map((endpoint) => createRpcNode({ endpoint, lane, log, clock }))
  guarded = await guardEndpoints(inLane('money'), {
    db: database.db,
    cluster: config.cluster,
    log,
    clock,
  })
  const checks = createEndpointChecks({ nodes: guarded, slots, clock, log })
  opened.defer(checks.start())
  const signatureNotifications =
    config.wsUrl === null
      ? null
      : createSignatureNotifications({ url: config.wsUrl, log, clock, commitment: endpoints[0]?.commitment })
  opened.defer(() => signatureNotifications?.close())
  // Outside of the guard: a shared answer was checked when it arrived.
  const shared = guarded.map((node) => shareBlockhash(node, clock))
  const screens: Chain = createCluster(inLane('screen'))
  return {
    chain: shareReads(createCluster(shared, { slots }), clock),
    screens,
    endpointStates: checks.states,
    signatureNotifications,
  }
}
