/** `npm run release`: lists the holds, and ends them as the operator decides. */
import type { Log } from '../../../kernel/log.ts'
import type { FeePayers } from '../fee-payers/fee-payers.ts'
import { toWalletHolds, type WalletHold } from '../fee-payers/wallet-holds.ts'
import { createReconciliation } from '../journal/create-reconciliation.ts'
import type { Acceptance, Hold, Reconciliation, ReconciliationParts } from '../journal/reconciliation.ts'

/** Empty: only list. */
export type ReleaseRequest = {
  /** Ends the whole server's hold: 'new' accepts an empty database, 'older' one that lacks operations, or another one. */
  accept?: Acceptance
  /** Operations whose transactions are released: their wallets may sign again. 'all': every one that is on hold. */
  operations?: string[] | 'all'
}
export type ReleaseAnswer = {
  hold: Hold | null
  /** False: the database is not empty, so it was not accepted as a new one. */
  accepted: boolean
  /** Signatures that were released. */
  released: string[]
  /** Named operations that hold nothing; if there are any, none was released. */
  unknown: string[]
  left: { operationId: string; signature: string; wallets: string[]; from: 'journal' | 'chain' }[]
}

export type ReleaseParts = {
  reconciliation: Pick<Reconciliation, 'hold' | 'accept' | 'release'>
  payers: Pick<FeePayers, 'list'>
  log: Log
}

/** See `Operator`. */
export async function releaseHolds(
  { reconciliation, payers, log }: ReleaseParts,
  { accept, operations }: ReleaseRequest,
): Promise<ReleaseAnswer> {
  const accepted = accept === undefined ? true : await reconciliation.accept(accept)
  // On hold, the lines may belong to the missing database: nothing is released before this one is accepted.
  const holds = await payers.list()
  const named = operations === undefined || operations === 'all' ? [] : operations
  const unknown = named.filter((id) => !holds.some((one) => one.operationId === id))
  const going =
    operations === undefined || reconciliation.hold() !== null || unknown.length > 0
      ? []
      : holds.filter((one) => operations === 'all' || operations.includes(one.operationId))
  const released = [...new Set(going.map((one) => one.signature))]
  if (released.length > 0) {
    await reconciliation.release(released)
    log.warn({ released }, 'the operator released transactions that the database does not know')
  }
  return { hold: reconciliation.hold(), accepted, released, unknown, left: grouped(await payers.list()) }
}

function grouped(holds: WalletHold[]): ReleaseAnswer['left'] {
  return [...Map.groupBy(holds, (one) => one.signature)].map(([signature, all]) => ({
    operationId: all[0]?.operationId ?? '',
    signature,
    wallets: all.map((one) => one.address).filter((address) => address !== ''),
    from: all.some((one) => one.line) ? 'journal' : 'chain',
  }))
}

/** Does the same if no server runs: holds that only the chain shows are not seen. */
export async function releaseOffline(
  parts: ReconciliationParts,
  request: ReleaseRequest,
): Promise<ReleaseAnswer> {
  const reconciliation = await createReconciliation(parts)
  try {
    const list = async () => reconciliation.unrestored().flatMap((line) => toWalletHolds(line))
    return await releaseHolds({ reconciliation, payers: { list }, log: parts.log }, request)
  } finally {
    await reconciliation.journal.close()
  }
}
