/**
 * Discovers the token accounts of wallets in the background, by owner and a few wallets a second: when a wallet is
 * first seen, again after a while, and soon after tokens moved. Balances then read the known accounts by their
 * addresses.
 */
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { describe, type Log } from '../../kernel/log.ts'
import { settledWithin } from '../../kernel/concurrency/with-timeout.ts'
import type { Balances } from '../../ports/chain.ts'
import type { Transfers } from '../transfers/index.ts'
import type { OwnedWallet, Wallets } from '../wallets/index.ts'
import * as store from './balances.store.ts'
import { createEndedOperations, type EndedOperations } from './ended-operations.ts'
import { createKnownAccounts } from './known-accounts.ts'

export type DiscoveryParts = {
  db: Db
  bus: Bus
  clock: Clock
  log: Log
  chain: Pick<Balances, 'holdings'>
  wallets: Wallets
  transfers: Pick<Transfers, 'lookups'>
  /** The most wallets discovered in a second. */
  looksPerSecond: number
  /** Called once more accounts of a wallet are known. */
  found(walletId: number): void
}
export type Discovery = {
  /**
   * Queues wallets whose tokens were not discovered lately, or not since they moved; returns those whose accounts are
   * known as far as possible.
   */
  want(wallets: OwnedWallet[]): Promise<Set<number>>
  /** Waits until the tokens that operations brought to these wallets are known, but not for long. */
  caughtUp(wallets: Pick<OwnedWallet, 'id' | 'userId'>[]): Promise<void>
  /** Gives the running discovery a moment; the next process discovers the rest. */
  stop(): Promise<void>
}

/** Tokens may arrive from anywhere at any time: a wallet is discovered again after this. */
const REDISCOVER_MS = 600_000
const STOP_MS = 1_000
/** How long a caller waits until moved tokens are known. */
const CATCH_UP_MS = 3_000
const CATCH_UP_STEP_MS = 100

type Queue = Map<number, OwnedWallet>
type DiscoveryState = DiscoveryParts & {
  ending: AbortController
  known: ReturnType<typeof createKnownAccounts>
  waiting: Queue
  urgent: Queue
  /** Wallets whose tokens moved since they were last discovered. */
  outdated: Set<number>
  discovering: number | null
  running: Promise<void> | null
}

export function createDiscovery(parts: DiscoveryParts): Discovery {
  const state: DiscoveryState = {
    ...parts,
    ending: new AbortController(),
    known: createKnownAccounts(parts),
    waiting: new Map(),
    urgent: new Map(),
    outdated: new Set(),
    discovering: null,
    running: null,
  }
  const read = (operationIds: string[]) => queueMoved(state, operationIds)
  const operations = createEndedOperations({ ...parts, signal: state.ending.signal, read })
  return {
    want: (wallets) => wantWallets(state, operations, wallets),
    caughtUp: (wallets) => waitUntilCaughtUp(state, operations, wallets),
    stop: () => stopDiscovery(state, operations),
  }
}

async function wantWallets(
  state: DiscoveryState,
  operations: EndedOperations,
  wallets: OwnedWallet[],
): Promise<Set<number>> {
  const { db, clock, waiting, urgent, outdated } = state
  await operations.readNow(wallets)
  const ids = wallets.map((wallet) => wallet.id)
  const discovered = await store.listDiscoveries(db, ids)
  const old = clock.now() - REDISCOVER_MS
  enqueue(
    state,
    waiting,
    wallets.filter(({ id }) => (discovered.get(id)?.getTime() ?? 0) < old),
  )
  // A wallet that is neither queued nor in progress has failed.
  enqueue(
    state,
    urgent,
    wallets.filter(({ id }) => outdated.has(id) && state.discovering !== id),
  )
  return new Set(ids.filter((id) => discovered.has(id) && !outdated.has(id)))
}

async function waitUntilCaughtUp(
  { clock, ending, outdated }: DiscoveryState,
  operations: EndedOperations,
  wallets: Pick<OwnedWallet, 'id' | 'userId'>[],
): Promise<void> {
  const { signal } = ending
  await operations.readNow(wallets)
  const isBehind = () => wallets.some(({ id }) => outdated.has(id)) && !signal.aborted
  for (let waited = 0; isBehind() && waited < CATCH_UP_MS; waited += CATCH_UP_STEP_MS)
    await clock.sleep(CATCH_UP_STEP_MS, signal)
}

async function stopDiscovery(
  { clock, ending, running }: DiscoveryState,
  operations: EndedOperations,
): Promise<void> {
  ending.abort()
  operations.close()
  if (running !== null) await settledWithin(clock, STOP_MS, running)
}

function enqueue(state: DiscoveryState, queue: Queue, wallets: OwnedWallet[]): void {
  for (const wallet of wallets) queue.set(wallet.id, wallet)
  discoverNext(state)
}

/** Goes on until both queues are empty, at a limited pace. */
function discoverNext(state: DiscoveryState): void {
  const { clock, ending, looksPerSecond } = state
  if (state.running !== null || ending.signal.aborted) return
  const wallet = takeNext(state)
  if (!wallet) return
  const paced = clock.sleep(1000 / looksPerSecond, ending.signal)
  state.running = Promise.all([discover(state, wallet), paced]).then(() => {
    state.running = null
    discoverNext(state)
  })
}

function takeNext({ urgent, waiting }: DiscoveryState): OwnedWallet | undefined {
  for (const queue of [urgent, waiting])
    for (const [id, wallet] of queue) {
      urgent.delete(id)
      waiting.delete(id)
      return wallet
    }
  return undefined
}

async function discover(state: DiscoveryState, wallet: OwnedWallet): Promise<void> {
  const { db, clock, log, chain, known, urgent, outdated } = state
  state.discovering = wallet.id
  try {
    const lookedAt = new Date(clock.now())
    const { tokens } = await chain.holdings(wallet.address)
    const accounts = tokens.map(({ account, mint, decimals }) => ({ account, mint, decimals }))
    await store.saveFound(db, wallet.id, accounts, lookedAt)
    known.set(
      wallet.id,
      accounts.map(({ account }) => account),
    )
    state.found(wallet.id)
    if (!urgent.has(wallet.id)) outdated.delete(wallet.id)
  } catch (error) {
    // It is queued again when its balance is next read.
    log.warn({ wallet: wallet.id, ...describe(error) }, 'the tokens of a wallet could not be discovered')
  } finally {
    state.discovering = null
  }
}

/** Queues the wallets that got a token from these operations without a known account for it. */
async function queueMoved(state: DiscoveryState, operationIds: string[]): Promise<void> {
  const { known, urgent, outdated } = state
  const moved = await state.transfers.lookups.listTokenMovements(operationIds)
  const addresses = [...new Set(moved.flatMap((m) => [m.source, m.destination]))]
  if (addresses.length === 0) return
  const wallets = new Map(
    (await state.wallets.lookups.listOfAnyone(addresses)).map((wallet) => [wallet.address as string, wallet]),
  )
  const ours = moved.flatMap(({ source, destination, mint }) =>
    [source, destination].flatMap((address) => {
      const wallet = wallets.get(address)
      return wallet ? [{ wallet, mint }] : []
    }),
  )
  const found = await known.without(ours)
  for (const { id } of found) outdated.add(id)
  enqueue(state, urgent, found)
}
