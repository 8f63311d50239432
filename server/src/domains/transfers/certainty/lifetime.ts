/** Finds a blockhash that no single endpoint can have made up. */
import type { Lifetime } from '../../../kernel/solana/compile.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { CertaintyState } from './certainty.ts'

/** Heights of endpoints of one cluster may differ by this much: twice a blockhash's life. */
const MOST_APART_BLOCKS = 300n

/** See `Certainty`. */
export async function agreedLifetime(
  { chain }: Pick<CertaintyState, 'chain'>,
  options?: { maxAgeMs?: number },
): Promise<Lifetime> {
  if (chain.nodes.length < 2) return chain.latestBlockhash(options)
  const answers = await Promise.allSettled(chain.nodes.map((node) => node.latestBlockhash(options)))
  const known = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const heights = known.map((one) => one.lastValidBlockHeight)
  const least = heights.reduce((a, b) => (b < a ? b : a), heights[0] ?? 0n)
  const usable = known.find((one) => one.lastValidBlockHeight <= least + MOST_APART_BLOCKS)
  if (!usable) throw new Fault('chain_away')
  return usable
}
