/**
 * Whether receipts are final. With two or more endpoints that keep a ledger, two of them must show a transaction finalized,
 * without error and with the same change; with one, that one. What none shows is gone only where two are certain that it is:
 * one alone is never believed that far.
 */
import type { Signature } from '@solana/kit'
import type { Clock } from '../../../kernel/clock.ts'
import { isFault } from '../../../kernel/fault.ts'
import type { ChainNode } from '../../../ports/chain.ts'
import type { SignatureState } from '../../../ports/chain-data.ts'
import type { Signatures } from '../../transfers/index.ts'
import type { ReceiptRow } from '../views.store.ts'
import { collectIncoming } from './changes.ts'

/** 'seen': it is there, and nothing more is certain. 'unseen': the only endpoint does not show it any more. */
export type Verdict = { final: bigint } | 'seen' | 'unseen' | 'gone'
/** A receipt, or what may become one. */
export type JudgedReceipt = Pick<ReceiptRow, 'id' | 'recipient' | 'signature' | 'mint' | 'slot'> & {
  state?: ReceiptRow['state']
}
/** Verdicts by receipt id; receipts about which nothing is certain are left out. */
export type Judge = (receipts: JudgedReceipt[]) => Promise<Map<number, Verdict>>

export type JudgeParts = {
  nodes: readonly ChainNode[]
  clock: Clock
  transfers: { signatures: Pick<Signatures, 'listAbsent'> }
  apartMs?: number | undefined
}

/** That it has brought nothing is believed when it was seen twice, so long apart. */
const APART_MS = 10_000
/** The answer of one endpoint about a receipt. 'nothing': it is final and has brought nothing. null: no answer. */
type Vote = { final: bigint } | 'nothing' | 'seen' | 'missing' | null

async function readVote(
  node: ChainNode,
  { recipient, signature, mint }: JudgedReceipt,
  state: SignatureState | null,
): Promise<Vote> {
  if (state === null) return 'missing'
  if (state.commitment !== 'finalized') return 'seen'
  if (state.err !== null) return 'nothing'
  const execution = await node.execution(signature as Signature)
  if (!execution || execution.slot !== state.slot || execution.err !== null) return 'seen'
  const change = collectIncoming(execution, recipient).find((one) => one.mint === mint)
  return change ? { final: change.amount } : 'nothing'
}

const toKey = (vote: Vote) => (typeof vote === 'object' ? `${vote?.final}` : vote)

/** The final answer that at least `needed` of them agree on; null: none. */
function agreed(votes: Vote[], needed: number): { final: bigint } | 'nothing' | null {
  for (const vote of votes) {
    if (vote !== 'nothing' && (typeof vote === 'string' || vote === null)) continue
    if (votes.filter((other) => toKey(other) === toKey(vote)).length >= needed) return vote
  }
  return null
}

export function createJudge({ nodes, clock, transfers, apartMs = APART_MS }: JudgeParts): Judge {
  /** When each was first seen to have brought nothing, by the monotonic clock. */
  const nothing = new Map<number, number>()

  async function judges(): Promise<readonly ChainNode[]> {
    const keeps = await Promise.all(nodes.map((node) => node.keepsHistory()))
    const ledgers = nodes.filter((_, i) => keeps[i])
    return ledgers.length > 0 ? ledgers : nodes
  }

  async function readVotes(node: ChainNode, receipts: JudgedReceipt[]): Promise<Vote[]> {
    try {
      const { states } = await node.lookUp(receipts.map(({ signature }) => signature as Signature))
      return await Promise.all(receipts.map((receipt, i) => readVote(node, receipt, states[i] ?? null)))
    } catch (error) {
      // It is away: the others may be enough.
      if (!isFault(error, 'chain_away')) throw error
      return receipts.map(() => null)
    }
  }

  function bringsNothing(id: number): boolean {
    const since = nothing.get(id)
    if (since === undefined) nothing.set(id, clock.monotonic())
    if (since === undefined || clock.monotonic() - since < apartMs) return false
    nothing.delete(id)
    return true
  }

  return async (receipts) => {
    const verdicts = new Map<number, Verdict>()
    if (receipts.length === 0) return verdicts
    const asked = await judges()
    const isAlone = asked.length === 1
    const all = await Promise.all(asked.map((node) => readVotes(node, receipts)))
    const missing: JudgedReceipt[] = []
    receipts.forEach((receipt, i) => {
      const { id } = receipt
      const votes = all.map((of) => of[i] ?? null)
      const vote = agreed(votes, Math.min(2, asked.length))
      if (vote !== 'nothing') nothing.delete(id)
      if (vote === 'nothing') {
        if (bringsNothing(id)) verdicts.set(id, isAlone ? 'unseen' : 'gone')
      } else if (vote !== null) verdicts.set(id, vote)
      else if (votes.some((one) => one !== null && one !== 'missing')) verdicts.set(id, 'seen')
      // A receipt that the only endpoint has already lost cannot be lost any further.
      else if (votes.includes('missing') && !(isAlone && receipt.state === 'unseen')) missing.push(receipt)
    })
    for (const [{ id }, absence] of await transfers.signatures.listAbsent(missing)) verdicts.set(id, absence)
    return verdicts
  }
}
