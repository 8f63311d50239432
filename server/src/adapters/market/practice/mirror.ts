/** Mints of mainnet on the local network: created there at their own addresses, with the decimals that the service names. */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import type { Address } from '@solana/kit'
import { Fault } from '../../../kernel/fault.ts'
import type { TokenReads } from '../../../ports/chain.ts'
import type { MintInfo } from '../../../ports/chain-data.ts'
import type { Mirror } from '../../../ports/mirror.ts'
import type { TokenSearch } from '../../../ports/token-search.ts'

export type MirrorParts = {
  chain: Pick<TokenReads, 'mintInfo'>
  tokens: Pick<TokenSearch, 'facts'>
  /** Only the process that runs the network can do it; null: another one runs it, and no mint can be added. */
  mirrorMint: MirrorMint | null
}
/** Idempotent; throws chain_refused. */
export type MirrorMint = (mint: { address: string; decimals: number }) => Promise<void>

export function createMirror({ chain, tokens, mirrorMint }: MirrorParts) {
  /** The facts in use never change once the chain has a mint. */
  const known = new Map<string, MintInfo>()

  /** null: the chain does not have it yet. */
  async function onChain(mint: string): Promise<MintInfo | null> {
    const found = known.get(mint) ?? (await chain.mintInfo(mint as Address))
    if (found) known.set(mint, found)
    return found
  }

  async function readDecimals(mint: string): Promise<number | null> {
    if (mirrorMint === null) return null
    const facts = await tokens.facts([mint])
    if (facts === null) throw new Fault('market_away')
    return facts.get(mint)?.decimals ?? null
  }

  const mirror: Mirror = {
    async mintInfo(mint) {
      const there = await onChain(mint)
      if (there) return there
      const decimals = await readDecimals(mint)
      // Here it is a plain token, whatever its program on mainnet.
      return decimals === null
        ? null
        : { mint: mint as Address, decimals, supply: 0n, program: TOKEN_PROGRAM_ADDRESS }
    },

    async create(mint) {
      if (mint === SOL_MINT || (await onChain(mint))) return
      const decimals = await readDecimals(mint)
      if (decimals === null || mirrorMint === null) throw new Fault('unknown_mint', { mint })
      await mirrorMint({ address: mint, decimals })
    },
  }
  return { ...mirror, onChain }
}
