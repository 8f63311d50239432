/**
 * Whether receipts are final. With two or more endpoints that keep a ledger, two of them must show a transaction finalized,
 * without error and with the same change; with one, that one.
 */
import type { Signature } from '@solana/kit'
import type { Clock } from '../../../kernel/clock.ts'
import { isFault } from '../../../kernel/fault.ts'
import type { ChainNode } from '../../../ports/chain.ts'
import type { SignatureState } from '../../../ports/chain-data.ts'
import type { ReceiptRow } from '../views.store.ts'
import { incomingOf } from './changes.ts'

export type Verdict = { final: bigint } | 'gone'
/** What is judged: a receipt, or what may become one. */
export type Judged = Pick<ReceiptRow, 'id' | 'recipient' | 'signature' | 'mint' | 'slot'>
export type Judge = (receipts: Judged[]) => Promise<Map<number, Verdict>>

/** An absence is believed when it was seen twice, so long apart. */
const APART_MS = 10_000
/** What one endpoint says of a receipt; null: nothing that is certain. */
type Vote = { final: bigint } | 'gone' | null

type Testimony = { states: (SignatureState | null)[]; finalizedSlot: bigint }

async function ask(node: ChainNode, signatures: Signature[]): Promise<Testimony> {
  // Read before the states: what is not known by then, and older, is not on this node's chain.
  const { slot: finalizedSlot } = await node.blockHeight('finalized')
  const { states } = await node.lookUp(signatures)
  return { states, finalizedSlot }
}

async function voteOf(
  node: ChainNode,
  { recipient, signature, mint, slot }: Judged,
  { state, finalizedSlot }: { state: SignatureState | null; finalizedSlot: bigint },
): Promise<Vote> {
  if (state === null) return finalizedSlot > slot ? 'gone' : null
  if (state.commitment !== 'finalized') return null
  if (state.err !== null) return 'gone'
  const execution = await node.execution(signature as Signature)
  if (!execution || execution.slot !== state.slot || execution.err !== null) return null
  const change = incomingOf(execution, recipient).find((one) => one.mint === mint)
  return change ? { final: change.amount } : 'gone'
}

const keyOf = (vote: Vote) => (vote === null ? null : vote === 'gone' ? vote : `${vote.final}`)

/** What so many of them agree on. */
function agreed(votes: Vote[], needed: number): Vote {
  for (const vote of votes) {
    const key = keyOf(vote)
    if (key !== null && votes.filter((other) => keyOf(other) === key).length >= needed) return vote
  }
  return null
}

export function createJudge(nodes: readonly ChainNode[], clock: Clock, apartMs = APART_MS): Judge {
  /** When each was first seen to be absent, by the monotonic clock. */
  const absent = new Map<number, number>()

  async function judges(): Promise<readonly ChainNode[]> {
    const keeps = await Promise.all(nodes.map((node) => node.keepsHistory()))
    const ledgers = nodes.filter((_, i) => keeps[i])
    return ledgers.length > 0 ? ledgers : nodes
  }

  return async (receipts) => {
    const verdicts = new Map<number, Verdict>()
    if (receipts.length === 0) return verdicts
    const asked = await judges()
    const needed = Math.min(2, asked.length)
    const signatures = receipts.map(({ signature }) => signature as Signature)
    const votes = await Promise.all(
      asked.map(async (node): Promise<Vote[]> => {
        try {
          const { states, finalizedSlot } = await ask(node, signatures)
          return await Promise.all(
            receipts.map((receipt, i) => voteOf(node, receipt, { state: states[i] ?? null, finalizedSlot })),
          )
        } catch (error) {
          // It is away: the others may be enough.
          if (!isFault(error, 'chain_away')) throw error
          return receipts.map(() => null)
        }
      }),
    )
    receipts.forEach(({ id }, i) => {
      const vote = agreed(
        votes.map((of) => of[i] ?? null),
        needed,
      )
      if (vote !== 'gone') absent.delete(id)
      if (vote === null) return
      if (vote === 'gone') {
        const since = absent.get(id)
        if (since === undefined) absent.set(id, clock.monotonic())
        if (since === undefined || clock.monotonic() - since < apartMs) return
        absent.delete(id)
      }
      verdicts.set(id, vote)
    })
    return verdicts
  }
}
