/** The story of an operation, as data; the sentence is made where it is shown. */
import * as z from 'zod/mini'
import { Amount, Id } from '../values.ts'

const Moved = z.object({ amount: Amount, symbol: z.string() })
/** Several wallets, or one: its name if it is the user's, else its address. */
const Side = z.object({
  count: z.int(),
  name: z.nullable(z.string()),
  address: z.nullable(z.string()),
})
export type StorySide = z.infer<typeof Side>

export const Story = z.object({
  /** The side of a trade: the user gives `paid`. */
  side: z.nullable(z.enum(['buy', 'sell'])),
  /**
   * The amounts that were confirmed, or are to be moved while none is: for a trade what was given and what came for it.
   */
  paid: z.nullable(Moved),
  received: z.nullable(Moved),
  from: Side,
  to: Side,
  /** The payment that it belongs to. */
  payment: z.nullable(Id),
  by: z.nullable(
    z.object({
      kind: z.enum(['agent', 'bot']),
      /** The id of the strategy, or of the bot. */
      id: z.string(),
      /** null if the agent was deleted. */
      name: z.nullable(z.string()),
    }),
  ),
  /** The signature of its only transaction; null if it took several. */
  signature: z.nullable(z.string()),
})
export type Story = z.infer<typeof Story>
