/**
 * Discovers the token accounts of wallets in the background, by owner and a few wallets a second: at first sight, again
 * after a while, and soon after tokens moved. Balances then read the known accounts by their addresses.
 */
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { describe, type Log } from '../../kernel/log.ts'
import { settledWithin } from '../../kernel/with-timeout.ts'
import type { Balances } from '../../ports/chain.ts'
import type { Transfers } from '../transfers/index.ts'
import type { OwnedWallet, Wallets } from '../wallets/index.ts'
import * as store from './balances.store.ts'
import { createKnownAccounts } from './known-accounts.ts'

export type DiscoveryParts = {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  chain: Pick<Balances, 'holdings'>
  wallets: Wallets
  transfers: Transfers
  /** Wallets discovered in a second at most. */
  looksPerSecond: number
  /** Called when more is known of a wallet. */
  found(walletId: number): void
}
export type Discovery = ReturnType<typeof createDiscovery>

/** Tokens may arrive from anywhere at any time: a wallet is discovered again after this. */
const REDISCOVER_MS = 600_000
const STOP_MS = 1_000
/** Operations that end within this time are looked at together. */
const GATHER_MS = 500
const FINAL = ['completed', 'partial', 'failed']

export function createDiscovery(parts: DiscoveryParts) {
  const { db, clock, log, chain } = parts
  const waiting = new Map<number, OwnedWallet>()
  const urgent = new Map<number, OwnedWallet>()
  let running: Promise<void> | null = null
  const ending = new AbortController()
  const known = createKnownAccounts(parts)
  /** Operations that ended lately, of which nothing was read yet. */
  const ended = new Set<string>()

  async function discover(wallet: OwnedWallet): Promise<void> {
    try {
      const lookedAt = new Date(clock.now())
      const { tokens } = await chain.holdings(wallet.address)
      const accounts = tokens.map(({ account, mint, decimals }) => ({ account, mint, decimals }))
      await store.saveFound(db, wallet.id, accounts, lookedAt)
      known.set(
        wallet.id,
        accounts.map(({ account }) => account),
      )
      parts.found(wallet.id)
    } catch (error) {
      // It is queued again when its balance is next read.
      log.warn({ wallet: wallet.id, ...describe(error) }, 'the tokens of a wallet could not be discovered')
    }
  }

  function next(): OwnedWallet | undefined {
    for (const queue of [urgent, waiting])
      for (const [id, wallet] of queue) {
        urgent.delete(id)
        waiting.delete(id)
        return wallet
      }
    return undefined
  }

  function tick(): void {
    if (running !== null || ending.signal.aborted) return
    const wallet = next()
    if (!wallet) return
    const paced = clock.sleep(1000 / parts.looksPerSecond, ending.signal)
    running = Promise.all([discover(wallet), paced]).then(() => {
      running = null
      tick()
    })
  }

  function add(queue: Map<number, OwnedWallet>, wallets: OwnedWallet[]): void {
    for (const wallet of wallets) queue.set(wallet.id, wallet)
    tick()
  }

  /** Wallets to which these brought a token that they were not known to have: many operations at once. */
  async function afterOperations(): Promise<void> {
    const ids = [...ended]
    ended.clear()
    const moved = await parts.transfers.tokenMovementsOf(ids)
    const addresses = [...new Set(moved.flatMap((m) => [m.source, m.destination]))]
    if (addresses.length === 0) return
    const wallets = new Map(
      (await parts.wallets.known(addresses)).map((wallet) => [wallet.address as string, wallet]),
    )
    const ours = moved.flatMap(({ source, destination, mint }) =>
      [source, destination].flatMap((address) => {
        const wallet = wallets.get(address)
        return wallet ? [{ wallet, mint }] : []
      }),
    )
    add(urgent, await known.without(ours))
  }
  const off = parts.bus.subscribe('operation.changed', ({ operationId, status }) => {
    if (!FINAL.includes(status) || ending.signal.aborted) return
    ended.add(operationId)
    if (ended.size > 1) return
    void clock.sleep(GATHER_MS, ending.signal, { background: true }).then(() => {
      if (ending.signal.aborted) return
      afterOperations().catch((error: unknown) =>
        log.warn(describe(error), 'what operations moved could not be read'),
      )
    })
  })

  return {
    /** Queues wallets whose tokens were not discovered lately; returns which ones were ever discovered. */
    async want(wallets: OwnedWallet[]): Promise<Set<number>> {
      const ids = wallets.map((wallet) => wallet.id)
      const discovered = await store.listDiscoveries(db, ids)
      const old = clock.now() - REDISCOVER_MS
      add(
        waiting,
        wallets.filter(({ id }) => (discovered.get(id)?.getTime() ?? 0) < old),
      )
      return new Set(discovered.keys())
    },

    /** Gives the running discovery a moment; what it leaves undone the next process discovers. */
    async stop(): Promise<void> {
      ending.abort()
      off()
      if (running !== null) await settledWithin(clock, STOP_MS, running)
    },
  }
}
