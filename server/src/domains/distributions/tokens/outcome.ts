/** The outcome of an operation of tokens. */
import * as z from 'zod/mini'
import type { TransferRow } from '../../transfers/index.ts'

const Units = z.string().check(z.regex(/^\d{1,20}$/))
/** Base units and lamports. */
export const TokenOutcome = z.object({
  fees: Units,
  final: z.optional(Units),
  /** Lamports in the accounts that it opened. */
  rent: z.optional(Units),
  /** The amount that has arrived; absent if no endpoint could say. */
  received: z.optional(Units),
  /** Amounts by position, for a token that withholds a fee. */
  arrived: z.optional(z.record(z.string(), Units)),
})
export type TokenOutcome = z.infer<typeof TokenOutcome>

/** Lamports of one account; positions that open one, or whether the one that receives all is opened. */
const Opening = z.object({ rent: Units, opens: z.union([z.boolean(), z.array(z.int())]) })

/** The planned rent of the accounts that the confirmed transfers opened; nothing if the details were lost. */
export function openedRent(request: unknown, rows: TransferRow[]): Pick<TokenOutcome, 'rent'> {
  const { data } = z.safeParse(Opening, request)
  if (!data) return {}
  const confirmed = rows.filter(({ status }) => status === 'confirmed')
  const opening = new Set(Array.isArray(data.opens) ? data.opens : [])
  const opened =
    data.opens === true
      ? Math.min(1, confirmed.length)
      : confirmed.filter((row) => opening.has(row.position)).length
  return { rent: (BigInt(data.rent) * BigInt(opened)).toString() }
}
