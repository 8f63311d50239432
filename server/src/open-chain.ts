/** All endpoints of the configuration as one chain, each of them checked to be the network that this data belongs to. */
import { createCluster } from './adapters/chain/cluster.ts'
import { createRpcNode } from './adapters/chain/rpc.ts'
import { type Config, ConfigError } from './config.ts'
import type { Db } from './db/client.ts'
import { isFault } from './kernel/fault.ts'
import type { Log } from './kernel/log.ts'
import { guardNetwork } from './network.ts'
import type { Chain } from './ports/chain.ts'

/** Throws ConfigError when an endpoint is another network. One that is away is asked again before anything is signed. */
export async function openChain(
  { rpcUrl, rpcUrls, cluster }: Pick<Config, 'rpcUrls' | 'cluster'> & { rpcUrl: string },
  db: Db,
  log: Log,
): Promise<Chain> {
  const networks = [rpcUrl, ...rpcUrls].map((url, i) =>
    guardNetwork(createRpcNode({ url, name: `endpoint ${i + 1}`, log }), { db, cluster, log }),
  )
  // One after another: the first to answer names the network of a new database.
  for (const { verify } of networks)
    await verify().catch((error: unknown) => {
      if (isFault(error, 'chain_refused')) throw new ConfigError(error.message)
    })
  return createCluster(networks.map(({ node }) => node))
}
