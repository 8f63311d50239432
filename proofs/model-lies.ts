/**
 * Endpoints of the modelled chain that lie for a while, like a gateway whose nodes lag, have forgotten, or left the
 * cluster.
 */
import type { ChainNode } from '../server/src/ports/chain.ts'
import type { SignatureState } from '../server/src/ports/chain-data.ts'
import type { Clock } from '../server/src/kernel/clock.ts'

const LIES = [
  'no signature is known',
  'heights have jumped and no signature is known',
  'history is forgotten, openly',
  'history is forgotten, secretly',
  'no history',
  'stands still',
  'refuses what it passes on',
  'accepts and throws away',
  'everything is confirmed',
] as const
export type Lie = (typeof LIES)[number]

const JUMP = 400n
/**
 * How long a lie and the truth after it last, in milliseconds. A single endpoint may lie for less than ten seconds, and
 * is then honest for longer than anything it has said is remembered; one of two may lie as long as it likes.
 */
const SPANS = {
  alone: { lie: [1_000, 5_000], truth: 60_000 },
  beside: { lie: [5_000, 120_000], truth: 20_000 },
} as const

/** An endpoint's answer at this moment of the clock; null: the truth. The lies begin after the first truth. */
export function lyingNowAndThen(random: () => number, { alone, clock }: { alone: boolean; clock: Clock }) {
  const { lie, truth } = SPANS[alone ? 'alone' : 'beside']
  let current: Lie | null = null
  let until = clock.monotonic() + random() * truth
  let told = 0
  return {
    now(): Lie | null {
      if (clock.monotonic() < until) return current
      current = current === null ? (LIES[Math.floor(random() * LIES.length)] ?? null) : null
      if (current !== null) told++
      until = clock.monotonic() + (current === null ? truth : lie[0] + random() * (lie[1] - lie[0]))
      return current
    },
    get told() {
      return told
    },
  }
}

/** The same endpoint, which gives the answers of `lie` in place of the truth. */
export function lying(node: ChainNode, lie: () => Lie | null): ChainNode {
  let stood: bigint | null = null
  const unknowing = () => {
    const now = lie()
    return now !== null && LIES.indexOf(now) < 6
  }
  const bent = (states: (SignatureState | null)[], slot: bigint) => {
    if (unknowing()) return states.map(() => null)
    if (lie() !== 'everything is confirmed') return states
    return states.map((state) => state ?? { slot, commitment: 'confirmed' as const, err: null })
  }
  const jump = () => (lie() === 'heights have jumped and no signature is known' ? JUMP : 0n)
  /** The slot at which one that stands still has stopped. */
  const at = (slot: bigint) => {
    if (lie() !== 'stands still') stood = null
    else stood ??= slot
    return (stood ?? slot) + jump()
  }
  const forgets = () => unknowing() && lie() !== 'no signature is known'
  return {
    ...node,
    keepsHistory: async () => lie() !== 'no history',
    async statuses(signatures) {
      const { slot } = await node.blockHeight('moved')
      return bent(await node.statuses(signatures), slot)
    },
    async lookUp(signatures, options) {
      const { states, slot } = await node.lookUp(signatures, options)
      return { states: bent(states, slot), slot: at(slot) }
    },
    async blockHeight(as) {
      const { height, slot } = await node.blockHeight(as)
      return { height: at(height), slot: at(slot) }
    },
    async firstBlock() {
      const { slot } = await node.blockHeight('moved')
      return lie() === 'history is forgotten, openly' ? slot : node.firstBlock()
    },
    blockhashValid: async (blockhash, options) =>
      (await node.blockhashValid(blockhash, options)) && jump() === 0n,
    listSignatures: async (address, page) => (forgets() ? [] : node.listSignatures(address, page)),
    execution: async (signature) => (forgets() ? null : node.execution(signature)),
    async send(bytes) {
      switch (lie()) {
        case 'refuses what it passes on': {
          await node.send(bytes)
          const reason = 'Transaction simulation failed: Blockhash not found'
          return { outcome: 'refused', reason, err: 'BlockhashNotFound', logs: [] }
        }
        case 'stands still':
        case 'accepts and throws away':
          return { outcome: 'accepted' }
        default:
          return node.send(bytes)
      }
    },
  }
}
