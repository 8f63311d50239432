/** The Solana Distribution Center: SOL from one wallet to many, and from many to one. Texts: specification 3, sections 4, 5 and 8. */
import * as z from 'zod/mini'
import { limit } from '../transfers/limit-refusal.ts'
import { endpoint } from '../endpoint.ts'
import { TRANSFERS_PER_OPERATION } from '../limits.ts'
import { refusal } from '../transfers/line-refusals.ts'
import { TokenDistributeBody, TokenGatherBody, TokenPreview } from './token-distributions.ts'
import { committed } from '../agents/commitments.ts'
import { OperationStatus, Parent, TransferStatus } from '../transfers/transfers.ts'
import { Amount, Id, RequestedAmount } from '../values.ts'

import { distributeTexts, gatherTexts } from './distribution-texts.ts'

const Line = z.strictObject({ walletId: Id, amount: RequestedAmount })
const lines = <T extends z.ZodMiniType>(item: T, text: string) =>
  z
    .array(item, text)
    .check(
      z.minLength(1, text),
      z.maxLength(TRANSFERS_PER_OPERATION, `must hold at most ${TRANSFERS_PER_OPERATION} wallets`),
    )
/** true: returns the preview only. */
const dryRun = z.optional(z.boolean())
const of = z.optional(Parent)

/** The live channel accepts it too, but has no preview. */
export const DistributeWanted = z.strictObject({
  sourceWalletId: z.int(distributeTexts.selection),
  destinations: lines(Line, distributeTexts.selection),
  of,
})
export const DistributeBody = z.extend(DistributeWanted, { dryRun })
export type DistributeBody = z.infer<typeof DistributeBody>

/** `sources`: wallet ids when gatherAll, else wallet ids with amounts. `emptyWallets`: transfers the whole balance. */
export const GatherWanted = z.strictObject({
  destinationWalletId: z.int(gatherTexts.selection),
  sources: lines(z.union([Id, Line]), gatherTexts.selection),
  gatherAll: z.boolean(),
  emptyWallets: z.optional(z.boolean()),
  of,
})
export const GatherBody = z.extend(GatherWanted, { dryRun })
export type GatherBody = z.infer<typeof GatherBody>

const Initial = z.object({ initialBalance: Amount, finalBalance: Amount })
/** `errors`: the chain's errors by wallet. */
export const DistributionResult = z.object({
  summary: z.object({
    totalDistributed: z.optional(Amount),
    totalGathered: z.optional(Amount),
    successfulTransfers: z.int(),
    failedTransfers: z.int(),
    transactions: z.int(),
    fees: Amount,
  }),
  errors: z.array(z.object({ walletId: z.nullable(Id), walletName: z.string(), error: z.string(), refusal })),
  /** Present for a distribution. */
  sourceWallet: z.optional(Initial),
  /** Present for a gather. */
  destinationWallet: z.optional(Initial),
})
export type DistributionResult = z.infer<typeof DistributionResult>

/** The simulated outcome. Amounts in SOL. */
export const DistributionPreview = z.object({
  transactions: z.int(),
  /** Version of the transaction format. */
  format: z.union([z.literal(0), z.literal(1)]),
  total: Amount,
  fees: Amount,
  /** Later attempts offer more for priority, at most this in all; if it is absent they offer the same. */
  fees_at_most: z.optional(Amount),
  /** New accounts, and the rent minimum that they must hold of the amounts. */
  rent: z.object({ accounts: z.int(), amount: Amount }),
  sourceWallet: z.optional(Initial),
  destinationWallet: z.optional(Initial),
  transfers: z.array(
    z.object({
      walletId: Id,
      walletName: z.string(),
      amount: Amount,
      finalBalance: Amount,
      newAccount: z.boolean(),
      /** Why it would fail; null: it would succeed. */
      error: z.nullable(z.string()),
      refusal,
    }),
  ),
  wouldFail: z.int(),
  limit,
  committed,
})
export type DistributionPreview = z.infer<typeof DistributionPreview>

/** `success`: at least one transfer was confirmed, or the preview was made. `error`: a message about those that failed. */
export const DistributionAnswer = z.object({
  success: z.boolean(),
  operationId: z.optional(z.string()),
  status: z.optional(OperationStatus),
  message: z.optional(z.string()),
  error: z.optional(z.string()),
  data: z.optional(DistributionResult),
  /** Present for a dry run. */
  preview: z.optional(DistributionPreview),
})
export type DistributionAnswer = z.infer<typeof DistributionAnswer>

export const distributeSol = endpoint({
  method: 'POST',
  path: '/solana-distribution/distribute',
  summary: 'SOL from one wallet to many; answers when all is certain',
  access: 'session',
  body: DistributeBody,
  answer: DistributionAnswer,
})

export const gatherSol = endpoint({
  method: 'POST',
  path: '/solana-distribution/gather',
  summary: 'SOL from many wallets to one; answers when all is certain',
  access: 'session',
  body: GatherBody,
  answer: DistributionAnswer,
})

export const DistributionWallet = z.object({
  id: Id,
  _id: Id,
  name: z.string(),
  publicKey: z.string(),
  /** SOL at confirmed commitment. */
  balance: Amount,
})
export const DistributionGroup = z.object({
  /** null: wallets of no group. */
  id: z.nullable(Id),
  name: z.string(),
  color: z.string(),
  wallets: z.array(DistributionWallet),
})
export type DistributionGroup = z.infer<typeof DistributionGroup>

export const listGroupedWallets = endpoint({
  method: 'GET',
  path: '/solana-distribution/wallets-grouped',
  summary: 'Wallets with their SOL by group, ungrouped ones last',
  access: 'session',
  answer: z.object({ success: z.literal(true), data: z.object({ groups: z.array(DistributionGroup) }) }),
})

export const getMinimumRent = endpoint({
  method: 'GET',
  path: '/solana-distribution/minimum-rent-exempt',
  summary: 'The rent minimum in SOL of an account without data, as the chain reports it',
  access: 'session',
  answer: z.object({ success: z.literal(true), data: z.object({ sol: Amount }) }),
})

/** A share of what was moved, and the number of wallets that it is in. */
const Share = z.object({ wallets: z.int(), amount: Amount })
/** The amounts that an undo does not bring back. Shares are in the unit that was moved, all else is in SOL. */
export const LeftBehind = z.object({
  /** Paid to the network by the operation, and what its undo will pay. */
  fees: Amount,
  undo_fees: Amount,
  /** Stays in the wallets so that they can exist. */
  kept: Share,
  /** No longer there: it was spent or moved on meanwhile. */
  spent: Share,
  /** In wallets that have been deleted here. */
  gone: Share,
  /** Locked in token accounts that the operation opened. */
  rent: z.object({ accounts: z.int(), amount: Amount }),
  /** Withheld by the token in transit. */
  withheld: Amount,
})
export type LeftBehind = z.infer<typeof LeftBehind>

/** A transfer that failed and was not repeated. */
const FailedLine = z.object({
  walletId: Id,
  walletName: z.string(),
  address: z.string(),
  /** The amount that was requested; 0 means all that was there. */
  amount: Amount,
  error: z.nullable(z.string()),
  refusal,
})
export type FailedLine = z.infer<typeof FailedLine>

/** A request derived from an ended operation, to review, change and send. */
const Proposal = z.object({
  type: z.enum(['distribute', 'gather', 'token-distribute', 'token-gather']),
  /** The body for this type. */
  distribute: z.optional(DistributeBody),
  gather: z.optional(GatherBody),
  tokenDistribute: z.optional(TokenDistributeBody),
  tokenGather: z.optional(TokenGatherBody),
  /** The preview for SOL. */
  preview: z.optional(DistributionPreview),
  tokenPreview: z.optional(TokenPreview),
  /** Present for an undo. */
  leaves: z.optional(LeftBehind),
  /** Present for a retry if its lines alone were requested. */
  failed: z.optional(z.array(FailedLine)),
})
export type Proposal = z.infer<typeof Proposal>

export const proposeUndo = endpoint({
  method: 'GET',
  path: '/operations/:id/undo',
  summary: 'The request that reverses a finished distribution or token gather, with its preview',
  access: 'session',
  answer: Proposal,
})

export const proposeRetry = endpoint({
  method: 'GET',
  path: '/operations/:id/retry',
  summary:
    'The same request for the failed transfers only, with its preview; or only the failed transfers, for editing',
  access: 'session',
  /** 'only': the failed lines and the request, without a preview, which may be impossible with the same amounts. */
  query: z.object({ lines: z.optional(z.literal('only')) }),
  answer: Proposal,
})

/** The status of a transfer, on the live channel. */
export const TransferChange = z.object({
  walletId: z.nullable(Id),
  walletName: z.string(),
  status: TransferStatus,
  signature: z.nullable(z.string()),
  error: z.nullable(z.string()),
})
export type TransferChange = z.infer<typeof TransferChange>
