/** Funds of a wallet that are committed already: previews of other spending name them. */
import * as z from 'zod/mini'
import { figureWords } from '../money.ts'
import { Amount } from '../values.ts'

/** `to`: strategies that run and may still spend it, or planned lines of payments that nothing has executed. */
export const Commitment = z.object({
  wallet: z.string(),
  to: z.enum(['strategies', 'payments']),
  amount: Amount,
  symbol: z.string(),
})
export type Commitment = z.infer<typeof Commitment>

/** A preview omits it if nothing is committed. */
export const committed = z.optional(z.array(Commitment))

const NAMES = { strategies: 'running strategies', payments: 'planned payments' } as const

export const commitmentText = ({ wallet, to, amount, symbol }: Commitment): string =>
  `${figureWords(amount)} ${symbol} in ${wallet} is committed to ${NAMES[to]}.`
