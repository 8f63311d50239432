/** A transfer that a chat message describes. The console fills its form with it; only the user's confirmation moves funds. */
import * as z from 'zod/mini'
import { Address, Id } from '../values.ts'

const moved = {
  /** null: SOL. */
  mint: z.nullable(z.string()),
}
/** The decimal text of an amount; null: all that there is. */
const AmountOrAll = z.nullable(z.string())

export const ProposedTransfer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('distribute'),
    ...moved,
    /** A wallet id, like all below. */
    source: Id,
    destinations: z.array(Id),
    /** 'each': `amount` is for each destination; else it is the total. */
    split: z.enum(['equal', 'random', 'each']),
    amount: AmountOrAll,
  }),
  z.object({
    kind: z.literal('gather'),
    ...moved,
    sources: z.array(Id),
    destination: Id,
    /** The amount from each source. */
    amount: AmountOrAll,
  }),
  z.object({ kind: z.literal('send'), ...moved, source: Id, to: Address, amount: AmountOrAll }),
])
export type ProposedTransfer = z.infer<typeof ProposedTransfer>
