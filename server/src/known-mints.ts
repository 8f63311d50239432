/**
 * Compares the well-known mints with the chain, at the start on mainnet-beta: a wrong address decodes to 32 bytes all the
 * same, and a wrong number of decimals makes every amount wrong by powers of ten.
 */
import { MAINNET_MINTS } from '@purser/contract/mainnet-tokens.ts'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import type { Address } from '@solana/kit'
import { ConfigError } from './config.ts'
import { isFault } from './kernel/fault.ts'
import type { Log } from './kernel/log.ts'
import type { Balances } from './ports/chain.ts'
import type { TokenMint } from './ports/chain-data.ts'

type Known = (typeof MAINNET_MINTS)[number]
/** `symbol`: of the known one that is not what it should be. */
export type MintDifference = { symbol: string; mint: string; difference: string }

function differenceOf({ decimals }: Known, found: TokenMint | null): string | null {
  if (found === null) return 'the chain has no such mint'
  if (found.program !== TOKEN_PROGRAM_ADDRESS)
    return `it belongs to the program ${found.program} and not to ${TOKEN_PROGRAM_ADDRESS}`
  if (found.decimals !== decimals) return `it has ${found.decimals} decimals and not ${decimals}`
  return null
}

/** Empty: all are as they should be. Rejects with chain_away. */
export async function differingMints(chain: Pick<Balances, 'tokenMint'>): Promise<MintDifference[]> {
  const all = await Promise.all(
    MAINNET_MINTS.map(async (known) => {
      const difference = differenceOf(known, await chain.tokenMint(known.mint as Address))
      return difference === null ? [] : [{ symbol: known.symbol, mint: known.mint, difference }]
    }),
  )
  return all.flat()
}

/**
 * Throws ConfigError where a mint is another one than is known here. False: the chain gives no answer now, as it may at a
 * start, and nothing was compared.
 */
export async function requireKnownMints({
  chain,
  log,
}: {
  chain: Pick<Balances, 'tokenMint'>
  log: Log
}): Promise<boolean> {
  let differing: MintDifference[]
  try {
    differing = await differingMints(chain)
  } catch (error) {
    if (!isFault(error, 'chain_away')) throw error
    log.warn({}, 'the well-known mints were not compared with the chain: no endpoint answers')
    return false
  }
  if (differing.length === 0) return true
  const lines = differing.map(({ symbol, mint, difference }) => `${symbol} (${mint}): ${difference}.`)
  throw new ConfigError(
    `The chain and this version do not agree about well-known mints, so nothing is traded. ${lines.join(' ')} Check SOLANA_RPC_URL: this cannot happen on mainnet-beta.`,
  )
}
