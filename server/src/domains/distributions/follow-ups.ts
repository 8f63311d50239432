/**
 * Undo and retry of an ended operation. A follow-up names its parent by `of` in its request, and that is always the
 * first operation: a retry of a retry repeats the first, a retry of an undo undoes the first. What is left to do is
 * what the parent did (or failed to do) less what all follow-ups have confirmed, so nothing happens twice.
 */
import { isFinalStatus } from '@purser/contract/transfers.ts'
import type { Db } from '../../db/client.ts'
import { Fault, invalid } from '../../kernel/fault.ts'
import type { Operation, TransferRow, Transfers } from '../transfers/index.ts'
import type { DistributeRequest, GatherRequest } from './sol-kinds.ts'
import type { DistributeIntent, GatherIntent, Parent } from './intent.ts'

export type Intent =
  | { type: 'distribute'; details: DistributeIntent; of: Parent | undefined }
  | { type: 'gather'; details: GatherIntent; of: Parent | undefined }
/** An operation of this user; throws not_found for any other. */
type Own = (userId: number, id: string) => Promise<Operation>
export type Left = {
  first: Operation
  /** By wallet. */
  rows: Map<number, TransferRow>
  /** Lamports that may still be moved, by wallet; null: the whole balance. */
  rest: Map<number, bigint | null>
  moved: Map<number, bigint>
}

const ofRequest = ({ request }: Operation) => (request as { of?: Parent }).of
export const takesAll = ({ request }: Operation) => (request as Partial<GatherRequest>).gatherAll === true
/** Undefined for a restored operation that has lost it. */
export const middleOf = ({ request }: Operation): number | undefined => {
  const { sourceWalletId, destinationWalletId } = request as Partial<DistributeRequest & GatherRequest>
  return sourceWalletId ?? destinationWalletId
}
/** The parent of a retry of this operation. */
export const retryOf = (operation: Operation): Parent =>
  ofRequest(operation) ?? { operationId: operation.id, as: 'retry' }

export function createFollowUps(transfers: Transfers, own: Own) {
  /** Throws operation_not_over while the parent or a follow-up is open. */
  async function left(
    known: Operation,
    as: Parent['as'],
    within?: { tx: Db; except: string },
  ): Promise<Left> {
    const of: Parent = { operationId: known.id, as }
    // What was read before may have been reopened since.
    const { first, open, moved } = await transfers.followUps(known.userId, of, within)
    if (!first || open || !isFinalStatus(first.status)) throw new Fault('operation_not_over')
    const wanted = as === 'undo' ? 'confirmed' : 'failed'
    const rows = new Map<number, TransferRow>()
    const rest = new Map<number, bigint | null>()
    for (const row of await transfers.movementsOf(first.id, within?.tx)) {
      if (row.status !== wanted || row.walletId === null) continue
      const done = moved.get(row.walletId) ?? 0n
      const all = as === 'retry' && takesAll(first)
      if (all ? done > 0n : done >= row.amount) continue
      rows.set(row.walletId, row)
      rest.set(row.walletId, all ? null : row.amount - done)
    }
    return { first, rows, rest, moved }
  }

  /** Between the same wallets, in the same direction (or back). */
  function requireAlike(first: Operation, as: Parent['as'], { type, details }: Intent): void {
    const middle = 'sourceWalletId' in details ? details.sourceWalletId : details.destinationWalletId
    const way = as === 'retry' ? first.type : 'gather'
    if (as === 'undo' && first.type !== 'distribute') throw new Fault('nothing_to_repeat')
    if (type !== way || middle !== middleOf(first)) throw invalid('of', 'belongs to another request')
  }

  function requireLeft({ rest, moved }: Left, { type, details }: Intent): void {
    const list = type === 'distribute' ? 'destinations' : 'sources'
    details.lines.forEach(({ walletId, amount }, i) => {
      const most = rest.get(walletId)
      if (most === undefined) throw new Fault('nothing_to_repeat')
      if (most === null) return
      if (amount === null) throw invalid('gatherAll', 'must be as in the operation that this is of')
      if (amount <= most) return
      if (moved.has(walletId)) throw new Fault('nothing_to_repeat')
      throw invalid(`${list}.${i}.amount`, 'is more than is left of the operation')
    })
  }

  return {
    async left(userId: number, of: Parent): Promise<Left> {
      const first = await own(userId, of.operationId)
      if (of.as === 'retry') await transfers.recheck(first.id)
      return left(first, of.as)
    },

    /**
     * The parent of a request, and the check that it asks for no more than is left: now, and again in the transaction
     * that writes it, when the wallets are locked. Throws not_found, operation_not_over and nothing_to_repeat.
     */
    async claim(userId: number, intent: Intent) {
      if (!intent.of) return null
      const given = await own(userId, intent.of.operationId)
      const of: Parent = intent.of.as === 'retry' ? retryOf(given) : { operationId: given.id, as: 'undo' }
      const first = await own(userId, of.operationId)
      requireAlike(first, of.as, intent)
      // Nothing is paid again that has landed late.
      if (of.as === 'retry') for (const id of new Set([first.id, given.id])) await transfers.recheck(id)
      const check = async (within?: { tx: Db; except: string }) =>
        requireLeft(await left(first, of.as, within), intent)
      await check()
      return { of, check }
    },
  }
}
