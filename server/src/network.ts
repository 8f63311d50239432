/**
 * Which network the endpoint really is, told by its genesis hash and not by the configured name: nothing is signed on
 * another network than the one that this database belongs to, and never by mistake with real money.
 */
import type { Cluster } from '@purser/contract/system.ts'
import type { Db } from './db/client.ts'
import { Fault, isFault } from './kernel/fault.ts'
import { describe, type Log } from './kernel/log.ts'
import { keepSetting } from './kernel/settings.store.ts'
import type { Chain } from './ports/chain.ts'

const MAINNET = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'

/** So long what was found out about the endpoint is relied on where nothing is concluded from its answer. */
const PERIOD_MS = 10_000

export type Network = {
  /**
   * The chain, as far as it is the right one: another network behind the same address counts as no answer. From what is
   * final (that a transaction has expired, that it was refused) nothing follows before the endpoint was asked once more,
   * after its answer, which network it is; and no blockhash is had without.
   */
  chain: Chain
  /** Rejects with chain_refused on another network, with chain_away while that cannot be told. */
  verify(): Promise<void>
}
export type NetworkParts = { db: Db; cluster: Cluster; log: Log }

export function guardNetwork(chain: Chain, { db, cluster, log }: NetworkParts): Network {
  let known: { at: number; checked: Promise<void> } | null = null
  let foreign = false

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

  /** Asks now. */
  function verify(): Promise<void> {
    const checked = ask()
    const mine = { at: performance.now(), checked }
    known = mine
    checked.catch(() => {
      if (known === mine) known = null
    })
    return checked
  }
  const lately = () => (known && performance.now() - known.at < PERIOD_MS ? known.checked : verify())

  /** A foreign network is one that does not answer: whoever waits goes on waiting. */
  async function require(check: () => Promise<void>): Promise<void> {
    try {
      await check()
      foreign = false
    } catch (error) {
      if (!isFault(error, 'chain_refused')) throw error
      if (!foreign)
        log.error(describe(error), 'the endpoint is another network; nothing is concluded from it')
      foreign = true
      throw new Fault('chain_away')
    }
  }
  async function certain<T>(answer: Promise<T>): Promise<T> {
    const answered = await answer
    await require(verify)
    return answered
  }

  return {
    verify,
    chain: {
      ...chain,
      latestBlockhash: () => certain(chain.latestBlockhash()),
      blockHeight: (commitment) => certain(chain.blockHeight(commitment)),
      signaturesFor: (address, options) => certain(chain.signaturesFor(address, options)),
      async statuses(signatures, options) {
        if (options?.searchHistory) return certain(chain.statuses(signatures, options))
        await require(lately)
        return chain.statuses(signatures, options)
      },
      async send(bytes, options) {
        try {
          await require(lately)
          const sent = await chain.send(bytes, options)
          return sent.outcome === 'refused' ? await certain(Promise.resolve(sent)) : sent
        } catch (error) {
          // Whatever was answered, it is not known to be the answer of the right network.
          return { outcome: 'unknown', reason: error instanceof Error ? error.message : String(error) }
        }
      },
    },
  }
}
