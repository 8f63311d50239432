/** Messages of the channels of distributions. The console loads them with its distributions alone. */
import * as z from 'zod/mini'
import { HeartbeatMessage } from '../live.ts'
import { OperationStatus } from '../transfers/transfers.ts'
import { DistributeWanted, DistributionResult, GatherWanted, TransferChange } from './distributions.ts'
import { TokenTaskState, TokenTransferResult } from './token-distributions.ts'

/** The same as the Idempotency-Key header of that call: whichever arrives first, it executes once. */
const idempotencyKey = z.optional(
  z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/, 'must be 1 to 200 visible characters')),
)

/**
 * Messages that the console sends on the distribution channel, besides ping. Previews are HTTP only: `dryRun` is
 * refused here.
 */
export const DistributeRequest = z.extend(DistributeWanted, { type: z.literal('distribute'), idempotencyKey })
export const GatherRequest = z.extend(GatherWanted, { type: z.literal('gather'), idempotencyKey })
/** Answered with the present state, transfer by transfer, and then with the progress. */
export const ResumeRequest = z.strictObject({ type: z.literal('resume'), operationId: z.string() })
export type ResumeRequest = z.infer<typeof ResumeRequest>
export const DistributionRequest = z.discriminatedUnion('type', [
  DistributeRequest,
  GatherRequest,
  ResumeRequest,
])
export type DistributionRequest = z.input<typeof DistributionRequest>

const progress = {
  operationId: z.string(),
  completed: z.int(),
  failed: z.int(),
  total: z.int(),
  /** The batch of five that `completed` has reached: only for the progress text. */
  batch: z.int(),
  transfer: TransferChange,
}
/** Sent only after the operation and its transfers are stored. */
const status = { operationId: z.string(), status: OperationStatus, message: z.string() }
const complete = {
  operationId: z.string(),
  status: OperationStatus,
  success: z.boolean(),
  data: DistributionResult,
  error: z.optional(z.string()),
}
const refused = { error: z.string(), code: z.string(), operationId: z.optional(z.string()) }

export const DistributionMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('distribute_status'), ...status }),
  z.object({ type: z.literal('distribute_progress'), ...progress }),
  z.object({ type: z.literal('distribute_complete'), ...complete }),
  z.object({ type: z.literal('distribute_error'), ...refused }),
  z.object({ type: z.literal('gather_status'), ...status }),
  z.object({ type: z.literal('gather_progress'), ...progress }),
  z.object({ type: z.literal('gather_complete'), ...complete }),
  z.object({ type: z.literal('gather_error'), ...refused }),
  /** An invalid message, or an operation that does not exist. */
  z.object({ type: z.literal('error'), error: z.string(), code: z.string() }),
  HeartbeatMessage,
])
export type DistributionMessage = z.infer<typeof DistributionMessage>

/**
 * On the task channel of tokens: with `transfer` one change and the counts after it, without it the present state.
 * `finished` only once every outcome is certain; `result` comes with it.
 */
export const TokenTransferMessage = z.object({
  type: z.literal('token_transfer'),
  ...TokenTaskState,
  transfer: z.optional(TransferChange),
  result: z.optional(TokenTransferResult),
})
export type TokenTransferMessage = z.infer<typeof TokenTransferMessage>
