/** Lets its owner end an operation whose outcome cannot be found: signed transactions then count as not sent. */
import type { Db } from '../../../db/client.ts'
import { Fault } from '../../../kernel/fault.ts'
import type { Endpoints } from '../../../ports/chain.ts'
import { listLedgerNodes } from '../certainty/ledger-nodes.ts'
import { releaseSigned } from '../finality/finality.store.ts'
import type { Operation } from '../kinds.ts'
import { listTransactions } from '../records/transactions.store.ts'

const ENDED_BY_OWNER = 'Ended by its owner as not sent; the chain is still watched for it for an hour.'

/** Signed transactions without a certain outcome, and whether any may still land; null: no endpoint answers. */
export type Doubt = { signatures: string[]; mayLand: boolean | null }

/** Returns the lowest finalized height of all endpoints that answer; null: none does. */
async function lowestFinalized(chain: Endpoints): Promise<bigint | null> {
  const heights = await Promise.allSettled(
    (await listLedgerNodes(chain)).map(async (node) => (await node.blockHeight('final')).height),
  )
  const known = heights.flatMap((height) => (height.status === 'fulfilled' ? [height.value] : []))
  return known.reduce<bigint | null>((least, one) => (least === null || one < least ? one : least), null)
}

async function readOpen({ db, chain }: { db: Db; chain: Endpoints }, id: string) {
  const signed = (await listTransactions(db, id)).filter(({ state }) => state === 'signed')
  const height = signed.length === 0 ? null : await lowestFinalized(chain)
  const signatures = signed.map(({ signature }) => signature)
  const mayLand = height === null ? null : signed.some((row) => row.lastValidBlockHeight >= height)
  return { height, doubt: { signatures, mayLand: signed.length === 0 ? false : mayLand } }
}

export const readDoubt = async (parts: { db: Db; chain: Endpoints }, id: string): Promise<Doubt> =>
  (await readOpen(parts, id)).doubt

/** Throws the errors of `resolveAsNotSent`. */
export function requireDead({ signatures, mayLand }: Doubt): void {
  if (signatures.length === 0) throw new Fault('nothing_to_resolve')
  if (mayLand === null) throw new Fault('chain_away')
  if (mayLand) throw new Fault('may_still_land')
}

/**
 * Throws may_still_land while an endpoint's finalized height is not past the last valid height of all signed
 * transactions, nothing_to_resolve when nothing is in doubt, and chain_away while that is unknown. `within` runs in the
 * same transaction, after it.
 */
export async function resolveAsNotSent(
  { db, chain }: { db: Db; chain: Endpoints },
  operation: Operation,
  within: (tx: Db) => Promise<void>,
): Promise<void> {
  const { height, doubt } = await readOpen({ db, chain }, operation.id)
  requireDead(doubt)
  if (height === null) throw new Fault('chain_away')
  await db.transaction(async (tx) => {
    const { ended, signatures } = await releaseSigned(tx, operation.id, { error: ENDED_BY_OWNER, height })
    // Meanwhile the engine found it dead and signed it anew: the new transaction was not checked.
    if (ended === 'alive' || signatures.some((signature) => !doubt.signatures.includes(signature)))
      throw new Fault('may_still_land')
    if (ended === 'nothing') throw new Fault('nothing_to_resolve')
    await within(tx)
  })
}
