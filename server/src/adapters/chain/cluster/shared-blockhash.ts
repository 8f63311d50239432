/**
 * One blockhash for all who sign at about the same time: it lives for 150 slots, so that one from a few slots ago is as
 * good. The duration of a slot is learnt from the node's own answers.
 */
import type { Clock } from '../../../kernel/clock.ts'
import type { ChainNode } from '../../../ports/chain.ts'

const MAX_AGE_MS = 1_000
const MAX_AGE_SLOTS = 5
/** For callers that accept an older one: it has three fifths of its life left. */
const OLD_SLOTS = 60

type Answer = Awaited<ReturnType<ChainNode['latestBlockhash']>>
type Known = { at: number; answer: Promise<Answer>; slot: bigint | null }

export function shareBlockhash(node: ChainNode, clock: Pick<Clock, 'monotonic'>): ChainNode {
  let known: Known | null = null
  /** The last answer, and the duration of a slot; 0 until that is known. */
  let last: { at: number; slot: bigint } | null = null
  let slotMs = 0
  /** The highest slot that the node has shown. */
  let furthest = 0n

  /**
   * Notes the node's slot: a hash that is far behind it may have expired, and a transaction that is signed anew must
   * differ from the expired one.
   */
  function noteSlot<T extends { slot: bigint }>(answer: T): T {
    furthest = answer.slot
    return answer
  }

  function learn(at: number, slot: bigint): void {
    const slots = last === null ? 0n : slot - last.slot
    if (last !== null && slots > 0n) slotMs = (at - last.at) / Number(slots)
    last = { at, slot }
    furthest = slot
  }

  return {
    ...node,
    latestBlockhash({ maxAgeMs = MAX_AGE_MS, minContextSlot } = {}) {
      const at = clock.monotonic()
      // A call in progress is good enough, unless it hangs.
      const slots = maxAgeMs > MAX_AGE_MS ? OLD_SLOTS : MAX_AGE_SLOTS
      const isOver = known?.slot != null && furthest > known.slot + BigInt(slots)
      const shareMs = known?.slot === null ? MAX_AGE_MS : Math.min(maxAgeMs, slotMs * slots)
      if (known && !isOver && at - known.at < shareMs) return known.answer
      const answer = node.latestBlockhash({ minContextSlot })
      const mine: Known = { at, answer, slot: null }
      known = mine
      answer.then(
        ({ slot }) => {
          mine.slot = slot
          learn(at, slot)
        },
        () => {
          if (known === mine) known = null
        },
      )
      return answer
    },
    blockHeight: async (commitment) => noteSlot(await node.blockHeight(commitment)),
    lookUp: async (...args) => noteSlot(await node.lookUp(...args)),
    // Balances are read before each order, so a leap of the chain, such as that of a node that caught up, is noticed
    // there.
    async accounts(addresses, options) {
      const readings = await node.accounts(addresses, options)
      for (const reading of readings) noteSlot(reading)
      return readings
    },
  }
}
