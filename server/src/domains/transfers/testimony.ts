/** What one endpoint can say of transactions whose time is over. See certainty for what follows from it. */
import type { Signature } from '@solana/kit'
import type { ChainNode } from '../../ports/chain.ts'
import { type Landing, landing, type Sent } from './landing.ts'
import { historyBack, unknownOperations } from './past-signatures.ts'
import { lifeOf } from './read-signed.ts'

/**
 * 'absent': not on this endpoint's chain, and never to be. 'seen': executed, and not confirmed. 'unsure': not found, and
 * it may still land, or this endpoint cannot know. 'open': its time is not over.
 */
export type Testimony = 'absent' | 'seen' | 'unsure' | 'open' | Landing
type Known = (signatures: string[]) => Promise<Set<string>>

/** Of each, what this endpoint says by its own finalized height and its own ledger. Throws chain_away. */
export async function testify<T extends Sent>(
  node: ChainNode,
  rows: T[],
  known: Known,
): Promise<Map<T, Testimony>> {
  const said = new Map<T, Testimony>(rows.map((row) => [row, 'open']))
  const finalized = await node.blockHeight('finalized')
  const late = rows.filter((row) => row.lastValidBlockHeight < finalized.height)
  if (late.length === 0) return said
  const first = await node.firstBlock()
  const { states, slot } = await node.lookUp(late.map((row) => row.signature as Signature))
  const missing: T[] = []
  late.forEach((row, i) => {
    const state = states[i] ?? null
    said.set(row, state === null ? 'unsure' : (landing(state) ?? 'seen'))
    if (state !== null) return
    if (row.signedSlot === null || first <= row.signedSlot) missing.push(row)
  })
  // An answer that speaks for an earlier time does not know what landed last.
  if (slot <= finalized.slot) return said
  for (const [payer, paid] of Map.groupBy(missing, (row) => lifeOf(row.bytes).payer))
    for (const row of await absentees(node, payer, paid, { known, finalized: finalized.slot }))
      said.set(row, 'absent')
  return said
}

/**
 * Of transactions that the look-up did not find: those that the node would not take any more, and that the history of
 * their fee payer does not show either, by signature or as a transaction of their operation that the database does not know.
 */
async function absentees<T extends Sent>(
  node: ChainNode,
  payer: string,
  rows: T[],
  { known, finalized }: { known: Known; finalized: bigint },
): Promise<T[]> {
  const gone: T[] = []
  for (const [blockhash, same] of Map.groupBy(rows, (row) => lifeOf(row.bytes).blockhash))
    if (!(await node.blockhashValid(blockhash, { minContextSlot: finalized }))) gone.push(...same)
  if (gone.length === 0) return []
  const since = gone.reduce(
    (slot, { signedSlot }) => (signedSlot !== null && signedSlot < slot ? signedSlot : slot),
    finalized,
  )
  const past = await historyBack(node, payer, { since, minContextSlot: finalized })
  const listed = new Set<string>(past.map(({ signature }) => signature))
  const operations = new Set(gone.map(({ operationId }) => operationId))
  const doubted = await unknownOperations(node, past, { payer, operations, known })
  return gone.filter((row) => !listed.has(row.signature) && !doubted.has(row.operationId))
}
