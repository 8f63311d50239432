/** The assets that a wallet can send: SOL, and its tokens. */
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { WRAPPED_SOL_MINTS } from '@purser/contract/tokens/tokens.ts'

export type SendAsset = {
  /** Undefined: SOL. */
  mint: string | undefined
  symbol: string
  decimals: number
  balance: number | string
}
type Balances = {
  solBalance: number | string
  tokens: { mint: string; symbol: string; decimals: number; balance: number | string }[]
}

/** SOL first; wrapped SOL is not sent as a token. */
export function listAssets(
  { solBalance, tokens }: Balances,
  symbolOf: (mint: string) => string,
): SendAsset[] {
  const sol: SendAsset = { mint: undefined, symbol: 'SOL', decimals: SOL_DECIMALS, balance: solBalance }
  const held = tokens.filter(({ mint, balance }) => !WRAPPED_SOL_MINTS.includes(mint) && Number(balance) > 0)
  return [sol, ...held.map((token) => ({ ...token, symbol: symbolOf(token.mint) }))]
}

export const listMints = ({ tokens }: Balances): string[] => tokens.map(({ mint }) => mint)
