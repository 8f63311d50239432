/** Tokens from one wallet to many, and from many to one. Texts: specification 3, sections 4 and 5. */
import * as z from 'zod/mini'
import { limit } from '../transfers/limit-refusal.ts'
import { tokenTexts } from './distribution-texts.ts'
import { endpoint } from '../endpoint.ts'
import { refusal } from '../transfers/line-refusals.ts'
import { TOKEN_VARIANCE_MAX, TRANSFERS_PER_OPERATION, WALLETS_BODY_LIMIT_BYTES } from '../limits.ts'
import { committed } from '../agents/commitments.ts'
import { OperationStatus, Parent } from '../transfers/transfers.ts'
import { Address, Amount, Id, RequestedAmount } from '../values.ts'

const addresses = (text: string) =>
  z
    .array(Address, text)
    .check(
      z.minLength(1, text),
      z.maxLength(TRANSFERS_PER_OPERATION, `must hold at most ${TRANSFERS_PER_OPERATION} wallets`),
    )
/** Amounts by address, for each wallet of the list and for no other; an empty map counts as none. */
const custom_amount = z.optional(z.record(Address, RequestedAmount))
/** true: returns the preview only. */
const dryRun = z.optional(z.boolean())
const of = z.optional(Parent)

/**
 * Without custom amounts `total_amount` is split: equally at variance 0, else at random, the same way for the same
 * request. Custom amounts must add up to it, up to the rounding to 6 decimals.
 */
export const TokenDistributeBody = z.strictObject({
  token_address: z
    .string(tokenTexts.distribute.selection)
    .check(z.minLength(1, tokenTexts.distribute.selection)),
  source_wallet: Address,
  target_wallets: addresses(tokenTexts.distribute.selection),
  total_amount: z.optional(RequestedAmount),
  variance: z.optional(
    z
      .number('must be a number')
      .check(
        z.minimum(0, `must be from 0 to ${TOKEN_VARIANCE_MAX}`),
        z.maximum(TOKEN_VARIANCE_MAX, `must be from 0 to ${TOKEN_VARIANCE_MAX}`),
      ),
  ),
  custom_amount,
  of,
  dryRun,
})
export type TokenDistributeBody = z.infer<typeof TokenDistributeBody>

/**
 * Without custom amounts each source gives all that it holds, whatever `total_amount` says. `close_accounts`: emptied
 * accounts are closed, and their rent goes to the target.
 */
export const TokenGatherBody = z.strictObject({
  token_address: z.string(tokenTexts.gather.selection).check(z.minLength(1, tokenTexts.gather.selection)),
  source_wallets: addresses(tokenTexts.gather.selection),
  target_wallet: Address,
  total_amount: z.optional(RequestedAmount),
  custom_amount,
  close_accounts: z.optional(z.boolean()),
  of,
  dryRun,
})
export type TokenGatherBody = z.infer<typeof TokenGatherBody>

const Balances = z.object({ initialBalance: Amount, finalBalance: Amount })

/** The simulated outcome. Amounts of tokens in the token's unit, of fees and rent in SOL. */
export const TokenPreview = z.object({
  mint: z.string(),
  symbol: z.string(),
  decimals: z.int(),
  transactions: z.int(),
  /** Version of the transaction format. */
  format: z.union([z.literal(0), z.literal(1)]),
  /** The amount that leaves the sources, the part that the token withholds, and the amount that arrives. */
  total: Amount,
  transferFee: Amount,
  received: Amount,
  fees: Amount,
  /** Later attempts offer more for priority, at most this in all; if it is absent they offer the same. */
  fees_at_most: z.optional(Amount),
  /** Token accounts that are opened, and the SOL that they lock up. */
  rent: z.object({ accounts: z.int(), amount: Amount }),
  /** Emptied token accounts that are closed, and the SOL that comes back. */
  wonBack: z.object({ accounts: z.int(), amount: Amount }),
  /** SOL: fees and rent in one sum, and the balance of the wallet that all transfers share, now and after. */
  sol: z.object({ cost: Amount, ...Balances.shape }),
  /** The wallet that pays the fees and the rent. */
  payer: z.enum(['source', 'destination']),
  /** Tokens of the wallet that all transfers share. */
  sourceWallet: z.optional(Balances),
  destinationWallet: z.optional(Balances),
  transfers: z.array(
    z.object({
      walletId: Id,
      walletName: z.string(),
      address: z.string(),
      amount: Amount,
      received: Amount,
      finalBalance: Amount,
      newAccount: z.boolean(),
      closed: z.boolean(),
      /** Why it would fail; null: it would succeed. */
      error: z.nullable(z.string()),
      refusal,
    }),
  ),
  wouldFail: z.int(),
  limit,
  committed,
})
export type TokenPreview = z.infer<typeof TokenPreview>

/** `task_id` names the operation and its channel; a dry run has a preview in its place. */
export const TokenTransferAnswer = z.object({
  status: z.literal('success'),
  task_id: z.optional(z.string()),
  message: z.string(),
  preview: z.optional(TokenPreview),
})
export type TokenTransferAnswer = z.infer<typeof TokenTransferAnswer>

export const distributeToken = endpoint({
  method: 'POST',
  path: '/token-distribution/distribute',
  summary:
    'A token from one wallet to many; answers when it is written, progress follows on the task channel',
  access: 'session',
  failure: tokenTexts.distribute.startFailed,
  body: TokenDistributeBody,
  bodyBytes: WALLETS_BODY_LIMIT_BYTES,
  answer: TokenTransferAnswer,
})

export const gatherToken = endpoint({
  method: 'POST',
  path: '/token-distribution/gather',
  summary:
    'A token from many wallets to one; answers when it is written, progress follows on the task channel',
  access: 'session',
  failure: tokenTexts.gather.startFailed,
  body: TokenGatherBody,
  bodyBytes: WALLETS_BODY_LIMIT_BYTES,
  answer: TokenTransferAnswer,
})

/** The outcome. `received`: the balance after the transactions, less than `moved` if the token charges a fee. */
export const TokenTransferResult = z.object({
  moved: Amount,
  received: Amount,
  transactions: z.int(),
  fees: Amount,
  /** SOL in the token accounts that it opened. */
  rent: z.optional(Amount),
  sourceWallet: z.optional(Balances),
  destinationWallet: z.optional(Balances),
})
export type TokenTransferResult = z.infer<typeof TokenTransferResult>

/** The state of a task, as its channel sends it. */
export const TokenTaskState = {
  task_id: z.string(),
  status: OperationStatus,
  total: z.int(),
  success: z.int(),
  failed: z.int(),
  finished: z.boolean(),
}
