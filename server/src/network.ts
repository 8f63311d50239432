/**
 * Checks by genesis hash which network an endpoint really is: nothing is signed on another network than the one that this
 * database belongs to, and never by mistake with real money.
 */
import { chainRefusedText } from '@purser/contract/chain-refused-texts.ts'
import { type Cluster, MAINNET_GENESIS } from '@purser/contract/system.ts'
import { ConfigError } from './config.ts'
import type { Db } from './db/client.ts'
import { createCache } from './kernel/cache.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { Fault, isFault } from './kernel/fault.ts'
import { groupCommit } from './kernel/group-commit.ts'
import { describe, type Log } from './kernel/log.ts'
import { findSetting, initSetting } from './kernel/settings.store.ts'
import type { ChainNode } from './ports/chain.ts'

/** How long a check is reused where nothing final follows from the endpoint's answer. */
const CACHE_MS = 10_000

/** Of these nothing final follows: they are not checked one by one, but refused once it is known to be another network. */
const READS = [
  'balance',
  'balances',
  'lamports',
  'accounts',
  'holdings',
  'holdingsOf',
  'tokenAmounts',
  'mintInfo',
  'tokenMint',
  'tokenMetadata',
  'holders',
  'tokenAccounts',
  'accountAt',
  'rentExempt',
  'execution',
  'simulate',
  'recentPrices',
] as const satisfies (keyof ChainNode)[]

export type Network = {
  /**
   * The endpoint, guarded: while it is another network its answers count as none. Answers from which something final
   * follows (that a transaction can never land) and blockhashes are returned only after a new check of the network.
   */
  node: ChainNode
  /** Rejects with chain_refused on another network, with chain_away when the endpoint does not answer. */
  verify(): Promise<void>
}
export type NetworkParts = { db: Db; cluster: Cluster; log: Log; clock?: Clock }

/**
 * All endpoints, each guarded. Throws ConfigError when one is another network; one that is unavailable is checked before
 * anything is signed.
 */
export async function guardEndpoints(nodes: ChainNode[], parts: NetworkParts): Promise<ChainNode[]> {
  await requireOneNetwork(nodes, parts.db)
  const networks = nodes.map((node) => guardNetwork(node, parts))
  // One after another: the first to answer determines the network of a new database.
  for (const { verify } of networks)
    await verify().catch((error: unknown) => {
      if (isFault(error, 'chain_refused')) throw new ConfigError(error.message)
    })
  return networks.map(({ node }) => node)
}

const ofAnother = (belongs: string, endpoint: string, genesis: string) =>
  ({ code: 'other_network', belongs, endpoint, genesis }) as const

/** Before the first start stores a network for good: all endpoints that answer must agree. Throws ConfigError. */
async function requireOneNetwork(nodes: ChainNode[], db: Db): Promise<void> {
  if (nodes.length < 2 || (await findSetting(db, 'genesis_hash')) !== null) return
  const answers = await Promise.allSettled(nodes.map((node) => node.genesisHash()))
  let first: string | null = null
  answers.forEach((answer, i) => {
    if (answer.status === 'rejected') return
    first ??= answer.value
    const another = ofAnother(first, nodes[i]?.name ?? '', answer.value)
    if (first !== answer.value) throw new ConfigError(chainRefusedText(another))
  })
}

export function guardNetwork(
  node: ChainNode,
  { db, cluster, log, clock = systemClock }: NetworkParts,
): Network {
  const last = createCache<'check', Promise<void>>({ clock, max: 1, ttlMs: CACHE_MS })
  let foreign = false
  /** Of the database, which never changes once it is stored. */
  let stored: string | null = null

  async function check(): Promise<void> {
    const hash = await node.genesisHash()
    try {
      await compare(hash)
      node.health.checked({ foreign: false })
    } catch (error) {
      if (isFault(error, 'chain_refused')) node.health.checked({ foreign: true })
      throw error
    }
  }

  async function compare(hash: string): Promise<void> {
    if (hash === MAINNET_GENESIS && cluster !== 'mainnet-beta')
      throw new Fault('chain_refused', { code: 'other_cluster', endpoint: node.name, cluster })
    // Nor is anything else taken for mainnet, whatever its accounts look like.
    if (cluster === 'mainnet-beta' && hash !== MAINNET_GENESIS)
      throw new Fault('chain_refused', { code: 'not_mainnet', endpoint: node.name, genesis: hash })
    stored ??= await initSetting(db, 'genesis_hash', hash)
    if (stored !== hash) throw new Fault('chain_refused', ofAnother(stored, node.name, hash))
  }

  function verify(): Promise<void> {
    const checked = last.set('check', check())
    checked.catch(() => last.delete('check', checked))
    return checked
  }
  const verifyCached = () => last.get('check') ?? verify()

  /** Reports another network as chain_away, so that callers keep waiting for the right one. */
  async function require(verified: () => Promise<void>): Promise<void> {
    try {
      await verified()
      foreign = false
    } catch (error) {
      if (!isFault(error, 'chain_refused')) throw error
      if (!foreign)
        log.error(
          { endpoint: node.name, ...describe(error) },
          'the endpoint is another network; its answers are ignored',
        )
      foreign = true
      throw new Fault('chain_away')
    }
  }
  /** One check serves all answers that had come when it began. */
  const verifyAfter = groupCommit(verify)
  async function checkedAfter<T>(answer: Promise<T>): Promise<T> {
    const answered = await answer
    await require(verifyAfter)
    return answered
  }

  type Read = (...args: unknown[]) => Promise<unknown>
  /** A single endpoint is asked although it is foreign: it may be the right one again. */
  const unlessForeign = Object.fromEntries(
    READS.map((name) => {
      const read = node[name] as Read
      const readOnce: Read = (...args) =>
        node.health.isForeign() ? require(verifyCached).then(() => read(...args)) : read(...args)
      return [name, readOnce]
    }),
  ) as Pick<ChainNode, (typeof READS)[number]>

  return {
    verify,
    node: {
      ...node,
      ...unlessForeign,
      latestBlockhash: (options) => checkedAfter(node.latestBlockhash(options)),
      blockHeight: (as) => checkedAfter(node.blockHeight(as)),
      lookUp: (...args) => checkedAfter(node.lookUp(...args)),
      signaturesFor: (address, page) => checkedAfter(node.signaturesFor(address, page)),
      signedTransaction: (signature) => checkedAfter(node.signedTransaction(signature)),
      async statuses(signatures) {
        await require(verifyCached)
        return node.statuses(signatures)
      },
      async send(bytes) {
        try {
          await require(verifyCached)
          return await node.send(bytes)
        } catch (error) {
          // Nothing is sent to another network.
          return { outcome: 'unknown', reason: error instanceof Error ? error.message : String(error) }
        }
      },
    },
  }
}
