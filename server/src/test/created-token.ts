/** A token that a user has created, with a wallet that holds all of it. */
import { createToken, type TokenCreated } from '@purser/contract/tokens/created-tokens.ts'
import type { Call } from './client.ts'
import { fund, makeWallets, type Purse, SOL } from './money.ts'
import type { Rpc } from './rpc.ts'

export type OwnToken = { mint: string; symbol: string; name: string; wallet: Purse }

export async function makeToken(
  { call, chain }: { call: Call; chain: Rpc },
  token: string,
  { symbol, name }: { symbol: string; name: string },
): Promise<OwnToken> {
  const [wallet] = await makeWallets(call, token, 1)
  if (!wallet) throw new Error('a wallet was asked for')
  await fund(chain, wallet.address, SOL)
  const body = { symbol, name, decimals: 6, supply: 1_000_000_000, wallet_id: wallet.id }
  const { mint } = (await call(createToken, { token, body })).ok as TokenCreated
  return { mint, symbol, name, wallet }
}
