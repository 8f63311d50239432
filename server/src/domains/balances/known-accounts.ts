/** The known token accounts of wallets, in memory: these need not be discovered again. */
import { TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { TOKEN_2022_PROGRAM_ADDRESS } from '@solana-program/token-2022'
import type { Address } from '@solana/kit'
import type { Db } from '../../db/client.ts'
import { associatedAccount } from '../../kernel/solana/associated-account.ts'
import { createCache } from '../../kernel/cache.ts'
import type { Clock } from '../../kernel/clock.ts'
import * as store from './balances.store.ts'

/** Fresh for this long: another process may find that an account is gone. */
const FRESH_MS = 60_000
const MOST_WALLETS = 5_000
const PROGRAMS = [TOKEN_PROGRAM_ADDRESS, TOKEN_2022_PROGRAM_ADDRESS]

export function createKnownAccounts({ db, clock }: { db: Db; clock: Pick<Clock, 'monotonic'> }) {
  const known = createCache<number, Set<string>>({ clock, max: MOST_WALLETS, ttlMs: FRESH_MS })

  function set(walletId: number, accounts: string[], at = clock.monotonic()): void {
    known.set(walletId, new Set(accounts), { at })
  }

  /** Loads all stale or missing wallets in one statement. */
  async function load(ids: number[]): Promise<void> {
    const at = clock.monotonic()
    const old = [...new Set(ids)].filter((id) => known.get(id) === undefined)
    if (old.length === 0) return
    const rows = await store.listAccounts(db, old)
    for (const id of old) {
      const mine = rows.filter(({ walletId }) => walletId === id)
      set(
        id,
        mine.map(({ account }) => account),
        at,
      )
    }
  }

  return {
    set,
    /** Wallets without a known account for a mint that was moved to them. */
    async without<W extends { id: number; address: string }>(
      moved: { wallet: W; mint: string }[],
    ): Promise<W[]> {
      await load(moved.map(({ wallet }) => wallet.id))
      const unknown = new Map<number, W>()
      for (const { wallet, mint } of moved) {
        const there = known.get(wallet.id)
        const accounts = await Promise.all(
          PROGRAMS.map((program) => associatedAccount(wallet.address, { mint: mint as Address, program })),
        )
        if (!accounts.some((account) => there?.has(account))) unknown.set(wallet.id, wallet)
      }
      return [...unknown.values()]
    },
  }
}
