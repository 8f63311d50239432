/** The token accounts of an owner, of one program or of one mint. */
import type { Address, Rpc, SolanaRpcApi } from '@solana/kit'
import type { ReadOptions, TokenHolding } from '../../ports/chain-data.ts'
import type { Ask } from './ask.ts'

type Of = { owner: Address; of: { programId: Address } | { mint: Address }; options: ReadOptions }

export async function readHoldings(
  rpc: Rpc<SolanaRpcApi>,
  ask: Ask['ask'],
  { owner, of, options: { minContextSlot } }: Of,
): Promise<{ tokens: TokenHolding[]; slot: bigint }> {
  const { value, context } = await ask((abortSignal) =>
    rpc
      .getTokenAccountsByOwner(owner, of, {
        ...(minContextSlot === undefined ? {} : { minContextSlot }),
        encoding: 'jsonParsed',
      })
      .send({ abortSignal }),
  )
  const tokens = value.map(({ pubkey, account }): TokenHolding => {
    const { info } = account.data.parsed
    return {
      account: pubkey,
      mint: info.mint,
      amount: BigInt(info.tokenAmount.amount),
      decimals: info.tokenAmount.decimals,
      program: account.owner,
    }
  })
  // A node may ignore what it was asked for.
  const asked = tokens.filter(({ mint }) => !('mint' in of) || mint === of.mint)
  return { tokens: asked, slot: context.slot }
}
