/** Token balances of wallets on a steered chain, for tests of transfers. */
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import type { Address } from '@solana/kit'
import { toChunks } from '../kernel/chunks.ts'
import type { Rpc } from './rpc.ts'
import { until } from './until.ts'

type Token = { mint: string; program?: string }

export const deriveTokenAccount = async (owner: string, { mint, program }: Token): Promise<string> =>
  (
    await findAssociatedTokenPda({
      owner: owner as Address,
      mint: mint as Address,
      tokenProgram: (program ?? TOKEN_PROGRAM_ADDRESS) as Address,
    })
  )[0]

/** Confirmed base units in the associated token accounts; null if there is none. */
export async function readTokens(rpc: Rpc, owners: string[], token: Token): Promise<(bigint | null)[]> {
  const held: (bigint | null)[] = []
  for (const some of toChunks(owners, 100)) {
    const accounts = await Promise.all(some.map((owner) => deriveTokenAccount(owner, token)))
    const { value } = await rpc<{ value: ({ data: [string] } | null)[] }>('getMultipleAccounts', accounts, {
      commitment: 'confirmed',
      encoding: 'base64',
    })
    for (const account of value)
      held.push(account ? Buffer.from(account.data[0], 'base64').readBigUInt64LE(64) : null)
  }
  return held
}

/** Funds a wallet with a genesis mint. */
export async function fundTokens(rpc: Rpc, owner: string, mint: string, units: bigint): Promise<void> {
  const [before] = await readTokens(rpc, [owner], { mint })
  await rpc('requestTokenAirdrop', owner, mint, units.toString())
  await until('the tokens are there', async () => {
    const [now] = await readTokens(rpc, [owner], { mint })
    return now === (before ?? 0n) + units
  })
}
