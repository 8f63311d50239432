/**
 * Discovers the token accounts of wallets in the background, by owner and a few wallets a second: at first sight, again
 * after a while, and soon after tokens moved. Balances then read the known accounts by their addresses.
 */
import { type Db, isDatabaseAway } from '../../db/client.ts'
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
  transfers: Pick<Transfers, 'lookups'>
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
const CATCH_UP_MS = 3_000
const CATCH_UP_STEP_MS = 100
const GATHER_MS = 500
const FINAL = ['completed', 'partial', 'failed']

export function createDiscovery(parts: DiscoveryParts) {
  const { db, clock, log, chain } = parts
  const waiting = new Map<number, OwnedWallet>()
  const urgent = new Map<number, OwnedWallet>()
  /** Wallets whose tokens moved since they were last discovered. */
  const outdated = new Set<number>()
  let discovering: number | null = null
  let running: Promise<void> | null = null
  const ending = new AbortController()
  const known = createKnownAccounts(parts)
  /** Operations that ended lately and their users, of which nothing was read yet. */
  const ended = new Map<string, number>()
  /** Those of them that could not be read once. */
  const failed = new Set<string>()
  let reading = Promise.resolve()
  let gathering = false

  async function discover(wallet: OwnedWallet): Promise<void> {
    discovering = wallet.id
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
      if (!urgent.has(wallet.id)) outdated.delete(wallet.id)
    } catch (error) {
      // It is queued again when its balance is next read.
      log.warn({ wallet: wallet.id, ...describe(error) }, 'the tokens of a wallet could not be discovered')
    } finally {
      discovering = null
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
  async function afterOperations(operationIds: string[]): Promise<void> {
    const moved = await parts.transfers.lookups.listTokenMovements(operationIds)
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
    const found = await known.without(ours)
    for (const { id } of found) outdated.add(id)
    add(urgent, found)
  }

  /** What cannot be read stays. What fails twice alone would fail for ever: it is dropped, unless the database is away. */
  async function readEach(all: [operationId: string, userId: number][]): Promise<void> {
    for (const [operationId, userId] of all) {
      try {
        await afterOperations([operationId])
        failed.delete(operationId)
      } catch (error) {
        const isDropped = !isDatabaseAway(error) && failed.delete(operationId)
        log.warn({ operationId, isDropped, ...describe(error) }, 'what an operation moved could not be read')
        if (isDropped) continue
        if (!isDatabaseAway(error)) failed.add(operationId)
        ended.set(operationId, userId)
      }
    }
  }

  /** One after another. What cannot be read stays, and is read with what ends next or when a balance is asked for. */
  function readMovements(): Promise<void> {
    if (ended.size === 0) return reading
    const taken = [...ended]
    ended.clear()
    reading = reading
      .then(() => afterOperations(taken.map(([operationId]) => operationId)))
      .catch(() => readEach(taken))
    return reading
  }
  const off = parts.bus.subscribe('operation.changed', ({ operationId, userId, status }) => {
    if (!FINAL.includes(status) || ending.signal.aborted) return
    ended.set(operationId, userId)
    if (gathering) return
    gathering = true
    void clock.sleep(GATHER_MS, ending.signal, { background: true }).then(() => {
      gathering = false
      if (!ending.signal.aborted) void readMovements()
    })
  })

  return {
    /**
     * Queues wallets whose tokens were not discovered lately, or not since they moved; returns those of which all is
     * known that can be.
     */
    async want(wallets: OwnedWallet[]): Promise<Set<number>> {
      const users = new Set(wallets.map(({ userId }) => userId))
      await ([...ended.values()].some((userId) => users.has(userId)) ? readMovements() : reading)
      const ids = wallets.map((wallet) => wallet.id)
      const discovered = await store.listDiscoveries(db, ids)
      const old = clock.now() - REDISCOVER_MS
      add(
        waiting,
        wallets.filter(({ id }) => (discovered.get(id)?.getTime() ?? 0) < old),
      )
      // What is neither queued nor under way has failed.
      add(
        urgent,
        wallets.filter(({ id }) => outdated.has(id) && discovering !== id),
      )
      return new Set(ids.filter((id) => discovered.has(id) && !outdated.has(id)))
    },

    /** Waits until tokens that operations brought these wallets are known, or a moment. */
    async caughtUp(wallets: Pick<OwnedWallet, 'id' | 'userId'>[]): Promise<void> {
      const users = new Set(wallets.map(({ userId }) => userId))
      await ([...ended.values()].some((userId) => users.has(userId)) ? readMovements() : reading)
      const isBehind = () => wallets.some(({ id }) => outdated.has(id)) && !ending.signal.aborted
      for (let waited = 0; isBehind() && waited < CATCH_UP_MS; waited += CATCH_UP_STEP_MS)
        await clock.sleep(CATCH_UP_STEP_MS, ending.signal)
    },

    /** Gives the running discovery a moment; what it leaves undone the next process discovers. */
    async stop(): Promise<void> {
      ending.abort()
      off()
      if (running !== null) await settledWithin(clock, STOP_MS, running)
    },
  }
}
