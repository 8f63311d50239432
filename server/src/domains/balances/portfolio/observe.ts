/** Reads the holdings of all accounts of some wallets, each with the slot of its reading. */
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import pLimit from 'p-limit'
import type { Db } from '../../../db/client.ts'
import { toChunks } from '../../../kernel/chunks.ts'
import type { Balances } from '../../../ports/chain.ts'
import * as store from '../balances.store.ts'

export type Observation = {
  walletId: number
  account: Address
  mint: string
  decimals: number
  amount: bigint
  slot: bigint
}

const ACCOUNTS_PER_CALL = 100
const MAX_CONCURRENT_CALLS = 10

/** All of them or none: throws chain_away. Native SOL in a token account is no token. */
export async function observe(
  { db, chain }: { db: Db; chain: Pick<Balances, 'accounts'> },
  wallets: { id: number; address: Address }[],
): Promise<Observation[]> {
  const owners = new Map(wallets.map(({ id, address }) => [id, address]))
  const known = await store.listAccounts(db, [...owners.keys()])
  const wanted = [
    ...wallets.map(({ id, address }) => ({
      walletId: id,
      account: address,
      mint: SOL_MINT,
      decimals: SOL_DECIMALS,
    })),
    ...known.filter(({ mint }) => mint !== SOL_MINT),
  ]
  const limit = pLimit(MAX_CONCURRENT_CALLS)
  const read = await limit.map(toChunks(wanted, ACCOUNTS_PER_CALL), async (chunk) => {
    const found = await chain.accounts(chunk.map(({ account }) => account))
    return chunk.map((one, i): Observation => {
      const { lamports = null, token = null, slot = 0n } = found[i] ?? {}
      if (one.mint === SOL_MINT) return { ...one, amount: lamports ?? 0n, slot }
      // An account that was closed, or given away, no longer belongs to the wallet.
      const isMine = token?.mint === one.mint && token.owner === owners.get(one.walletId)
      return { ...one, amount: isMine ? token.amount : 0n, slot }
    })
  })
  return read.flat()
}
