/** What an operation did, as data; the sentence is made where it is shown. */
import * as z from 'zod/mini'
import { Amount, Id } from './values.ts'

const Moved = z.object({ amount: Amount, symbol: z.string() })
/** Several wallets, or one: its name where it is the user's, else its address. */
const Side = z.object({
  count: z.int(),
  name: z.nullable(z.string()),
  address: z.nullable(z.string()),
})
export type StorySide = z.infer<typeof Side>

export const Story = z.object({
  /** A trade's: what the user gives is `paid`. */
  side: z.nullable(z.enum(['buy', 'sell'])),
  /** What was confirmed, or is to be moved while nothing is: of a trade what was given and what came for it. */
  paid: z.nullable(Moved),
  received: z.nullable(Moved),
  from: Side,
  to: Side,
  /** Of a payment. */
  payment: z.nullable(Id),
  by: z.nullable(
    z.object({
      kind: z.enum(['agent', 'bot']),
      /** Of the strategy, or the bot. */
      id: z.string(),
      /** null: the agent is gone. */
      name: z.nullable(z.string()),
    }),
  ),
  /** Of the only transaction that it took. */
  signature: z.nullable(z.string()),
})
export type Story = z.infer<typeof Story>
