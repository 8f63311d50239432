/** Funds of a wallet that something on the desk counts on already, as a preview of what else they would pay says it. */
import * as z from 'zod/mini'
import { figureWords } from './money.ts'
import { Amount } from './values.ts'

/** 'strategies': that run and may still spend it. 'payments': planned lines that nothing has executed. */
export const Promised = z.object({
  wallet: z.string(),
  by: z.enum(['strategies', 'payments']),
  amount: Amount,
  symbol: z.string(),
})
export type Promised = z.infer<typeof Promised>

/** Of every preview of what moves funds: left out where nothing counts on them. */
export const promised = z.optional(z.array(Promised))

const FOR = { strategies: 'running strategies', payments: 'planned payments' } as const

export const promisedText = ({ wallet, by, amount, symbol }: Promised): string =>
  `${wallet} has promised ${figureWords(amount)} ${symbol} to ${FOR[by]}.`
