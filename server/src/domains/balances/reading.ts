/** Balances of many wallets, a hundred accounts a call: their SOL, and their known token accounts. */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import pLimit from 'p-limit'
import type { Db } from '../../db/client.ts'
import { toChunks } from '../../kernel/chunks.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Balances, TokenReads } from '../../ports/chain.ts'
import * as store from './balances.store.ts'

export type TokenBalance = { mint: string; amount: bigint; decimals: number }
export type Reading = { lamports: bigint; tokens: TokenBalance[] }
export type Reader = ReturnType<typeof createReader>

const ACCOUNTS_PER_CALL = 100
const MAX_CONCURRENT_CALLS = 10

export function createReader({
  db,
  chain,
  log,
}: {
  db: Db
  chain: Pick<Balances, 'lamports'> & Pick<TokenReads, 'tokenAmounts'>
  log: Log
}) {
  return {
    /** Readings by wallet id; null if the chain did not answer for some part. */
    async read(wallets: { id: number; address: string }[]): Promise<Map<number, Reading | null>> {
      const read = new Map<number, Reading | null>(
        wallets.map(({ id }) => [id, { lamports: 0n, tokens: [] }]),
      )
      const failed = (ids: number[], error: unknown) => {
        log.warn({ wallets: ids.length, ...describe(error) }, 'balances could not be read')
        for (const id of ids) read.set(id, null)
      }
      const limit = pLimit(MAX_CONCURRENT_CALLS)
      await limit.map(toChunks(wallets, ACCOUNTS_PER_CALL), async (chunk) => {
        try {
          const found = await chain.lamports(chunk.map((wallet) => wallet.address as Address))
          for (const [i, { id }] of chunk.entries()) {
            const reading = read.get(id)
            if (reading) reading.lamports = found[i] ?? 0n
          }
        } catch (error) {
          failed(
            chunk.map((wallet) => wallet.id),
            error,
          )
        }
      })
      const owners = new Map(wallets.map(({ id, address }) => [id, address]))
      const accounts = await store.listAccounts(db, [...owners.keys()])
      await limit.map(toChunks(accounts, ACCOUNTS_PER_CALL), async (chunk) => {
        try {
          const found = await chain.tokenAmounts(chunk.map(({ account }) => account))
          for (const [i, { walletId, mint, decimals }] of chunk.entries()) {
            const now = found[i]
            // An account that was closed, or given away, no longer belongs to the wallet.
            if (now && now.mint === mint && now.owner === owners.get(walletId))
              add(read.get(walletId), { mint, decimals, amount: now.amount })
          }
        } catch (error) {
          failed(
            chunk.map(({ walletId }) => walletId),
            error,
          )
        }
      })
      return read
    },
  }
}

/** A mint may be in several accounts of one wallet. Native SOL in a token account is no token. */
function add(reading: Reading | null | undefined, held: TokenBalance): void {
  if (!reading || held.amount === 0n || held.mint === SOL_MINT) return
  const same = reading.tokens.find((token) => token.mint === held.mint)
  if (same) same.amount += held.amount
  else reading.tokens.push(held)
}
