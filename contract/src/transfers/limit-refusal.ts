/** The refusal by a limit of real money that a preview shows before anything is confirmed. */
import * as z from 'zod/mini'

/** All of it would be refused; `message` is worded like the refusal (limit-faults.ts). */
export const LimitRefusal = z.object({
  code: z.enum(['spending_limit', 'no_price_for_limit']),
  message: z.string(),
})
export type LimitRefusal = z.infer<typeof LimitRefusal>
/** Every preview of an operation that moves funds has it; it is omitted if no limit refuses the operation. */
export const limit = z.optional(LimitRefusal)
