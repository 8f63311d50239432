/** What a preview says of the limits of real money, before anything is confirmed. */
import * as z from 'zod/mini'

/** The whole of it would be refused; `message` as the refusal would word it (limit-faults.ts). */
export const LimitRefusal = z.object({
  code: z.enum(['spending_limit', 'no_price_for_limit']),
  message: z.string(),
})
export type LimitRefusal = z.infer<typeof LimitRefusal>
/** Of every preview of what moves funds: left out where no limit stands in its way. */
export const limit = z.optional(LimitRefusal)
