/** Decimals and supply of a mint, as the node itself parses it. */
import type { Address } from '@solana/kit'
import type { MintInfo } from '../../../ports/chain-data.ts'
import { TOKEN_PROGRAMS } from './tokens.ts'
import type { NodeCalls } from './node-calls.ts'

export const readMintInfo = (
  { rpc, ask }: Pick<NodeCalls, 'rpc' | 'ask'>,
  mint: Address,
): Promise<MintInfo | null> =>
  ask(async (abortSignal) => {
    const { value } = await rpc.getAccountInfo(mint, { encoding: 'jsonParsed' }).send({ abortSignal })
    if (
      !value ||
      !TOKEN_PROGRAMS.includes(value.owner) ||
      !('parsed' in value.data) ||
      value.data.parsed.type !== 'mint'
    )
      return null
    const info = value.data.parsed.info as unknown as { decimals: number; supply: string }
    return { mint, decimals: info.decimals, supply: BigInt(info.supply), program: value.owner }
  })
