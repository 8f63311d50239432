/** The result of a distribution or a gather, as its page shows it. */
import {
  distributeTexts,
  gatherTexts,
  partlyCompleted,
} from '@purser/contract/distributions/distribution-texts.ts'
import type { DistributionAnswer, DistributionResult } from '@purser/contract/distributions/distributions.ts'
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { isFinalStatus } from '@purser/contract/transfers/transfers.ts'
import type { Operation, TransferRow, Transfers } from '../transfers/index.ts'

export const sol = (lamports: bigint) => toJsonAmount(lamports, SOL_DECIMALS)

export async function readResult(transfers: Transfers, operation: Operation): Promise<DistributionResult> {
  const totals = await transfers.lookups.totals(operation.id)
  const failed = totals.failed > 0 ? await transfers.lookups.listFailed(operation.id) : []
  const { moved } = totals
  const { initial } = operation.request as { initial?: string }
  const { final } = (operation.result ?? {}) as { final?: string }
  const wallet = {
    initialBalance: sol(BigInt(initial ?? 0)),
    finalBalance: sol(BigInt(final ?? initial ?? 0)),
  }
  const gather = operation.type === 'gather'
  return {
    summary: {
      ...(gather ? { totalGathered: sol(moved) } : { totalDistributed: sol(moved) }),
      successfulTransfers: totals.confirmed,
      failedTransfers: totals.failed,
      transactions: totals.transactions,
      fees: sol(totals.fees),
    },
    errors: failed.map((row) => toFailure(row)),
    ...(gather ? { destinationWallet: wallet } : { sourceWallet: wallet }),
  }
}

const toFailure = ({ walletId, walletName, error, refusal }: TransferRow) => ({
  walletId,
  walletName,
  error: error ?? 'The transfer failed',
  refusal,
})

export function toAnswer(operation: Operation, data: DistributionResult): DistributionAnswer {
  const texts = operation.type === 'gather' ? gatherTexts : distributeTexts
  const { successfulTransfers: done, failedTransfers: failed } = data.summary
  const success = isFinalStatus(operation.status) && done > 0
  const base = { success, operationId: operation.id, status: operation.status, data }
  if (!success) return { ...base, error: texts.allFailed }
  return { ...base, message: failed === 0 ? texts.completed : partlyCompleted(done, done + failed) }
}
