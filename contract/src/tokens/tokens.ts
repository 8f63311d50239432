/** Known tokens, and the faucet. */
import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { MINTS_PER_REQUEST } from '../limits.ts'
import { Address, Amount, Decimal } from '../values.ts'

export type KnownToken = { symbol: string; name: string; mint: string; decimals: number }

/** The mint of wrapped SOL, which stands for native SOL wherever a mint is required. */
export const SOL_MINT = 'So11111111111111111111111111111111111111112'
/**
 * Wrapped SOL of the token program and of Token-2022: NATIVE_MINT and NATIVE_MINT_2022 of @solana/spl-token
 * (src/constants.ts); the second is also the address that the Token-2022 program derives from 'native-mint'.
 */
export const WRAPPED_SOL_MINTS: readonly string[] = [SOL_MINT, '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXejP']

/** The well-known mints at their mainnet addresses, as in the token lists of Jupiter and of Solana Labs; the local network's genesis holds them too. */
export const KNOWN_TOKENS: KnownToken[] = [
  { symbol: 'USDC', name: 'USD Coin', mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', decimals: 6 },
  { symbol: 'USDT', name: 'Tether USD', mint: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', decimals: 6 },
  { symbol: 'BONK', name: 'Bonk', mint: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', decimals: 5 },
  { symbol: 'WIF', name: 'dogwifhat', mint: 'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm', decimals: 6 },
  { symbol: 'JUP', name: 'Jupiter', mint: 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN', decimals: 6 },
]
export const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'
export const USDC_DECIMALS = 6

/**
 * The well-known tokens of mainnet: those that are known everywhere, and further ones. Each address is in two or more
 * independent token lists, among them those of Jupiter and of Solana Labs; none is written from memory.
 */
export const MAINNET_TOKENS: KnownToken[] = [
  ...KNOWN_TOKENS,
  { symbol: 'PYTH', name: 'Pyth Network', mint: 'HZ1JovNiVvGrGNiiYvEozEVgZ58xaU3RKwX8eACQBCt3', decimals: 6 },
  { symbol: 'JTO', name: 'Jito', mint: 'jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL', decimals: 9 },
  { symbol: 'RAY', name: 'Raydium', mint: '4k3Dyjzvzp8eMZWUXbBCjEvwSkkk59S5iCNLY3QrkX6R', decimals: 6 },
  {
    symbol: 'mSOL',
    name: 'Marinade Staked SOL',
    mint: 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So',
    decimals: 9,
  },
  {
    symbol: 'jitoSOL',
    name: 'Jito Staked SOL',
    mint: 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn',
    decimals: 9,
  },
  { symbol: 'POPCAT', name: 'Popcat', mint: '7GCihgDB8fe6KNjn2MYtkzZcRjQy3t9GHdC8uHYmW2hr', decimals: 9 },
]

/** The symbol of a well-known mint, else the mint's first and last four characters. */
export function getSymbol(mint: string): string {
  if (mint === SOL_MINT) return 'WSOL'
  return MAINNET_TOKENS.find((t) => t.mint === mint)?.symbol ?? `${mint.slice(0, 4)}...${mint.slice(-4)}`
}

type Traded = { token_address: string; token_symbol?: string | undefined }
/** The symbol of a plan's token at the time when the plan was made. */
export const symbolInPlan = ({ token_address: mint, token_symbol: symbol }: Traded): string =>
  symbol ?? getSymbol(mint)

/** The same, but SOL under its own name: for amounts that move. */
export const assetSymbol = (mint: string): string => (mint === SOL_MINT ? 'SOL' : getSymbol(mint))

export const requestFaucet = endpoint({
  method: 'POST',
  path: '/faucet',
  summary: 'Test funds, once confirmed: SOL, or a genesis token on the local network',
  access: 'session',
  body: z.strictObject({
    address: Address,
    sol: z.optional(Decimal),
    mint: z.optional(Address),
    amount: z.optional(Decimal),
  }),
  answer: z.object({ success: z.literal(true), signature: z.string() }),
})

/** Used if a token has no name, or none that can be believed. */
export const UNKNOWN_TOKEN = 'Unknown Token'
export const fallbackSymbol = (mint: string): string => mint.slice(0, 4).toUpperCase()

/**
 * The name of a token: our own for known ones, the chain's for others, else the fallbacks. `logo`: an address of an
 * image if the chain names one; the console requests nothing from outside and shows none.
 */
export const TokenMetadata = z.object({
  mint: z.string(),
  symbol: z.string(),
  name: z.string(),
  logo: z.nullable(z.string()),
  decimals: z.int(),
})
export type TokenMetadata = z.infer<typeof TokenMetadata>

const success = z.literal(true)

/** Adds what matters to those who move it. */
export const TokenDetail = z.extend(TokenMetadata, {
  success,
  /** Withheld of what arrives: hundredths of a percent, and the most of one transfer, in the token's unit. */
  transferFee: z.nullable(z.object({ basisPoints: z.int(), maximum: Amount })),
  /** Why it is not moved from here; null if it is. */
  refusal: z.nullable(z.string()),
})
export type TokenDetail = z.infer<typeof TokenDetail>

export const getTokenMetadata = endpoint({
  method: 'POST',
  path: '/wallet/token-metadata',
  summary: 'What a token is called, its decimals, and whether it can be moved from here',
  access: 'session',
  body: z.strictObject({ mintAddress: Address }),
  answer: TokenDetail,
  idempotent: false,
})

/** Invalid mints are left out. */
export const listTokenMetadata = endpoint({
  method: 'POST',
  path: '/wallet/tokens-metadata',
  summary: 'What many tokens are called',
  access: 'session',
  body: z.strictObject({
    mintAddresses: z
      .array(Address)
      .check(
        z.minLength(1, 'must hold at least one mint'),
        z.maxLength(MINTS_PER_REQUEST, `must hold at most ${MINTS_PER_REQUEST} mints`),
      ),
  }),
  answer: z.object({ success, tokens: z.array(TokenMetadata) }),
  idempotent: false,
})
