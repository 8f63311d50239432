/** What many wallets hold, read a hundred accounts a call: their SOL, and the token accounts that are known of them. */
import { SOL_MINT } from '@purser/contract/tokens.ts'
import type { Address } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Chain } from '../../ports/chain.ts'
import * as store from './balances.store.ts'

export type Held = { mint: string; amount: bigint; decimals: number }
export type Reading = { lamports: bigint; tokens: Held[] }
export type Reader = ReturnType<typeof createReader>

const PER_CALL = 100
/** Calls to the chain at a time. */
const AT_ONCE = 10

const chunksOf = <T>(list: T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / PER_CALL) }, (_, i) =>
    list.slice(i * PER_CALL, (i + 1) * PER_CALL),
  )

/** Runs over the list, a few at a time. */
async function spread<T>(list: T[], run: (item: T) => Promise<void>): Promise<void> {
  const left = list.values()
  await Promise.all(
    Array.from({ length: Math.min(AT_ONCE, list.length) }, async () => {
      for (const item of left) await run(item)
    }),
  )
}

export function createReader({ db, chain, log }: { db: Db; chain: Chain; log: Log }) {
  return {
    /** By wallet id; null where the chain did not answer for some part of it. */
    async read(wallets: { id: number; address: string }[]): Promise<Map<number, Reading | null>> {
      const read = new Map<number, Reading | null>(
        wallets.map(({ id }) => [id, { lamports: 0n, tokens: [] }]),
      )
      const failed = (ids: number[], error: unknown) => {
        log.warn({ wallets: ids.length, ...describe(error) }, 'balances could not be read')
        for (const id of ids) read.set(id, null)
      }
      await spread(chunksOf(wallets), async (chunk) => {
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
      await spread(chunksOf(accounts), async (chunk) => {
        try {
          const found = await chain.tokenAmounts(chunk.map(({ account }) => account))
          for (const [i, { walletId, mint, decimals }] of chunk.entries()) {
            const now = found[i]
            // An account that was closed, or given away, is not the wallet's any more.
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
function add(reading: Reading | null | undefined, held: Held): void {
  if (!reading || held.amount === 0n || held.mint === SOL_MINT) return
  const same = reading.tokens.find((token) => token.mint === held.mint)
  if (same) same.amount += held.amount
  else reading.tokens.push(held)
}
