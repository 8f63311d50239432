/** Automatic top-up of wallets with a low balance: the Auto Distribution tab of specification 3. Amounts in SOL. */
import * as z from 'zod/mini'
import { Code } from './accounts.ts'
import { limit } from './transfers/limit-refusal.ts'
import { endpoint } from './endpoint.ts'
import { TOP_UP_LOGS_MAX, TOP_UP_PREVIEW_WALLETS } from './limits.ts'
import { Amount, Decimal, Done, Id, Nothing, Time } from './values.ts'

export const TopUpSettings = z.object({
  enabled: z.boolean(),
  funding_wallet_id: z.nullable(Id),
  funding_wallet: z.nullable(z.object({ name: z.string(), address: z.string() })),
  /** Sent to a wallet below `minimum_balance`. */
  top_up_amount: Amount,
  minimum_balance: Amount,
  include_grouped_wallets_only: z.boolean(),
  /** Maximum of a day in UTC; null: none. */
  daily_cap: z.nullable(Amount),
  /** Sent today (UTC), pending transfers included. */
  spent_today: Amount,
  updated_at: z.nullable(Time),
  /** Present if funds are real: the guard that applies whatever is set. */
  guard: z.optional(
    z.object({
      /** The cap that applies: `daily_cap`, or else the user's daily limit of real money. */
      daily_cap: Amount,
      /** The rest of it for today covers no top-up. */
      cap_reached: z.boolean(),
      /** Wallets that need a top-up and get none for now, as of the last round. */
      left_out: z.array(z.object({ id: Id, name: z.string(), reason: z.enum(['too_often', 'limit']) })),
    }),
  ),
})
export type TopUpSettings = z.infer<typeof TopUpSettings>

/** Omitted fields do not change; values below their minimum are raised to it. `funding_wallet` is ignored: see the id. */
export const TopUpChange = z.strictObject({
  enabled: z.optional(z.boolean()),
  funding_wallet_id: z.optional(z.nullable(Id)),
  funding_wallet: z.optional(z.nullable(z.strictObject({ name: z.string(), address: z.string() }))),
  top_up_amount: z.optional(Decimal),
  minimum_balance: z.optional(Decimal),
  include_grouped_wallets_only: z.optional(z.boolean()),
  /** null: none; if funds are real, the daily limit of real money. */
  daily_cap: z.optional(z.nullable(Decimal)),
  /** true: stores nothing and returns the resulting settings, with a preview of the first round. */
  dryRun: z.optional(z.boolean()),
  /** Needed to raise the cap that applies if funds are real. Mailed for 'limits'. */
  code: z.optional(Code),
})
export type TopUpChange = z.infer<typeof TopUpChange>

export const FundingWallet = z.object({
  id: Id,
  name: z.string(),
  address: z.string(),
  sol_balance: Amount,
  is_grouped: z.boolean(),
  group_name: z.nullable(z.string()),
})
export type FundingWallet = z.infer<typeof FundingWallet>

/** A wallet that the next round would top up. */
export const EligibleWallet = z.object({ id: Id, name: z.string(), sol_balance: Amount })
export type EligibleWallet = z.infer<typeof EligibleWallet>

/** 'pending', 'sent' and 'resolving': in progress. */
export const TopUpLog = z.object({
  id: z.string(),
  operation_id: z.nullable(z.string()),
  status: z.enum(['pending', 'sent', 'resolving', 'completed', 'failed']),
  from_wallet_name: z.string(),
  to_wallet_name: z.string(),
  from_wallet_address: z.string(),
  to_wallet_address: z.string(),
  amount_sent: Amount,
  signature: z.nullable(z.string()),
  created_at: Time,
  error_message: z.nullable(z.string()),
})
export type TopUpLog = z.infer<typeof TopUpLog>

/**
 * 'in_doubt': SOL to it is pending. 'failed_lately': its last top-up failed minutes ago. 'next_round': the round is
 * full. 'limit': a limit of real money. 'too_often': it has had two within an hour, and funds are real.
 */
export const LeftOutReason = z.enum([
  'funding_low',
  'cap_reached',
  'in_doubt',
  'failed_lately',
  'next_round',
  'limit',
  'too_often',
])
export type LeftOutReason = z.infer<typeof LeftOutReason>

/** The first round at the current balances. None begins without `enabled` and a funding wallet. */
export const TopUpPreview = z.object({
  /** Wallets that it would top up. */
  wallets: z.int(),
  /** The sum of its transfers. */
  total: Amount,
  /** The exact network fees. */
  fees: Amount,
  /** Later attempts offer more for priority, at most this in all; if it is absent they offer the same. */
  fees_at_most: z.optional(Amount),
  /** The requested cap, or one that allows what is needed now and one more top-up for each wallet in a day. */
  proposed_daily_cap: Amount,
  /** The first of them, lowest balance first. */
  first_wallets: z.array(EligibleWallet).check(z.maxLength(TOP_UP_PREVIEW_WALLETS)),
  /** Eligible, but not in this round. */
  left_out: z.array(
    z.object({
      reason: LeftOutReason,
      wallets: z.int(),
      /** The first wallets that are left out as 'too_often'. */
      names: z.optional(z.array(z.string())),
    }),
  ),
  /** Available in the funding wallet before and after; null without one. */
  funding: z.nullable(z.object({ before: Amount, after: Amount, sufficient: z.boolean() })),
  /** The rest of the cap before the round; null: no cap. */
  cap_left: z.nullable(Amount),
  limit,
})
export type TopUpPreview = z.infer<typeof TopUpPreview>

const SettingsAnswer = z.object({ success: z.literal(true), data: TopUpSettings })
/** Includes the preview in a dry run. */
const ChangeAnswer = z.extend(SettingsAnswer, z.partial(TopUpPreview).shape)

export const getTopUpSettings = endpoint({
  method: 'GET',
  path: '/sol-auto-distribution/settings',
  summary: 'The settings of automatic top-up',
  access: 'session',
  answer: SettingsAnswer,
})

export const changeTopUpSettings = endpoint({
  method: 'PUT',
  path: '/sol-auto-distribution/settings',
  summary: 'Changes settings of automatic top-up, or shows what a change would send; answers them as stored',
  access: 'session',
  body: TopUpChange,
  answer: ChangeAnswer,
})

export const listFundingWallets = endpoint({
  method: 'GET',
  path: '/sol-auto-distribution/available-funding-wallets',
  summary: 'Wallets that can pay top-ups, with their SOL',
  access: 'session',
  answer: z.object({ success: z.literal(true), data: z.object({ wallets: z.array(FundingWallet) }) }),
})

export const listEligibleWallets = endpoint({
  method: 'GET',
  path: '/sol-auto-distribution/eligible-wallets',
  summary: 'Wallets below the minimum balance that the next round tops up',
  access: 'session',
  answer: z.object({
    success: z.literal(true),
    data: z.object({ eligible_wallets: z.array(EligibleWallet) }),
  }),
})

/** Newest first. The console adds a parameter that bypasses caches and is ignored. */
export const listTopUpLogs = endpoint({
  method: 'GET',
  path: '/sol-auto-distribution/logs',
  summary: 'The last top-ups, newest first',
  access: 'session',
  query: z.object({
    limit: z.optional(
      z.coerce.number('must be a number').check(z.int(), z.minimum(1), z.maximum(TOP_UP_LOGS_MAX)),
    ),
  }),
  answer: z.object({ success: z.literal(true), data: z.object({ logs: z.array(TopUpLog) }) }),
})

export const triggerTopUps = endpoint({
  method: 'POST',
  path: '/sol-auto-distribution/trigger',
  summary: 'Starts a round of top-ups at once instead of at the next minute',
  access: 'session',
  body: z.optional(Nothing),
  answer: z.extend(Done, { operationId: z.nullable(z.string()), message: z.string() }),
})
