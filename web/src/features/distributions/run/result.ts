/** Texts and figures of the result panel. */
import type { DistributionResult } from '@purser/contract/distributions/distributions.ts'
import type { TokenTransferResult } from '@purser/contract/distributions/token-distributions.ts'
import type { OperationDetail } from '@purser/contract/transfers/transfers.ts'
import { transferErrorText } from '../transfer-error-text.ts'
import { type Kind, movesTokens } from '../kinds.ts'

/** Errors listed by wallet; only the number of the others is shown. */
export const ERRORS_SHOWN = 3

export type Verdict = 'done' | 'partly' | 'failed'
export const titles: Record<Verdict, string> = {
  done: 'Operation Completed',
  partly: 'Partially Completed',
  failed: 'Operation Failed',
}
/** Shown if nothing succeeded. */
export const suggestionsFor = (kind: Kind): string[] => [
  'Add more SOL to the wallet that pays',
  'Reduce the amount',
  'Use fewer wallets',
  movesTokens(kind) ? 'Check what the issuer of the token allows' : 'Check that the addresses are right',
]

export function verdictOf({ summary }: DistributionResult): Verdict {
  if (summary.successfulTransfers === 0) return 'failed'
  return summary.failedTransfers > 0 ? 'partly' : 'done'
}

/** Percent of successful transfers, rounded down to one decimal. */
export function successRate({ summary }: DistributionResult): string {
  const all = summary.successfulTransfers + summary.failedTransfers
  if (all === 0) return '0%'
  const tenths = Math.floor((summary.successfulTransfers * 1000) / all)
  return `${tenths % 10 === 0 ? tenths / 10 : (tenths / 10).toFixed(1)}%`
}

export type ListedError = { walletName: string; text: string; chain: string }
export function listedErrors(
  { errors }: DistributionResult,
  kind: Kind = 'distribute',
): {
  shown: ListedError[]
  more: string | undefined
} {
  const shown = errors.slice(0, ERRORS_SHOWN).map((one) => ({
    walletName: one.walletName,
    text: transferErrorText(kind, one.error, { certain: true, refusal: one.refusal }),
    chain: one.error,
  }))
  const rest = errors.length - shown.length
  return { shown, more: rest > 0 ? `+ ${rest} more wallets with similar issues` : undefined }
}

/** The result of an operation that was polled; it lacks the balances before and after. */
export function resultOfDetail(detail: OperationDetail): DistributionResult {
  const failed = detail.transfers.filter((transfer) => transfer.status === 'failed')
  const amount = detail.summary.amount ?? 0
  const signatures = new Set(detail.transfers.map((transfer) => transfer.signature).filter((s) => s !== null))
  return {
    summary: {
      ...(detail.type.endsWith('gather') ? { totalGathered: amount } : { totalDistributed: amount }),
      successfulTransfers: detail.summary.confirmed,
      failedTransfers: detail.summary.failed,
      transactions: signatures.size,
      fees: detail.summary.fees,
    },
    errors: failed.map(({ walletId, walletName, error, refusal }) => ({
      walletId,
      walletName,
      error: error ?? '',
      refusal,
    })),
  }
}

/** Adds the balances of the task if it moved the same amount: the operation may have been reopened since. */
export function withTask(
  result: DistributionResult,
  task: TokenTransferResult | undefined,
): DistributionResult {
  const { totalDistributed, totalGathered } = result.summary
  if (task === undefined || task.moved !== (totalGathered ?? totalDistributed)) return result
  const { sourceWallet, destinationWallet } = task
  return {
    ...result,
    ...(sourceWallet ? { sourceWallet } : {}),
    ...(destinationWallet ? { destinationWallet } : {}),
  }
}
