/** `npm run release`: lists what is on hold, and ends it as the operator decides. */
import type { Log } from '../../../kernel/log.ts'
import { type FeePayers, type Held, heldByLine } from '../fee-payers/fee-payers.ts'
import { type Acceptance, type Hold, reconcile, type ReconcileParts } from '../journal/reconcile.ts'

/** Empty: only list. */
export type ReleaseRequest = {
  /** The whole server's hold: 'new' accepts an empty database, 'older' one that lacks operations, or another one. */
  accept?: Acceptance
  /** Operations whose transactions are released: their wallets may sign again. 'all': every one that is held. */
  operations?: string[] | 'all'
}
export type ReleaseAnswer = {
  hold: Hold | null
  /** False: the database is not empty, so it was not accepted as a new one. */
  accepted: boolean
  /** Signatures that were released. */
  released: string[]
  /** Named operations that hold nothing; then none was released. */
  unknown: string[]
  left: { operationId: string; signature: string; wallets: string[]; from: 'journal' | 'chain' }[]
}

export function createRelease(
  reconciled: Pick<Awaited<ReturnType<typeof reconcile>>, 'hold' | 'accept' | 'release'>,
  payers: Pick<FeePayers, 'list'>,
  log: Log,
) {
  return async ({ accept, operations }: ReleaseRequest): Promise<ReleaseAnswer> => {
    const accepted = accept === undefined ? true : await reconciled.accept(accept)
    // On hold, the lines may belong to the missing database: nothing is released before this one is accepted.
    const held = await payers.list()
    const named = operations === undefined || operations === 'all' ? [] : operations
    const unknown = named.filter((id) => !held.some((one) => one.operationId === id))
    const going =
      operations === undefined || reconciled.hold !== null || unknown.length > 0
        ? []
        : held.filter((one) => operations === 'all' || operations.includes(one.operationId))
    const released = [...new Set(going.map((one) => one.signature))]
    if (released.length > 0) {
      await reconciled.release(released)
      log.warn({ released }, 'the operator has let transactions go that the database does not know')
    }
    return { hold: reconciled.hold, accepted, released, unknown, left: grouped(await payers.list()) }
  }
}

function grouped(held: Held[]): ReleaseAnswer['left'] {
  return [...Map.groupBy(held, (one) => one.signature)].map(([signature, all]) => ({
    operationId: all[0]?.operationId ?? '',
    signature,
    wallets: all.map((one) => one.address).filter((address) => address !== ''),
    from: all.some((one) => one.line) ? 'journal' : 'chain',
  }))
}

/** The same where no server runs: what only the chain knows is not seen. */
export async function releaseOffline(parts: ReconcileParts, request: ReleaseRequest): Promise<ReleaseAnswer> {
  const reconciled = await reconcile(parts)
  try {
    const list = async () => reconciled.left().flatMap((line) => heldByLine(line))
    return await createRelease(reconciled, { list }, parts.log)(request)
  } finally {
    await reconciled.journal.close()
  }
}
