/**
 * All endpoints of a cluster as one chain. A read is answered by the endpoint that answered last, or by the next that
 * can; `everywhere` sends to all of them.
 */
import type { Signature } from '@solana/kit'
import { Fault, isFault } from '../../kernel/fault.ts'
import type { Chain, ChainNode, ChainReads } from '../../ports/chain.ts'
import type { Execution, SendResult } from '../../ports/chain-data.ts'

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
  'tokenAccounts',
  'accountAt',
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

const bestOf = (answers: SendResult[]): SendResult =>
  answers.find(({ outcome }) => outcome === 'accepted') ??
  answers.find(({ outcome }) => outcome === 'unknown') ??
  answers[0] ?? { outcome: 'unknown', reason: 'no endpoint is set' }

export function createCluster(nodes: readonly ChainNode[]): Chain {
  let current = 0
  const inTurn = () => nodes.map((_, i) => (current + i) % nodes.length)

  async function read(name: ReadName, args: unknown[]): Promise<unknown> {
    for (const i of inTurn()) {
      const node = nodes[i]
      if (!node) continue
      try {
        const answer = await (node[name] as Call)(...args)
        current = i
        return answer
      } catch (error) {
        if (!isFault(error, 'chain_away')) throw error
      }
    }
    throw new Fault('chain_away')
  }

  /** An endpoint may lack what another has: null where none that answers has it. */
  async function execution(signature: Signature): Promise<Execution | null> {
    let answered = false
    for (const i of inTurn())
      try {
        const found = (await nodes[i]?.execution(signature)) ?? null
        if (found) return found
        answered = true
      } catch (error) {
        if (!isFault(error, 'chain_away')) throw error
      }
    if (!answered) throw new Fault('chain_away')
    return null
  }

  const first = () => nodes[current] ?? nodes[0]
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
    nodes,
    holders: (token) => once((node) => node.holders(token)),
    airdrop: (address, lamports) => once((node) => node.airdrop(address, lamports)),
    tokenAirdrop: (owner, mint, amount) => once((node) => node.tokenAirdrop(owner, mint, amount)),
    async send(bytes, { everywhere = false } = {}) {
      const node = first()
      if (!node) return bestOf([])
      return everywhere ? bestOf(await Promise.all(nodes.map((n) => n.send(bytes)))) : node.send(bytes)
    },
    async healthy() {
      return (await Promise.all(nodes.map((node) => node.healthy()))).includes(true)
    },
  }
}
