/** Counts who holds a mint, by the token accounts that name it. */
import type { Address, Base58EncodedBytes, Rpc, SolanaRpcApi } from '@solana/kit'
import type { Ask } from './ask.ts'

/** Reads only the owner and the amount of each account, which follow the mint. */
const SLICE = { offset: 32, length: 40 }

/** Throws chain_away: nodes that keep no such index refuse. */
export async function countHolders(
  rpc: Rpc<SolanaRpcApi>,
  askOnce: Ask['askOnce'],
  { mint, program }: { mint: Address; program: Address },
): Promise<number> {
  const mintBytes = mint as unknown as Base58EncodedBytes
  const accounts = await askOnce((abortSignal) =>
    rpc
      .getProgramAccounts(program, {
        encoding: 'base64',
        dataSlice: SLICE,
        filters: [{ memcmp: { offset: 0n, bytes: mintBytes, encoding: 'base58' } }],
      })
      .send({ abortSignal }),
  )
  const owners = new Set<string>()
  for (const { account } of accounts) {
    const bytes = Buffer.from(account.data[0], 'base64')
    if (bytes.length === SLICE.length && bytes.readBigUInt64LE(32) > 0n)
      owners.add(bytes.toString('base64', 0, 32))
  }
  return owners.size
}
