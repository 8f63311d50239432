/** Operations that move funds, and their transfers. */
import * as z from 'zod/mini'
import { AUDIT_CSV, Moment } from '../audit.ts'
import { endpoint, FileAnswer } from '../endpoint.ts'
import { refusal } from './line-refusals.ts'
import { Story } from './stories.ts'
import { Amount, Id, Time } from '../values.ts'

export const OperationStatus = z.enum(['pending', 'running', 'resolving', 'completed', 'partial', 'failed'])
export type OperationStatus = z.infer<typeof OperationStatus>
/** It has ended. Until it is `finalized` a fork may reopen it, and it ends again. */
export const isFinalStatus = (status: OperationStatus): boolean =>
  status === 'completed' || status === 'partial' || status === 'failed'

/** 'resolving': sent, outcome unknown; it neither fails nor is signed again until the outcome is certain. */
export const TransferStatus = z.enum(['pending', 'sent', 'resolving', 'confirmed', 'failed'])
export type TransferStatus = z.infer<typeof TransferStatus>

/** One transfer. `error` is the chain's own text; `friendlyError` makes the message for users. */
export const Transfer = z.object({
  position: z.int(),
  walletId: z.nullable(Id),
  walletName: z.string(),
  source: z.string(),
  destination: z.string(),
  mint: z.string(),
  symbol: z.string(),
  amount: Amount,
  status: TransferStatus,
  signature: z.nullable(z.string()),
  error: z.nullable(z.string()),
  refusal,
})
export type Transfer = z.infer<typeof Transfer>

/** Names of the types of operations, in the order in which they are offered. */
export const OPERATION_NAMES: Record<string, string> = {
  distribute: 'Distribution',
  gather: 'Gather',
  'token-distribute': 'Token distribution',
  'token-gather': 'Token gather',
  'top-up': 'Top-up',
  payment: 'Payment',
  send: 'Send',
  trade: 'Trade',
  'token-create': 'Token created',
  refund: 'Refund',
  'test-payment': 'Test payment',
  faucet: 'Test funds',
}
/** A key of OPERATION_NAMES. */
export const OperationType = z.string()

/** `amount`: the confirmed amount, in the unit of `symbol`; both null if several tokens were moved. */
export const OperationSummary = z.object({
  total: z.int(),
  confirmed: z.int(),
  failed: z.int(),
  amount: z.nullable(Amount),
  symbol: z.nullable(z.string()),
  /** SOL paid to the network so far. */
  fees: Amount,
})
export type OperationSummary = z.infer<typeof OperationSummary>

/**
 * The ended operation that a request undoes or retries; each happens at most once. `edited`: a retry with changed
 * amounts, which may be more than what failed; what it pays counts as done.
 */
export const Parent = z.strictObject({
  operationId: z.string(),
  as: z.enum(['undo', 'retry']),
  edited: z.optional(z.literal(true)),
})
export type Parent = z.infer<typeof Parent>

/** 'undone': all that it moved came back; 'undone-partly': some of it; 'retried': what failed was sent again. */
export const Standing = z.enum(['undone', 'undone-partly', 'undoing', 'retried'])
export type Standing = z.infer<typeof Standing>

export const Operation = z.object({
  id: z.string(),
  type: OperationType,
  status: OperationStatus,
  created_at: Time,
  updated_at: Time,
  error: z.nullable(z.string()),
  /** Nothing can change any more. An ended operation that is not finalized may be reopened. */
  finalized: z.boolean(),
  summary: OperationSummary,
  /** The operation that it undoes or retries. */
  follows: z.optional(Parent),
  /**
   * The amount of it that was taken back, in the unit of the summary, and the operations that did so; one of them may
   * be in progress.
   */
  undone: z.optional(z.object({ amount: z.nullable(Amount), by: z.array(z.string()) })),
  /** The result of later undos and retries of it; null: there are none. */
  standing: z.nullable(Standing),
})
export type Operation = z.infer<typeof Operation>

/** The reasons why an operation stays in status 'resolving'. */
export const Waiting = z.object({
  /** Signed transactions of unknown outcome. */
  transactions: z.int(),
  /** Whether one of them may still land; null: unknown. Once none can, the owner may end the operation. */
  may_land: z.nullable(z.boolean()),
})
export type Waiting = z.infer<typeof Waiting>

/** `waiting` is null unless the status is 'resolving'. */
export const OperationDetail = z.extend(Operation, {
  transfers: z.array(Transfer),
  waiting: z.nullable(Waiting),
})
export type OperationDetail = z.infer<typeof OperationDetail>

/** Includes its story. */
export const ListedOperation = z.extend(Operation, { story: Story })
export type ListedOperation = z.infer<typeof ListedOperation>

const wanted = {
  type: z.optional(z.string().check(z.maxLength(40))),
  status: z.optional(OperationStatus),
  /** Only those that this wallet takes part in. */
  wallet: z.optional(z.string().check(z.maxLength(44))),
  /** Only the one that this transaction belongs to. */
  signature: z.optional(z.string().check(z.maxLength(88))),
  from: z.optional(Moment),
  /** A day of UTC includes its end. */
  to: z.optional(Moment),
}

/** Newest first. `before` takes `next` of the page before. */
export const listOperations = endpoint({
  method: 'GET',
  path: '/operations',
  summary: 'Operations of the user that moved funds, newest first',
  access: 'session',
  query: z.object({
    ...wanted,
    format: z.optional(z.enum(['json', 'csv'])),
    before: z.optional(z.string().check(z.maxLength(80))),
    limit: z.optional(z.coerce.number('must be a number').check(z.int(), z.minimum(1), z.maximum(200))),
  }),
  answer: z.object({ operations: z.array(ListedOperation), next: z.optional(z.string()) }),
  download: AUDIT_CSV,
})

/**
 * The same list as a file that the console downloads: at most OPERATIONS_FILE_MAX rows, and a last one that says so.
 */
export const exportOperations = endpoint({
  method: 'GET',
  path: '/operations',
  summary: 'Operations of the user as a file',
  access: 'session',
  query: z.object({ ...wanted, format: z.literal('csv') }),
  answer: FileAnswer,
  file: AUDIT_CSV,
})

export const getOperation = endpoint({
  method: 'GET',
  path: '/operations/:id',
  summary: 'One operation with all its transfers',
  access: 'session',
  answer: OperationDetail,
})

/** For an outcome that cannot be found out: it then counts as not sent, and the chain is watched for an hour. */
export const resolveOperation = endpoint({
  method: 'POST',
  path: '/operations/:id/resolve',
  summary: 'End an operation whose outcome cannot be determined, with an email code',
  access: 'session',
  body: z.strictObject({
    outcome: z.literal('not_sent'),
    code: z.string('must be the code from your email').check(z.maxLength(20)),
  }),
  answer: OperationDetail,
})
