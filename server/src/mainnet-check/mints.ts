/** Whether well-known mints on the chain match what is known of them. */
import { MAINNET_MINTS, type MainnetMint } from '@purser/contract/market/mainnet-tokens.ts'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import type { Address } from '@solana/kit'
import { isFault } from '../kernel/fault.ts'
import type { TokenReads } from '../ports/chain.ts'
import type { Failure } from './remedies.ts'
import { failed, type Line, ok } from './lines.ts'

type Mints = Pick<TokenReads, 'mintInfo'>
export type OddMint = {
  symbol: string
  failure: Extract<Failure, { code: 'mint_unread' | 'mint_missing' | 'mint_differs' }>
}

async function compare(chain: Mints, { symbol, mint, decimals }: MainnetMint): Promise<OddMint | null> {
  try {
    const info = await chain.mintInfo(mint as Address)
    if (info === null) return { symbol, failure: { code: 'mint_missing' } }
    if (info.decimals === decimals && info.program === TOKEN_PROGRAM_ADDRESS) return null
    const { program, decimals: found } = info
    return { symbol, failure: { code: 'mint_differs', program, decimals: found, expected: decimals } }
  } catch (error) {
    if (isFault(error)) return { symbol, failure: { code: 'mint_unread' } }
    throw error
  }
}

/** The mints that differ; one after another, since public endpoints count calls of one method. */
export async function oddMints(chain: Mints): Promise<OddMint[]> {
  const odd: OddMint[] = []
  for (const known of MAINNET_MINTS) {
    const found = await compare(chain, known)
    if (found) odd.push(found)
  }
  return odd
}

export async function checkMints(chain: Mints): Promise<Line[]> {
  const odd = await oddMints(chain)
  if (odd.length > 0) return odd.map(({ symbol, failure }) => failed(`mint ${symbol}`, failure))
  return [ok('known mints', `${MAINNET_MINTS.length} as expected: program and decimals`)]
}
