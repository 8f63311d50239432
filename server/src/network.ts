/**
 * Which network the endpoint really is, told by its genesis hash and not by the configured name: nothing is signed on
 * another network than the one that this database belongs to, and never by mistake with real money.
 */
import type { Cluster } from '@purser/contract/system.ts'
import type { Db } from './db/client.ts'
import { Fault } from './kernel/fault.ts'
import { keepSetting } from './kernel/settings.store.ts'
import type { Chain } from './ports/chain.ts'

const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

export type Network = {
  /** The chain, of which no blockhash is had, so nothing can be signed, before the network is known to be the right one. */
  chain: Chain
  /** Rejects with chain_refused on another network, with chain_away while that cannot be told. */
  verify(): Promise<void>
}

export function guardNetwork(chain: Chain, { db, cluster }: { db: Db; cluster: Cluster }): Network {
  let known: Promise<void> | null = null

  async function ask(): Promise<void> {
    const hash = await chain.genesisHash()
    if (hash === MAINNET && cluster !== 'mainnet-beta')
      throw new Fault('chain_refused', {
        reason: `SOLANA_RPC_URL leads to mainnet-beta, but SOLANA_CLUSTER is ${cluster}.`,
      })
    const first = await keepSetting(db, 'genesis_hash', hash)
    if (first !== hash)
      throw new Fault('chain_refused', {
        reason: `This data belongs to the network ${first}, but the endpoint is the network ${hash}.`,
      })
  }

  function verify(): Promise<void> {
    known ??= ask().catch((error: unknown) => {
      known = null
      throw error
    })
    return known
  }

  return {
    verify,
    chain: {
      ...chain,
      async latestBlockhash() {
        await verify()
        return chain.latestBlockhash()
      },
    },
  }
}
