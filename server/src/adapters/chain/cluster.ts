/**
 * All endpoints of a cluster as one chain. Reads stay with the first endpoint that is well and go on to the next when it
 * is not, or has not got what was asked for. A send goes to the others too when the first does not take it; `everywhere`
 * sends to all from the start.
 */
import type { Signature } from '@solana/kit'
import { Fault, isFault } from '../../kernel/fault.ts'
import type { Chain, ChainNode, ChainReads } from '../../ports/chain.ts'
import type { Execution, ReadOptions, SendResult } from '../../ports/chain-data.ts'
import { isAnswer, withFailover } from './ask.ts'
import type { HighestSlot } from './highest-slot.ts'

const READS = [
  'balance',
  'holdings',
  'holdingsOf',
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
  'signaturesFor',
  'signedTransaction',
  'genesisHash',
] as const satisfies (keyof ChainReads)[]
type ReadName = (typeof READS)[number]
type Call = (...args: unknown[]) => Promise<unknown>

/** Reads by which money is decided about, and where their options stand. */
const OPTIONS_AT: Partial<Record<ReadName, number>> = {
  balance: 1,
  balances: 1,
  lamports: 1,
  accounts: 1,
  holdings: 1,
  holdingsOf: 2,
  tokenAccounts: 1,
  states: 1,
  simulate: 1,
  latestBlockhash: 0,
}

const bestOf = (answers: SendResult[]): SendResult =>
  answers.find(({ outcome }) => outcome === 'accepted') ??
  answers.find(({ outcome }) => outcome === 'unknown') ??
  answers[0] ?? { outcome: 'unknown', reason: 'no endpoint is set' }

/** With `slots` what decides about money is asked for as of the highest one that was seen, or later. */
export function createCluster(
  nodes: readonly ChainNode[],
  { slots }: { slots?: Pick<HighestSlot, 'slot'> } = {},
): Chain {
  const known = () => nodes.filter(({ health }) => !health.isForeign())

  /** In the order in which they are asked: who rests comes last, the one that rests longest at the end. */
  function inTurn(): ChainNode[] {
    const [only, another] = nodes
    if (only && !another) return [only]
    const all = known()
    const well = all.filter(({ health }) => health.isWell())
    const others = all.filter((node) => !well.includes(node))
    return [...well, ...others.toSorted((a, b) => a.health.restMs() - b.health.restMs())]
  }

  /** Nobody is asked who rests while another one is well: that one may only lack what this call is about. */
  const isSpared = (i: number, node: ChainNode) =>
    i > 0 && !node.health.isWell() && nodes.some(({ health }) => health.isWell())

  async function ask<T>(call: (node: ChainNode) => Promise<T>): Promise<T> {
    const turn = inTurn()
    for (const [i, node] of turn.entries()) {
      const later = turn.slice(i + 1)
      if (isSpared(i, node)) continue
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

  /** The later of what the caller needs and what was seen. */
  function asOfHighest(name: ReadName, args: unknown[]): unknown[] {
    const at = OPTIONS_AT[name]
    const highest = at === undefined ? undefined : slots?.slot()
    if (at === undefined || highest === undefined) return args
    const given = args[at] as ReadOptions | undefined
    if (given?.minContextSlot !== undefined && given.minContextSlot >= highest) return args
    return [...args.slice(0, at), { ...given, minContextSlot: highest }]
  }

  function read(name: ReadName, args: unknown[]): Promise<unknown> {
    const asked = asOfHighest(name, args)
    return ask((node) => (node[name] as Call)(...asked))
  }

  /** An endpoint may lack what another has: null where none that answers has it. */
  async function execution(signature: Signature, options?: ReadOptions): Promise<Execution | null> {
    let answered = false
    for (const [i, node] of inTurn().entries())
      try {
        if (isSpared(i, node)) continue
        const found = await node.execution(signature, options)
        if (found) return found
        answered = true
      } catch (error) {
        if (!isFault(error, 'chain_away')) throw error
      }
    if (!answered) throw new Fault('chain_away')
    return null
  }

  async function takesVersion1(options?: { anew?: boolean }): Promise<boolean | null> {
    const answers = await Promise.all(nodes.map((node) => node.takesVersion1(options)))
    if (answers.every((one) => one === null)) return null
    return answers.every((one) => one === true)
  }

  const first = () => inTurn()[0]
  const reads = Object.fromEntries(
    READS.map((name) => [name, (...args: unknown[]) => read(name, args)]),
  ) as unknown as Pick<ChainReads, ReadName>
  /** Never a second endpoint: the first may have done it without answering. */
  const once = async <T>(call: (node: ChainNode) => Promise<T>): Promise<T> => {
    const node = first()
    if (!node) throw new Fault('chain_away')
    return call(node)
  }
  return {
    ...reads,
    execution,
    takesVersion1,
    nodes,
    airdrop: (address, lamports) => once((node) => node.airdrop(address, lamports)),
    tokenAirdrop: (owner, mint, amount) => once((node) => node.tokenAirdrop(owner, mint, amount)),
    async send(bytes, { everywhere = false } = {}) {
      const node = first()
      if (!node) return bestOf([])
      const one = everywhere ? null : await node.send(bytes)
      if (one?.outcome === 'accepted') return one
      // To those that rest as well: whoever takes it may be the one that it lands by. And at once: what expires because
      // one endpoint is silent cannot be called dead until that one answers again.
      const others = one ? nodes.filter((n) => n !== node) : nodes
      const answers = await Promise.all(others.map((n) => n.send(bytes)))
      return bestOf(one ? [one, ...answers] : answers)
    },
    async healthy() {
      return (await Promise.all(nodes.map((node) => node.healthy()))).includes(true)
    },
  }
}
