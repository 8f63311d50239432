/**
 * One blockhash for all that sign at about the same time. It lives for about a minute: one that is a second old is as good,
 * unless the node is known to be far ahead of it.
 */
import type { Clock } from '../../kernel/clock.ts'
import type { ChainNode } from '../../ports/chain.ts'

const MAX_AGE_MS = 1_000
/** Slots; more than a second's worth on any cluster. */
const MAX_BEHIND = 20n

type Answer = Awaited<ReturnType<ChainNode['latestBlockhash']>>

export function shareBlockhash(node: ChainNode, clock: Pick<Clock, 'monotonic'>): ChainNode {
  let known: { at: number; answer: Promise<Answer>; slot: bigint | null } | null = null

  /** What is far behind may have expired, and a transaction that is signed anew must differ from the expired one. */
  function seen<T extends { slot: bigint }>(answer: T): T {
    if (known?.slot != null && answer.slot > known.slot + MAX_BEHIND) known = null
    return answer
  }

  return {
    ...node,
    latestBlockhash() {
      if (known && clock.monotonic() - known.at < MAX_AGE_MS) return known.answer
      const answer = node.latestBlockhash()
      const mine = (known = { at: clock.monotonic(), answer, slot: null as bigint | null })
      answer.then(
        ({ slot }) => (mine.slot = slot),
        () => known === mine && (known = null),
      )
      return answer
    },
    blockHeight: async (commitment) => seen(await node.blockHeight(commitment)),
    lookUp: async (signatures) => seen(await node.lookUp(signatures)),
  }
}
