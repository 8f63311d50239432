import type { ChainNode, Endpoints } from '../../../ports/chain.ts'

/** Lists endpoints that keep a ledger; one that has not answered yet counts as such. */
export async function listLedgerNodes({ nodes }: Endpoints): Promise<ChainNode[]> {
  const keeps = await Promise.all(nodes.map((node) => node.keepsHistory()))
  return nodes.filter((_, i) => keeps[i])
}
