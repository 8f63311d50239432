import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { address } from '@solana/kit'
import type { TokenMint } from '../server/src/ports/chain-data.ts'

/** The only token there is. */
export const MODEL_MINT = address('DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263')
/** The mint in the form of the chain's answer. */
export const MINT: TokenMint = {
  mint: MODEL_MINT,
  program: TOKEN_PROGRAM_ADDRESS,
  decimals: 5,
  supply: 0n,
  accountBytes: 165,
  transferFee: null,
  startsFrozen: false,
  obstacles: [],
  mintAuthority: null,
  freezeAuthority: null,
  powers: [],
}
