/** What a wallet holds, as the chain says. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Amount } from './values.ts'

export const TokenBalance = z.object({
  mint: z.string(),
  symbol: z.string(),
  balance: Amount,
  decimals: z.int(),
})
export type TokenBalance = z.infer<typeof TokenBalance>

export const WalletBalance = z.object({ solBalance: Amount, tokens: z.array(TokenBalance) })
export type WalletBalance = z.infer<typeof WalletBalance>

export const getBalance = endpoint({
  method: 'GET',
  path: '/wallet/:address/balance',
  summary: 'SOL and tokens of a wallet of the user, at confirmed commitment',
  access: 'session',
  answer: WalletBalance,
})
