/** The token accounts of an owner, of one program or of one mint. */
import type { Address } from '@solana/kit'
import type { ReadOptions, TokenHolding } from '../../../ports/chain-data.ts'
import type { NodeCalls } from './node-calls.ts'
import { TOKEN_PROGRAMS } from './tokens.ts'

type Calls = Pick<NodeCalls, 'rpc' | 'ask'>
type Holdings = { tokens: TokenHolding[]; slot: bigint }

/** Every token account of the owner: one call for each token program, and the older slot of the two. */
export async function readAllHoldings(
  calls: Calls,
  owner: Address,
  options?: ReadOptions,
): Promise<Holdings> {
  const lists = await Promise.all(
    TOKEN_PROGRAMS.map((programId) => readHoldings(calls, { owner, of: { programId }, options })),
  )
  const slots = lists.map(({ slot }) => slot)
  return {
    tokens: lists.flatMap(({ tokens }) => tokens),
    slot: slots.reduce((a, b) => (a < b ? a : b)),
  }
}

type Filter = {
  owner: Address
  of: { programId: Address } | { mint: Address }
  options?: ReadOptions | undefined
}

export async function readHoldings(
  { rpc, ask }: Calls,
  { owner, of, options: { minContextSlot } = {} }: Filter,
): Promise<Holdings> {
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
  // A node may ignore the filter of the request.
  const asked = tokens.filter(({ mint }) => !('mint' in of) || mint === of.mint)
  return { tokens: asked, slot: context.slot }
}
