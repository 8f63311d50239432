/** Past top-ups by wallet, together with refused ones. */
import { topUpTexts } from '@purser/contract/distributions/distribution-texts.ts'
import type { TopUpLog } from '@purser/contract/top-ups.ts'
import type { Db } from '../../db/client.ts'
import type { PastMove, Transfers } from '../transfers/index.ts'
import { TOP_UP, type TopUpRequest } from './kind.ts'
import { listRefusals, type RefusalRow } from './refusals.store.ts'
import { sol } from './settings.ts'

const toStatus = (status: PastMove['status']): TopUpLog['status'] =>
  status === 'confirmed' ? 'completed' : status

const ofMove = (move: PastMove): TopUpLog => ({
  id: `${move.operationId}:${move.position}`,
  operation_id: move.operationId,
  status: toStatus(move.status),
  from_wallet_name: (move.request as Partial<TopUpRequest>).sourceName ?? '',
  to_wallet_name: move.walletName,
  from_wallet_address: move.source,
  to_wallet_address: move.destination,
  amount_sent: sol(move.status === 'failed' ? 0n : move.amount),
  signature: move.signature,
  created_at: move.createdAt.toISOString(),
  error_message: move.error,
})

const whyRefused: Record<RefusalRow['reason'], string> = {
  funding_low: topUpTexts.fundingLow,
  cap_reached: topUpTexts.capReached,
  too_often: topUpTexts.tooOften,
  limit: topUpTexts.limited,
}

const ofRefusal = (row: RefusalRow): TopUpLog => ({
  id: `refusal:${row.id}`,
  operation_id: null,
  status: 'failed',
  from_wallet_name: row.fundingName,
  to_wallet_name: row.walletName,
  from_wallet_address: row.fundingAddress,
  to_wallet_address: row.address,
  amount_sent: 0,
  signature: null,
  created_at: row.createdAt.toISOString(),
  error_message: whyRefused[row.reason],
})

/** Newest first; those of one round in the order of payment. */
export async function listLogs(
  { db, transfers }: { db: Db; transfers: Transfers },
  userId: number,
  limit: number,
): Promise<TopUpLog[]> {
  const [moves, refusals] = [
    await transfers.pastMoves.list({ userId, type: TOP_UP }, limit),
    await listRefusals(db, userId, limit),
  ]
  return [...moves.map(ofMove), ...refusals.map(ofRefusal)]
    .sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at))
    .slice(0, limit)
}
