/**
 * Checks by genesis hash which network an endpoint really is: nothing is signed on a network other than the database's
 * own, and never by mistake with real money.
 */
import { chainRefusedText } from '@purser/contract/transfers/chain-refused-texts.ts'
import { type Cluster, MAINNET_GENESIS } from '@purser/contract/system.ts'
import type { Signature } from '@solana/kit'
import { ConfigError } from './config/config.ts'
import type { Db } from './db/client.ts'
import { type Cache, createCache } from './kernel/cache.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { Fault, isFault } from './kernel/fault.ts'
import { groupCommit } from './kernel/concurrency/group-commit.ts'
import { describe, type Log } from './kernel/log.ts'
import { findSetting, initSetting } from './kernel/settings.store.ts'
import type { SendResult } from './ports/chain-data.ts'
import type { ChainNode } from './ports/chain.ts'

/** How long a check is reused if nothing final follows from the endpoint's answer. */
const CACHE_MS = 10_000

/**
 * Nothing final follows from these reads: they are not checked one by one, but refused once the endpoint is known to be
 * another network.
 */
const READS = [
  'balance',
  'balances',
  'lamports',
  'accounts',
  'holdings',
  'tokenHoldings',
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

const otherNetwork = (belongs: string, endpoint: string, genesis: string) =>
  ({ code: 'other_network', belongs, endpoint, genesis }) as const

/** Before the first start stores a network for good, all endpoints that answer must agree. Throws ConfigError. */
async function requireOneNetwork(nodes: ChainNode[], db: Db): Promise<void> {
  if (nodes.length < 2 || (await findSetting(db, 'genesis_hash')) !== null) return
  const answers = await Promise.allSettled(nodes.map((node) => node.genesisHash()))
  let first: string | null = null
  answers.forEach((answer, i) => {
    if (answer.status === 'rejected') return
    first ??= answer.value
    const another = otherNetwork(first, nodes[i]?.name ?? '', answer.value)
    if (first !== answer.value) throw new ConfigError(chainRefusedText(another))
  })
}

type Guard = {
  node: ChainNode
  db: Db
  cluster: Cluster
  log: Log
  clock: Clock
  /** The last check of the network, unless it failed. */
  known: Cache<'check', Promise<void>>
  /** It was another network when it was last required; logged once. */
  foreign: boolean
  /** The genesis hash of the database, which never changes once it is stored. */
  stored: string | null
  /** Checks anew; one check serves all answers that had arrived when it began. */
  verifyTogether(): Promise<void>
}

export function guardNetwork(
  node: ChainNode,
  { db, cluster, log, clock = systemClock }: NetworkParts,
): Network {
  const guard: Guard = {
    node,
    db,
    cluster,
    log,
    clock,
    known: createCache({ clock, max: 1, ttlMs: CACHE_MS }),
    foreign: false,
    stored: null,
    verifyTogether: groupCommit(() => verify(guard)),
  }
  return {
    verify: () => verify(guard),
    node: {
      ...node,
      ...guardReads(guard),
      latestBlockhash: (options) => checkAfter(guard, node.latestBlockhash(options)),
      blockHeight: (as) => checkAfter(guard, node.blockHeight(as)),
      lookUp: (...args) => checkAfter(guard, node.lookUp(...args)),
      listSignatures: (address, page) => checkAfter(guard, node.listSignatures(address, page)),
      signedTransaction: (signature) => checkAfter(guard, node.signedTransaction(signature)),
      statuses: (signatures) => readStatuses(guard, signatures),
      send: (bytes) => send(guard, bytes),
    },
  }
}

function verify(guard: Guard): Promise<void> {
  const checked = guard.known.set('check', check(guard))
  checked.catch(() => guard.known.delete('check', checked))
  return checked
}

const verifyCached = (guard: Guard): Promise<void> => guard.known.get('check') ?? verify(guard)

async function check(guard: Guard): Promise<void> {
  const { node } = guard
  const hash = await node.genesisHash()
  try {
    await compare(guard, hash)
    node.health.checked({ foreign: false })
  } catch (error) {
    if (isFault(error, 'chain_refused')) node.health.checked({ foreign: true })
    throw error
  }
}

async function compare(guard: Guard, hash: string): Promise<void> {
  const { node, db, cluster } = guard
  if (hash === MAINNET_GENESIS && cluster !== 'mainnet-beta')
    throw new Fault('chain_refused', { code: 'other_cluster', endpoint: node.name, cluster })
  // No other network counts as mainnet, whatever its accounts look like.
  if (cluster === 'mainnet-beta' && hash !== MAINNET_GENESIS)
    throw new Fault('chain_refused', { code: 'not_mainnet', endpoint: node.name, genesis: hash })
  guard.stored ??= await initSetting(db, 'genesis_hash', hash)
  if (guard.stored !== hash) throw new Fault('chain_refused', otherNetwork(guard.stored, node.name, hash))
}

/** Reports another network as chain_away, so that callers keep waiting for the right one. */
async function requireNetwork(guard: Guard, verified: () => Promise<void>): Promise<void> {
  const { node, log } = guard
  try {
    await verified()
    guard.foreign = false
  } catch (error) {
    if (!isFault(error, 'chain_refused')) throw error
    if (!guard.foreign)
      log.error(
        { endpoint: node.name, ...describe(error) },
        'the endpoint is on a different network; its answers are ignored',
      )
    guard.foreign = true
    throw new Fault('chain_away')
  }
}

async function checkAfter<T>(guard: Guard, answer: Promise<T>): Promise<T> {
  const answered = await answer
  await requireNetwork(guard, guard.verifyTogether)
  return answered
}

type Read = (...args: unknown[]) => Promise<unknown>

/** A single foreign endpoint is still called: it may be the right one again. */
function guardReads(guard: Guard): Pick<ChainNode, (typeof READS)[number]> {
  const { node } = guard
  const guarded = READS.map((name) => {
    const read = node[name] as Read
    const readGuarded: Read = (...args) =>
      node.health.isForeign()
        ? requireNetwork(guard, () => verifyCached(guard)).then(() => read(...args))
        : read(...args)
    return [name, readGuarded]
  })
  return Object.fromEntries(guarded) as Pick<ChainNode, (typeof READS)[number]>
}

async function readStatuses(guard: Guard, signatures: Signature[]): ReturnType<ChainNode['statuses']> {
  await requireNetwork(guard, () => verifyCached(guard))
  return guard.node.statuses(signatures)
}

async function send(guard: Guard, bytes: Uint8Array): Promise<SendResult> {
  try {
    await requireNetwork(guard, () => verifyCached(guard))
    return await guard.node.send(bytes)
  } catch (error) {
    // Nothing is sent to another network.
    return { outcome: 'unknown', reason: error instanceof Error ? error.message : String(error) }
  }
}
