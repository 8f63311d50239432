/** SOL or a token from a wallet of the user to any address. */
import * as z from 'zod/mini'
import { limit } from './limit-refusal.ts'
import { committed } from '../agents/commitments.ts'
import { endpoint } from '../endpoint.ts'
import { SendWarning, sendTexts, WARNING_CODES } from './send-texts.ts'
import { OperationStatus } from './transfers.ts'
import { Address, Amount, Id } from '../values.ts'

const AMOUNT = 'must be a decimal number, or max'
const SendAmount = z.union(
  [z.number(), z.string().check(z.regex(/^(max|-?\d{0,20}(\.\d{0,18})?)$/, AMOUNT))],
  AMOUNT,
)
/**
 * `mint`: a token; SOL by default. `amount` 'max': all of it, for SOL what is left after the fee. `confirmed`: warnings
 * that the user has seen and confirmed.
 */
export const SendBody = z.strictObject({
  to: z.string('Please enter an address').check(z.minLength(1, 'Please enter an address'), z.maxLength(200)),
  mint: z.optional(Address),
  amount: SendAmount,
  confirmed: z.optional(z.array(z.enum(WARNING_CODES)).check(z.maxLength(WARNING_CODES.length))),
  /** true: returns the preview only. */
  dryRun: z.optional(z.boolean()),
})
export type SendBody = z.infer<typeof SendBody>

const Change = z.object({ before: Amount, after: Amount })

/** The simulated outcome: amounts of tokens in the token's unit, of fees and rent in SOL. */
export const SendPreview = z.object({
  wallet: z.object({ id: Id, name: z.string(), address: z.string() }),
  to: z.string(),
  /** The name of the recipient if it is a wallet of the user. */
  toName: z.nullable(z.string()),
  /** null: SOL. */
  mint: z.nullable(z.string()),
  symbol: z.string(),
  decimals: z.int(),
  amount: Amount,
  /** The amount that the token withholds, and the amount that arrives. */
  transferFee: Amount,
  received: Amount,
  transactions: z.int(),
  /** Version of the transaction format. */
  format: z.union([z.literal(0), z.literal(1)]),
  fees: Amount,
  /** Later attempts offer more for priority, at most this in all; if it is absent they offer the same. */
  fees_at_most: z.optional(Amount),
  /**
   * For SOL: new accounts, and the part of the amount that they must hold. For a token: accounts that are opened, and
   * their cost.
   */
  rent: z.object({ accounts: z.int(), amount: Amount }),
  /** Balances of the source; `token` is null if SOL is sent. */
  source: z.object({ sol: Change, token: z.nullable(Change) }),
  /** The recipient's balance of what is sent. */
  recipient: Change,
  /** Why it would fail; null: it would succeed. */
  error: z.nullable(z.string()),
  wouldFail: z.int(),
  limit,
  committed,
  warnings: z.array(SendWarning),
})
export type SendPreview = z.infer<typeof SendPreview>

/**
 * `operation`: its state when it was written; GET /operations/{id} has its outcome. A dry run has a preview in its
 * place.
 */
export const SendAnswer = z.object({
  success: z.literal(true),
  preview: z.optional(SendPreview),
  operation: z.optional(z.object({ id: z.string(), type: z.literal('send'), status: OperationStatus })),
})
export type SendAnswer = z.infer<typeof SendAnswer>

export const send = endpoint({
  method: 'POST',
  path: '/wallets/:id/send',
  summary: 'SOL or a token to any address, or its preview; answers when it is written',
  access: 'session',
  failure: sendTexts.failed,
  body: SendBody,
  answer: SendAnswer,
})
