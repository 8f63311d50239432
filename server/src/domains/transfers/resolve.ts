/** What nobody can find out, its owner may end: what is signed of it then counts as not sent. */
import type { Db } from '../../db/client.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Chain } from '../../ports/chain.ts'
import { witnessesOf } from './certainty.ts'
import { releaseSigned } from './finality.store.ts'
import type { Operation } from './kinds.ts'

const ENDED_BY_OWNER = 'Ended by its owner as not sent; the chain is still watched for it for an hour.'

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
  const heights = await Promise.allSettled(
    (await witnessesOf(chain)).map(async (node) => (await node.blockHeight('finalized')).height),
  )
  const known = heights.flatMap((height) => (height.status === 'fulfilled' ? [height.value] : []))
  if (known.length === 0) throw new Fault('chain_away')
  const height = known.reduce((least, one) => (one < least ? one : least))
  await db.transaction(async (transaction) => {
    const tx = transaction as unknown as Db
    const ended = await releaseSigned(tx, operation.id, { error: ENDED_BY_OWNER, height })
    if (ended === 'alive') throw new Fault('may_still_land')
    if (ended === 'nothing') throw new Fault('nothing_to_resolve')
    await within(tx)
  })
}
