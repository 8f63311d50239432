/** Proposals for an ended operation of SOL: undo it, or retry its failed transfers; each with its preview. */
import type {
  DistributeBody,
  DistributionPreview,
  FailedLine,
  GatherBody,
  LeftBehind,
  Proposal,
} from '@purser/contract/distributions/distributions.ts'
import { GATHER_KEEP_LAMPORTS } from '@purser/contract/limits.ts'
import { formatUnits, parseUnitsDown, SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { isFinalStatus } from '@purser/contract/transfers/transfers.ts'
import type { Address } from '@solana/kit'
import { Fault } from '../../kernel/fault.ts'
import type { AccountReads } from '../../ports/chain.ts'
import type { Operation, TransferRow, Transfers } from '../transfers/index.ts'
import { type createFollowUps, toRetryParent, takesAll } from './follow-ups.ts'
import type { TypedBody } from './intent.ts'
import { sol } from './result.ts'
import type { GatherRequest } from './sol-kinds.ts'

export type ProposalParts = {
  chain: Pick<AccountReads, 'rentExempt'>
  transfers: Transfers
  own(userId: number, id: string): Promise<Operation>
  followUps: ReturnType<typeof createFollowUps>
  show(userId: number, typed: TypedBody): Promise<DistributionPreview>
}
/** The query of a retry. */
export type RetryQuery = { lines?: 'only' | undefined }

/** The sum and the number of wallets that have some of it. */
export function summarizeAmounts(amounts: bigint[], decimals: number): LeftBehind['kept'] {
  const some = amounts.filter((amount) => amount > 0n)
  return {
    wallets: some.length,
    amount: toJsonAmount(
      some.reduce((sum, one) => sum + one, 0n),
      decimals,
    ),
  }
}
const min = (a: bigint, b: bigint) => (a < b ? a : b)
const atLeastZero = (a: bigint) => (a > 0n ? a : 0n)

/**
 * The part of `most` that a wallet gives back if it holds `free` and keeps `keep`; the rest stays in it, or is spent.
 */
export function takenBack(most: bigint, free: bigint, keep: bigint) {
  const there = min(most, atLeastZero(free))
  const amount = min(most, atLeastZero(free - keep))
  return { amount, kept: there - amount, spent: most - there }
}

/** `address`: the address of the wallet that is not shared by all. */
export const failedLine = (row: TransferRow, address: string, decimals: number): FailedLine[] =>
  row.walletId === null
    ? []
    : [
        {
          walletId: row.walletId,
          walletName: row.walletName,
          address,
          amount: toJsonAmount(row.amount, decimals),
          error: row.error,
          refusal: row.refusal,
        },
      ]

const lamports = (amount: string | number) => parseUnitsDown(amount, SOL_DECIMALS)

export type Proposals = {
  /**
   * The gather that reverses a distribution: from each wallet the amount that it got and has not given back, as far
   * as it is still there; and what stays behind.
   */
  undo(userId: number, id: string): Promise<Proposal>
  /** The same request with only the failed transfers that have not been retried since. */
  retry(userId: number, id: string, query?: RetryQuery): Promise<Proposal>
}

async function undo(
  { own, followUps, chain, transfers, show }: ProposalParts,
  userId: number,
  id: string,
): Promise<Proposal> {
  const of = { operationId: id, as: 'undo' as const }
  if ((await own(userId, id)).type !== 'distribute') throw new Fault('nothing_to_repeat')
  const { middle, rows, gone } = await followUps.readRemainder(userId, of)
  const [rent, frees, totals] = await Promise.all([
    chain.rentExempt(0),
    transfers.funds.free(rows.map(({ row }) => row.destination as Address)),
    transfers.lookups.totals(id),
  ])
  const keep = rent > GATHER_KEEP_LAMPORTS ? rent : GATHER_KEEP_LAMPORTS
  const back = rows.map(({ most }, i) => takenBack(most ?? 0n, frees[i] ?? 0n, keep))
  const sources = rows.flatMap(({ walletId }, i) => {
    const amount = back[i]?.amount ?? 0n
    return amount > 0n ? [{ walletId, amount: formatUnits(amount, SOL_DECIMALS) }] : []
  })
  if (sources.length === 0) throw new Fault('nothing_to_repeat')
  const gather: GatherBody = { destinationWalletId: middle, sources, gatherAll: false, of }
  const shown = await show(userId, { type: 'gather', body: gather })
  const share = (amounts: bigint[]) => summarizeAmounts(amounts, SOL_DECIMALS)
  const leaves: LeftBehind = {
    fees: sol(totals.fees),
    undo_fees: sol(lamports(shown.fees)),
    kept: share(back.map(({ kept }) => kept)),
    spent: share(back.map(({ spent }) => spent)),
    gone: share(gone),
    rent: { accounts: 0, amount: 0 },
    withheld: 0,
  }
  return { type: 'gather', gather, preview: shown, leaves }
}

async function retry(
  { own, followUps, transfers, show }: ProposalParts,
  userId: number,
  id: string,
  query: RetryQuery = {},
): Promise<Proposal> {
  const operation = await own(userId, id)
  if (!isFinalStatus(operation.status)) throw new Fault('operation_not_over')
  const of = toRetryParent(operation)
  const { middle, rows } = await followUps.readRemainder(userId, of)
  const left = new Map(rows.map(({ walletId, most }) => [walletId, most]))
  const failing = (await transfers.lookups.listFailed(id)).filter(
    ({ walletId }) => walletId !== null && left.has(walletId),
  )
  const lines = failing.flatMap(({ walletId, amount }) => {
    const most = walletId === null ? undefined : left.get(walletId)
    if (walletId === null || most === undefined) return []
    return [{ walletId, amount: formatUnits(most === null ? amount : min(amount, most), SOL_DECIMALS) }]
  })
  if (lines.length === 0) throw new Fault('nothing_to_repeat')
  const alone = query.lines === 'only'
  if (operation.type === 'distribute') {
    const distribute: DistributeBody = { sourceWalletId: middle, destinations: lines, of }
    const type = 'distribute' as const
    if (alone)
      return {
        type,
        distribute,
        failed: failing.flatMap((row) => failedLine(row, row.destination, SOL_DECIMALS)),
      }
    return { type, distribute, preview: await show(userId, { type, body: distribute }) }
  }
  const { emptyWallets } = operation.request as GatherRequest
  const gatherAll = takesAll(operation)
  const gather: GatherBody = {
    destinationWalletId: middle,
    sources: gatherAll ? lines.map((line) => line.walletId) : lines,
    gatherAll,
    emptyWallets,
    of,
  }
  const type = 'gather' as const
  if (alone)
    return { type, gather, failed: failing.flatMap((row) => failedLine(row, row.source, SOL_DECIMALS)) }
  return { type, gather, preview: await show(userId, { type, body: gather }) }
}

export function createProposals(parts: ProposalParts): Proposals {
  return {
    undo: (userId, id) => undo(parts, userId, id),
    retry: (userId, id, query) => retry(parts, userId, id, query),
  }
}
