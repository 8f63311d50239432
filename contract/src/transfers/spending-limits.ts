/** The limits of real money, each user's own. Nothing is limited unless funds are real. Amounts in SOL. */
import * as z from 'zod/mini'
import { Code } from '../accounts.ts'
import { endpoint } from '../endpoint.ts'
import { Amount, Decimal } from '../values.ts'

/** 'whitelist': the profile switch 'Only send tokens to whitelisted pairs' is on. */
export const SendsOutside = z.enum(['whitelist', 'anyone'], "must be 'whitelist' or 'anyone'")
export type SendsOutside = z.infer<typeof SendsOutside>

export const SpendingLimits = z.object({
  /** null: funds are not real here, and nothing is limited. */
  limits: z.nullable(
    z.object({
      /** Spent in any 24 hours. */
      per_day: Amount,
      /** A single order or transfer. */
      per_order: Amount,
      /** Spent in the last 24 hours, including operations in progress. */
      used: Amount,
      /** The amount that may be spent now. */
      left: Amount,
      sends_outside: SendsOutside,
    }),
  ),
})
export type SpendingLimits = z.infer<typeof SpendingLimits>

export const getSpendingLimits = endpoint({
  method: 'GET',
  path: '/users/me/limits',
  summary: 'How much real money may be spent, and how much of it was spent in the last 24 hours',
  access: 'session',
  failure: 'Failed to load the limits',
  answer: SpendingLimits,
})

export const changeSpendingLimits = endpoint({
  method: 'PUT',
  path: '/users/me/limits',
  summary: 'Lower limits at once, or raise them with an email code; has no effect where funds are not real',
  access: 'session',
  failure: 'Failed to change the limits',
  body: z.strictObject({
    per_day: z.optional(Decimal),
    per_order: z.optional(Decimal),
    sends_outside: z.optional(SendsOutside),
    /** Needed to raise any of them. */
    code: z.optional(Code),
  }),
  answer: SpendingLimits,
})
