/** Simulates every transaction of the plan: nothing is signed, nothing moves. */
import type { DistributionPreview } from '@purser/contract/distributions/distributions.ts'
import type { Amount } from '@purser/contract/values.ts'
import type { Address } from '@solana/kit'
import { LAST_ATTEMPT, raiseOffer } from '../../kernel/solana/budget.ts'
import type { Balances } from '../../ports/chain.ts'
import type { Movement, Packing, TransferRow, Transfers } from '../transfers/index.ts'
import type { Planned } from './plan-distribute.ts'
import { sol } from './result.ts'

type Way = 'distribute' | 'gather'
export type PreviewParts = { chain: Pick<Balances, 'balances'>; transfers: Pick<Transfers, 'funds'> }

export async function preview(
  { chain, transfers: engine }: PreviewParts,
  way: Way,
  planned: Planned<{ initial: string; payer?: string }>,
  packing: Packing,
): Promise<DistributionPreview> {
  const { movements, rent } = planned
  const rows = movements.map(toRow)
  const errors = await engine.funds.simulate(
    packing,
    rows.filter((row) => row.error === null),
  )
  const findError = (row: TransferRow) => row.error ?? errors.get(row.position) ?? null
  const going = rows.filter((row) => findError(row) === null)
  const chunks = packing.split(going)
  const fees = chunks.reduce((sum, chunk) => sum + packing.fee(chunk), 0n)
  const total = going.reduce((sum, row) => sum + row.amount, 0n)
  const far = way === 'distribute' ? 'destination' : 'source'
  const held = await chain.balances(rows.map((row) => row[far] as Address))
  // If sources pay, the first one of each transaction does.
  const paid = new Map(
    planned.request.payer === 'source' ? chunks.map((chunk) => [chunk[0]?.position, packing.fee(chunk)]) : [],
  )
  const transfers = rows.map((row, i) => {
    const before = held[i]?.lamports ?? 0n
    const error = findError(row)
    const moved = error === null ? row.amount + (paid.get(row.position) ?? 0n) : 0n
    return {
      walletId: row.walletId ?? 0,
      walletName: row.walletName,
      amount: sol(row.amount),
      finalBalance: sol(way === 'distribute' ? before + moved : before - moved),
      newAccount: way === 'distribute' && before === 0n && error === null,
      error,
      refusal: row.refusal,
    }
  })
  const initial = BigInt(planned.request.initial)
  const opened =
    way === 'distribute'
      ? transfers.filter((t) => t.newAccount).length
      : initial === 0n && going.length > 0
        ? 1
        : 0
  const middlePays = planned.request.payer !== 'source' ? fees : 0n
  const final = way === 'distribute' ? initial - total - fees : initial + total - middlePays
  const wallet = { initialBalance: sol(initial), finalBalance: sol(final) }
  return {
    transactions: chunks.length,
    format: packing.format,
    total: sol(total),
    fees: sol(fees),
    ...feesAtMost(packing, chunks),
    rent: { accounts: opened, amount: sol(rent * BigInt(opened)) },
    ...(way === 'distribute' ? { sourceWallet: wallet } : { destinationWallet: wallet }),
    transfers,
    wouldFail: rows.length - going.length,
  }
}

/** The total cost if each transaction were sent as often as possible. */
export function feesAtMost(packing: Packing, chunks: TransferRow[][]): { fees_at_most?: Amount } {
  const { most } = packing
  if (most === undefined) return {}
  const last = (rows: TransferRow[]) =>
    raiseOffer({ budget: packing.budget(rows), fee: packing.fee(rows) }, most, LAST_ATTEMPT).fee
  return { fees_at_most: sol(chunks.reduce((sum, chunk) => sum + last(chunk), 0n)) }
}

export const toRow = (movement: Movement, position: number): TransferRow => ({
  ...movement,
  operationId: '',
  position,
  status: 'pending',
  signature: null,
  error: movement.error ?? null,
  refusal: movement.refusal ?? null,
})
