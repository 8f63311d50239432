/** Observes expired transactions at one endpoint. See certainty.ts for what follows from it. */
import type { Address, Signature } from '@solana/kit'
import { isFault } from '../../../kernel/fault.ts'
import type { ChainNode } from '../../../ports/chain.ts'
import { type Landing, toLanding, type SentTransaction } from '../send/landing.ts'
import { listHistory, findUnknownOperations } from './payer-history.ts'
import { readLifetime } from '../records/read-signed.ts'

/**
 * 'absent': not on this endpoint's chain, and it can never be. 'seen': executed, and not confirmed. 'unsure': not
 * found, but it may still land, or this endpoint cannot know. 'mute': expired, and nothing else is known. 'open': not
 * expired.
 */
export type Observation = 'absent' | 'seen' | 'unsure' | 'mute' | 'open' | Landing
export const isLanding = (one: Observation | Landing | null | 'unavailable'): one is Landing =>
  one !== null && typeof one === 'object'

type Known = (signatures: string[]) => Promise<Set<string>>

/** Tells which of them are expired by this endpoint's finalized height. Throws chain_away. */
export async function observeHeights<T extends SentTransaction>(
  node: ChainNode,
  rows: T[],
): Promise<Map<T, Observation>> {
  const { height } = await node.blockHeight('final')
  return new Map(rows.map((row) => [row, row.lastValidBlockHeight < height ? 'mute' : 'open']))
}

/** Observes each by this endpoint's finalized height and ledger. Throws chain_away. */
export async function observe<T extends SentTransaction>(
  node: ChainNode,
  rows: T[],
  known: Known,
): Promise<Map<T, Observation>> {
  const observed = new Map<T, Observation>(rows.map((row) => [row, 'open']))
  const finalized = await node.blockHeight('final')
  const late = rows.filter((row) => row.lastValidBlockHeight < finalized.height)
  for (const row of late) observed.set(row, 'mute')
  try {
    if (late.length > 0) await lookUpLate(node, late, { observed, known, finalized: finalized.slot })
  } catch (error) {
    // The node may lack some of the methods.
    if (!isFault(error)) throw error
  }
  return observed
}

/** A transaction that somebody else has sent, and the slot in which it was seen as confirmed. */
export type SightedTransaction = { signature: string; slot: bigint }

/** Observes transactions of others, of which nothing but their signature and slot is known. Throws chain_away. */
export async function observeSighted<T extends SightedTransaction>(
  node: ChainNode,
  rows: T[],
): Promise<Map<T, Observation>> {
  const { slot: finalized } = await node.blockHeight('final')
  const { states, slot } = await node.lookUp(
    rows.map((row) => row.signature as Signature),
    { minContextSlot: finalized },
  )
  const observed = new Map<T, Observation>()
  rows.forEach((row, i) => {
    const state = states[i] ?? null
    observed.set(row, state === null ? 'unsure' : (toLanding(state) ?? 'seen'))
  })
  const past = rows.filter((row, i) => (states[i] ?? null) === null && row.slot < finalized)
  for (const row of await listMissing(node, past, { since: (one) => one.slot, slot, finalized }))
    observed.set(
      row,
      (await node.execution(row.signature as Signature, { minContextSlot: finalized })) ? 'seen' : 'absent',
    )
  return observed
}

/**
 * Lists the transactions that a look-up did not find and that are certainly not in this endpoint's ledger: the ledger
 * reaches back to where they may have landed, and the look-up is as of a later slot than the finalized one; the latest
 * landings would be missing in an earlier one.
 */
async function listMissing<T>(
  node: ChainNode,
  missing: T[],
  { since, slot, finalized }: { since(row: T): bigint | null; slot: bigint; finalized: bigint },
): Promise<T[]> {
  if (missing.length === 0) return []
  const first = await node.firstBlock()
  if (slot <= finalized) return []
  return missing.filter((row) => {
    const earliest = since(row)
    return earliest === null || first <= earliest
  })
}

type Context<T> = { observed: Map<T, Observation>; known: Known; finalized: bigint }

/** Writes each observation as it is made; those in doubt only once all evidence is in. */
async function lookUpLate<T extends SentTransaction>(
  node: ChainNode,
  late: T[],
  context: Context<T>,
): Promise<void> {
  const { observed, known, finalized } = context
  const { states, slot } = await node.lookUp(
    late.map((row) => row.signature as Signature),
    { minContextSlot: finalized },
  )
  const missing: T[] = []
  late.forEach((row, i) => {
    const state = states[i] ?? null
    if (state === null) missing.push(row)
    else observed.set(row, toLanding(state) ?? 'seen')
  })
  const lacked = await listMissing(node, missing, { since: ({ signedSlot }) => signedSlot, slot, finalized })
  const gone = new Set<T>()
  for (const [payer, paid] of Map.groupBy(lacked, (row) => readLifetime(row.bytes).payer))
    for (const row of await listAbsentees(node, payer, paid, { known, finalized })) gone.add(row)
  for (const row of missing) observed.set(row, gone.has(row) ? 'absent' : 'unsure')
}

/**
 * Lists, of transactions that the look-up did not find, those whose blockhash the node does not accept any more, and that are
 * not in their fee payer's history either, by signature or as an unknown transaction of their operation.
 */
async function listAbsentees<T extends SentTransaction>(
  node: ChainNode,
  payer: Address,
  rows: T[],
  { known, finalized }: { known: Known; finalized: bigint },
): Promise<T[]> {
  const gone: T[] = []
  for (const [blockhash, same] of Map.groupBy(rows, (row) => readLifetime(row.bytes).blockhash))
    if (!(await node.blockhashValid(blockhash, { minContextSlot: finalized }))) gone.push(...same)
  if (gone.length === 0) return []
  const since = gone.reduce(
    (slot, { signedSlot }) => (signedSlot !== null && signedSlot < slot ? signedSlot : slot),
    finalized,
  )
  const past = await listHistory(node, payer, { since, minContextSlot: finalized })
  const listed = new Set<string>(past.map(({ signature }) => signature))
  const operations = new Set(gone.map(({ operationId }) => operationId))
  const doubted = await findUnknownOperations(node, past, { payer, operations, known })
  return gone.filter((row) => !listed.has(row.signature) && !doubted.has(row.operationId))
}
