/**
 * All endpoints of a cluster as one chain. Reads stay with the first healthy endpoint and go on to the next if it
 * fails, or lacks what was requested. A send also goes to the others if the first does not accept it; `everywhere`
 * sends to all from the start.
 */
import type { Signature } from '@solana/kit'
import { Fault, isFault } from '../../../kernel/fault.ts'
import type { Chain, ChainNode, ChainReads } from '../../../ports/chain.ts'
import type { Execution, ReadOptions, SendResult } from '../../../ports/chain-data.ts'
import { isAnswer, withFailover } from '../calls/ask.ts'
import type { HighestSlot } from './highest-slot.ts'

const READS = [
  'balance',
  'holdings',
  'tokenHoldings',
  'accounts',
  'mintInfo',
  'balances',
  'recentPrices',
  'simulate',
  'lamports',
  'tokenAmounts',
  'tokenMint',
  'tokenMetadata',
  'holders',
  'tokenAccounts',
  'accountAt',
  'states',
  'latestBlockhash',
  'blockHeight',
  'rentExempt',
  'statuses',
  'listSignatures',
  'signedTransaction',
  'genesisHash',
] as const satisfies (keyof ChainReads)[]
type ReadName = (typeof READS)[number]
type Call = (...args: unknown[]) => Promise<unknown>

/** Reads that decide about money, and the position of their options. */
const OPTIONS_AT: Partial<Record<ReadName, number>> = {
  balance: 1,
  balances: 1,
  lamports: 1,
  accounts: 1,
  holdings: 1,
  tokenHoldings: 2,
  tokenAccounts: 1,
  states: 1,
  simulate: 1,
  latestBlockhash: 0,
}

type Cluster = { nodes: readonly ChainNode[]; slots: Pick<HighestSlot, 'slot'> | undefined }

/** Given `slots`, reads that decide about money ask for the highest slot that was seen, or a later one. */
export function createCluster(
  nodes: readonly ChainNode[],
  { slots }: { slots?: Pick<HighestSlot, 'slot'> } = {},
): Chain {
  const cluster: Cluster = { nodes, slots }
  const reads = Object.fromEntries(
    READS.map((name) => [name, (...args: unknown[]) => read(cluster, name, args)]),
  ) as unknown as Pick<ChainReads, ReadName>
  return {
    ...reads,
    nodes,
    execution: (signature, options) => readExecution(cluster, signature, options),
    takesVersion1: (options) => isVersion1Taken(cluster, options),
    airdrop: (address, lamports) => askFirst(cluster, (node) => node.airdrop(address, lamports)),
    tokenAirdrop: (owner, mint, amount) =>
      askFirst(cluster, (node) => node.tokenAirdrop(owner, mint, amount)),
    send: (bytes, options) => send(cluster, bytes, options),
    healthy: () => isAnyHealthy(cluster),
  }
}

/** The order in which endpoints are called: resting ones come last, the one that rests longest at the end. */
function inTurn({ nodes }: Cluster): ChainNode[] {
  const [only, another] = nodes
  if (only && !another) return [only]
  const all = nodes.filter(({ health }) => !health.isForeign())
  const well = all.filter(({ health }) => health.isWell())
  const others = all.filter((node) => !well.includes(node))
  return [...well, ...others.toSorted((a, b) => a.health.restMs() - b.health.restMs())]
}

/** A resting node is not called while another one is well: that other one may only lack what this call is about. */
const isSpared = ({ nodes }: Cluster, i: number, node: ChainNode) =>
  i > 0 && !node.health.isWell() && nodes.some(({ health }) => health.isWell())

async function ask<T>(cluster: Cluster, call: (node: ChainNode) => Promise<T>): Promise<T> {
  const turn = inTurn(cluster)
  for (const [i, node] of turn.entries()) {
    const later = turn.slice(i + 1)
    if (isSpared(cluster, i, node)) continue
    try {
      if (later.length === 0) return await call(node)
      return await withFailover(
        () => later.some(({ health }) => health.isWell()),
        () => call(node),
      )
    } catch (error) {
      if (!isFault(error, 'chain_away') || isAnswer(error)) throw error
    }
  }
  throw new Fault('chain_away')
}

/** Never calls a second endpoint: the first may have executed the call without answering. */
async function askFirst<T>(cluster: Cluster, call: (node: ChainNode) => Promise<T>): Promise<T> {
  const [node] = inTurn(cluster)
  if (!node) throw new Fault('chain_away')
  return call(node)
}

function read(cluster: Cluster, name: ReadName, args: unknown[]): Promise<unknown> {
  const latest = asOfHighest(cluster, name, args)
  return ask(cluster, (node) => (node[name] as Call)(...latest))
}

/** The arguments with the later of two slots: the caller's minimum and the highest one seen. */
function asOfHighest({ slots }: Cluster, name: ReadName, args: unknown[]): unknown[] {
  const at = OPTIONS_AT[name]
  const highest = at === undefined ? undefined : slots?.slot()
  if (at === undefined || highest === undefined) return args
  const given = args[at] as ReadOptions | undefined
  if (given?.minContextSlot !== undefined && given.minContextSlot >= highest) return args
  return [...args.slice(0, at), { ...given, minContextSlot: highest }]
}

/** An endpoint may lack what another has: null if none that answers has it. */
async function readExecution(
  cluster: Cluster,
  signature: Signature,
  options?: ReadOptions,
): Promise<Execution | null> {
  let answered = false
  for (const [i, node] of inTurn(cluster).entries())
    try {
      if (isSpared(cluster, i, node)) continue
      const found = await node.execution(signature, options)
      if (found) return found
      answered = true
    } catch (error) {
      if (!isFault(error, 'chain_away')) throw error
    }
  if (!answered) throw new Fault('chain_away')
  return null
}

async function isVersion1Taken({ nodes }: Cluster, options?: { anew?: boolean }): Promise<boolean | null> {
  const answers = await Promise.all(nodes.map((node) => node.takesVersion1(options)))
  if (answers.every((one) => one === null)) return null
  return answers.every((one) => one === true)
}

async function isAnyHealthy({ nodes }: Cluster): Promise<boolean> {
  return (await Promise.all(nodes.map((node) => node.healthy()))).includes(true)
}

async function send(
  cluster: Cluster,
  bytes: Uint8Array,
  { everywhere = false }: { everywhere?: boolean } = {},
): Promise<SendResult> {
  const [node] = inTurn(cluster)
  if (!node) return best([])
  const one = everywhere ? null : await node.send(bytes)
  if (one?.outcome === 'accepted') return one
  // Resting endpoints get it too, because one of them may be the one that lands it. They get it at once: a transaction
  // that expires because one endpoint is silent cannot be called dead until that one answers again.
  const others = one ? cluster.nodes.filter((n) => n !== node) : cluster.nodes
  const answers = await Promise.all(others.map((n) => n.send(bytes)))
  return best(one ? [one, ...answers] : answers)
}

const best = (answers: SendResult[]): SendResult =>
  answers.find(({ outcome }) => outcome === 'accepted') ??
  answers.find(({ outcome }) => outcome === 'unknown') ??
  answers[0] ?? { outcome: 'unknown', reason: 'no endpoint is set' }
