/** What nobody can find out, its owner may end: what is signed of it then counts as not sent. */
import type { Db } from '../../db/client.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Chain } from '../../ports/chain.ts'
import { witnessesOf } from './certainty.ts'
import { releaseSigned } from './finality.store.ts'
import type { Operation } from './kinds.ts'
import { listTransactions } from './transfers.store.ts'

const ENDED_BY_OWNER = 'Ended by its owner as not sent; the chain is still watched for it for an hour.'

/** What is signed and not certain, and whether any of it can still be executed; null: no endpoint says. */
export type Doubt = { signatures: string[]; mayLand: boolean | null }

export async function readDoubt({ db, chain }: { db: Db; chain: Chain }, id: string): Promise<Doubt> {
  const signed = (await listTransactions(db, id)).filter(({ state }) => state === 'signed')
  if (signed.length === 0) return { signatures: [], mayLand: false }
  const heights = await Promise.allSettled(
    (await witnessesOf(chain)).map(async (node) => (await node.blockHeight('finalized')).height),
  )
  const known = heights.flatMap((height) => (height.status === 'fulfilled' ? [height.value] : []))
  const mayLand = signed.some((row) => known.some((height) => row.lastValidBlockHeight >= height))
  const signatures = signed.map(({ signature }) => signature)
  return { signatures, mayLand: known.length === 0 ? null : mayLand }
}

/** Throws as resolveAsNotSent. */
export function requireDead({ signatures, mayLand }: Doubt): void {
  if (signatures.length === 0) throw new Fault('nothing_to_resolve')
  if (mayLand === null) throw new Fault('chain_away')
  if (mayLand) throw new Fault('may_still_land')
}

/**
 * Throws may_still_land while an endpoint's finalized height is not past the last valid height of all that is signed,
 * nothing_to_resolve when nothing is in doubt, and chain_away while that cannot be told. `within` runs in the same
 * transaction, after it.
 */
export async function resolveAsNotSent(
  { db, chain }: { db: Db; chain: Chain },
  operation: Operation,
  within: (tx: Db) => Promise<void>,
): Promise<void> {
  const doubt = await readDoubt({ db, chain }, operation.id)
  requireDead(doubt)
  await db.transaction(async (transaction) => {
    const tx = transaction as unknown as Db
    const released = await releaseSigned(tx, operation.id, ENDED_BY_OWNER)
    if (released.length === 0) throw new Fault('nothing_to_resolve')
    // Meanwhile the engine found it dead and signed anew: nobody has looked at that one.
    if (released.some((signature) => !doubt.signatures.includes(signature))) throw new Fault('may_still_land')
    await within(tx)
  })
}
