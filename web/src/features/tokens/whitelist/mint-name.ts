import { KNOWN_TOKENS, WRAPPED_SOL_MINTS } from '@purser/contract/tokens/tokens.ts'

/** The name of a known mint; wrapped SOL stands for SOL. */
export const mintName = (mint: string): string | undefined =>
  WRAPPED_SOL_MINTS.includes(mint) ? 'SOL' : KNOWN_TOKENS.find((token) => token.mint === mint)?.symbol
