/** Which endpoint a listing is read from: one that reaches back far enough, and none alone for long. */
import type { Signature } from '@solana/kit'
import { Fault, isFault } from '../../../kernel/fault.ts'
import type { Chain, ChainNode } from '../../../ports/chain.ts'

/** `known`: the bounds that the endpoint knows. */
export type Sourced<T> = { answer: T; known: Signature[] }

export type Source = ReturnType<typeof createSource>

export function createSource(chain: Pick<Chain, 'nodes'>) {
  let turn = 0

  /** Endpoints that keep a ledger, where there are any; each time another one first. */
  async function inTurn(): Promise<readonly ChainNode[]> {
    const keeps = await Promise.all(chain.nodes.map((node) => node.keepsHistory()))
    const ledgers = chain.nodes.filter((_, i) => keeps[i])
    const nodes = ledgers.length > 0 ? ledgers : chain.nodes
    const first = turn++ % Math.max(1, nodes.length)
    return [...nodes.slice(first), ...nodes.slice(0, first)]
  }

  async function knownTo(node: ChainNode, bounds: Signature[]): Promise<Signature[]> {
    if (bounds.length === 0) return []
    const { states } = await node.lookUp(bounds)
    return bounds.filter((_, i) => states[i] !== null)
  }

  /**
   * From the first endpoint that knows all of these transactions; where all have answered and none does, from the one that
   * knows most of them. Throws chain_away, also while one is away that may know them.
   */
  return async function fromAny<T>(
    bounds: Signature[],
    read: (node: ChainNode) => Promise<T>,
  ): Promise<Sourced<T>> {
    let most: { node: ChainNode; known: Signature[] } | null = null
    let away = false
    for (const node of await inTurn()) {
      try {
        const known = await knownTo(node, bounds)
        if (known.length === bounds.length) return { answer: await read(node), known }
        if (known.length >= (most?.known.length ?? 0)) most = { node, known }
      } catch (error) {
        if (!isFault(error, 'chain_away')) throw error
        away = true
      }
    }
    if (away || !most) throw new Fault('chain_away')
    return { answer: await read(most.node), known: most.known }
  }
}
