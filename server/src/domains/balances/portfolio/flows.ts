/**
 * Amounts that entered and left wallets between two points, from the chain's history of each account whose balance has
 * changed. A transaction of the desk counts as its operation says; for any other the balances before and after count.
 * The chain is not read for an account whose change the desk itself caused: after a distribution to 10,000 wallets that
 * is all of them but one.
 */
import { SOL_DECIMALS } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Signature } from '@solana/kit'
import pLimit, { type LimitFunction } from 'p-limit'
import type { Log } from '../../../kernel/log.ts'
import type { Ledger } from '../../../ports/chain.ts'
import type { Execution, ListedSignature } from '../../../ports/chain-data.ts'
import type { Arrival, LandedMovements, Transfers } from '../../transfers/index.ts'
import { type Flow, OPENING } from './ledger.ts'
import type { Observation } from './observe.ts'

export type HistoryParts = { chain: Ledger; transfers: Transfers; log: Log }
/** The position from which an account's history is read: after this slot, and after this transaction. */
export type Since = { slot: bigint; signature: string | null }
export type Changed = Observation & { since: Since; before: bigint }
export type UnpricedFlow = Omit<Flow, 'microUsd'>
/** The user's wallets by address, including those deleted since the last point. */
export type Owned = ReadonlyMap<string, number>

const PAGE = 1_000
/** The most pages of one account; older transactions count as brought along. */
const PAGES_MAX = 20
const MAX_CONCURRENT_CALLS = 4
/** Both sides of a trade belong to the wallet: its gain or loss is profit. */
const TRADE = 'trade'

/** Newest first. `hasOlder`: the account had a history before `since`. */
export async function readHistory(
  chain: Pick<Ledger, 'listSignatures'>,
  { account, slot, since }: Pick<Changed, 'account' | 'slot' | 'since'>,
): Promise<{ listed: ListedSignature[]; hasOlder: boolean }> {
  // A local network that was reset counts its slots from the beginning: then only the signature decides.
  const after = slot < since.slot ? -1n : since.slot
  const listed: ListedSignature[] = []
  let before: Signature | undefined
  for (let page = 0; page < PAGES_MAX; page++) {
    const some = await chain.listSignatures(account, {
      limit: PAGE,
      ...(since.signature === null ? {} : { until: since.signature as Signature }),
      ...(before === undefined ? {} : { before }),
    })
    for (const one of some) {
      if (one.signature === since.signature || one.slot <= after) return { listed, hasOlder: true }
      // Later transactions than the reading of the balance are left to the next point.
      if (one.slot <= slot) listed.push(one)
    }
    before = some.at(-1)?.signature
    if (some.length < PAGE) return { listed, hasOlder: false }
  }
  return { listed, hasOlder: true }
}

/** The flows of a transaction that the desk did not make: without fees, and without the rent of own token accounts. */
export function flowsOfExecution(execution: Execution, address: string): { mint: string; amount: bigint }[] {
  const mine = execution.tokens.filter(({ owner }) => owner === address)
  const rentIn = new Set(mine.flatMap(({ mint, account }) => (account && mint !== SOL_MINT ? [account] : [])))
  const isPayer = execution.lamports[0]?.address === address
  let sol = isPayer ? execution.fee : 0n
  for (const { address: account, before, after } of execution.lamports)
    if (account === address || rentIn.has(account)) sol += after - before
  const sums = new Map([[SOL_MINT as string, sol]])
  for (const { mint, before, after } of mine)
    if (mint !== SOL_MINT) sums.set(mint, (sums.get(mint) ?? 0n) + after - before)
  return [...sums].filter(([, amount]) => amount !== 0n).map(([mint, amount]) => ({ mint, amount }))
}

/** One entry for each wallet and transaction, whichever of its accounts shows it. */
type Sighting = { walletId: number; address: string; listed: ListedSignature }

type Engine = HistoryParts & {
  limit: LimitFunction
}

/** The holdings of an account at the point where its counted history begins. */
async function readAmountBefore(
  { chain }: Engine,
  { account, amount }: Changed,
  listed: ListedSignature[],
): Promise<bigint> {
  const oldest = listed.findLast(({ err }) => err === null)
  if (!oldest) return amount
  const execution = await chain.execution(oldest.signature)
  return execution?.tokens.find((entry) => entry.account === account)?.before ?? 0n
}

/**
 * Accounts whose change equals the desk's own transfers to them, each with its arrivals, oldest first. The order of
 * several in one slot is not known: such an account is left out.
 */
async function broughtHere(
  { transfers }: Engine,
  changed: Changed[],
  addresses: ReadonlyMap<number, string>,
  before: Date,
): Promise<Map<Changed, Arrival[]>> {
  const found = await transfers.signatures.listArrivals(
    changed.map(({ walletId, mint, since, slot }) => ({
      address: addresses.get(walletId) ?? '',
      mint,
      from: since.slot,
      to: slot,
    })),
    before,
  )
  const explained = new Map<Changed, Arrival[]>()
  // If a wallet has two accounts of one token, the transfer does not say which of them it went to.
  const accounts = Map.groupBy(changed, ({ walletId, mint }) => `${walletId} ${mint}`)
  for (const [i, one] of changed.entries()) {
    const arrivals = (found.get(i) ?? []).toSorted((a, b) => Number(a.slot - b.slot))
    const sum = arrivals.reduce((total, { amount }) => total + amount, one.before)
    const slots = new Set(arrivals.map(({ slot }) => slot))
    // A lagging node, or a fork, shows a state before the last counted one: only the chain's history proves that.
    const isCounted = arrivals.some(({ signature }) => signature === one.since.signature)
    const isOne = accounts.get(`${one.walletId} ${one.mint}`)?.length === 1
    if (arrivals.length > 0 && sum === one.amount && slots.size === arrivals.length && isOne && !isCounted)
      explained.set(one, arrivals)
  }
  // For a wallet all or none: a transaction that the chain shows for one account counts with all that it moved.
  const unexplained = new Set(changed.filter((one) => !explained.has(one)).map(({ walletId }) => walletId))
  for (const one of explained.keys()) if (unexplained.has(one.walletId)) explained.delete(one)
  return explained
}

/**
 * The flows of accounts that have changed; the newest counted transaction of each. Throws chain_away. `opened`: an
 * account that was not known before, while its wallet was: what it held already was brought along. `before`: the time
 * of the last point; null: there is none, and the chain is read for all. `places`: the decimals of each known token.
 */
/** The result of one reading: flows without a price, and the newest signature of each account. */
type Gathered = {
  flows: UnpricedFlow[]
  newest: Map<string, string>
  owned: Owned
  now: Date
  /** Decimals by mint. */
  places: ReadonlyMap<string, number>
}

function addArrivals({ flows, newest, owned, now }: Gathered, explained: Map<Changed, Arrival[]>): void {
  for (const [{ walletId, account, mint, decimals }, arrivals] of explained)
    for (const { signature, source, amount, at: told } of arrivals) {
      newest.set(account, signature)
      const at = told !== null && told <= now ? told : now
      flows.push({ walletId, otherId: owned.get(source) ?? null, mint, decimals, signature, amount, at })
    }
}

/** The transactions of an account; what it held before the oldest one that is listed counts as a flow where it is new. */
async function readAccount(
  engine: Engine,
  { flows, newest, now }: Gathered,
  one: Changed & { opened: boolean },
  address: string,
): Promise<Sighting[]> {
  const { listed, hasOlder } = await readHistory(engine.chain, one)
  const { walletId, mint, decimals } = one
  const [first] = listed
  if (first) newest.set(one.account, first.signature)
  if (one.opened && hasOlder) {
    const amount = await readAmountBefore(engine, one, listed)
    if (amount > 0n)
      flows.push({ walletId, otherId: null, mint, decimals, signature: OPENING, amount, at: now })
  }
  return listed.filter(({ err }) => err === null).map((entry) => ({ walletId, address, listed: entry }))
}

/** Adds what a transaction moved into or out of the wallet; a trade of the desk is no flow. */
async function addTransaction(
  { chain, log }: Engine,
  { flows, owned, now, places }: Gathered,
  { walletId, address, listed }: Sighting,
  operation: LandedMovements | undefined,
): Promise<void> {
  const { signature, blockTime } = listed
  const at = toMoment(blockTime, now)
  const add = (mint: string, amount: bigint, other: string | null) => {
    const decimals = mint === SOL_MINT ? SOL_DECIMALS : places.get(mint)
    // None of its accounts was seen yet: it counts with the first one that is.
    if (decimals === undefined) return
    const otherId = other === null ? null : (owned.get(other) ?? null)
    flows.push({ walletId, otherId, mint, decimals, signature, amount, at })
  }
  if (operation) {
    if (operation.type === TRADE) return
    for (const { source, destination, mint, amount } of operation.movements) {
      if (source === destination) continue
      if (source === address) add(mint, -amount, destination)
      if (destination === address) add(mint, amount, source)
    }
    return
  }
  const execution = await chain.execution(signature)
  if (!execution) {
    log.warn({ walletId, signature }, 'a transaction of a wallet could not be read, and is not counted')
    return
  }
  for (const { mint, amount } of flowsOfExecution(execution, address)) add(mint, amount, null)
}

async function between(
  engine: Engine,
  changed: (Changed & { opened: boolean })[],
  owned: Owned,
  { before, ...time }: { now: Date; before: Date | null; places: ReadonlyMap<string, number> },
): Promise<{ flows: UnpricedFlow[]; newest: Map<string, string> }> {
  const { limit, transfers } = engine
  const addresses = new Map([...owned].map(([address, id]) => [id, address]))
  const gathered: Gathered = { flows: [], newest: new Map(), owned, ...time }
  const explained =
    before === null ? new Map<Changed, Arrival[]>() : await broughtHere(engine, changed, addresses, before)
  addArrivals(gathered, explained)
  const others = changed.filter((one) => !explained.has(one))
  const read = await limit.map(others, (one) =>
    readAccount(engine, gathered, one, addresses.get(one.walletId) ?? ''),
  )
  const sightings = new Map(
    read.flat().map((one) => [`${one.walletId} ${one.listed.signature}`, one] as const),
  )
  const all = [...sightings.values()]
  const booked = await transfers.signatures.listMovements([
    ...new Set(all.map(({ listed }) => listed.signature as string)),
  ])
  await limit.map(all, (one) => addTransaction(engine, gathered, one, booked.get(one.listed.signature)))
  return { flows: together(gathered.flows), newest: gathered.newest }
}

export function createFlows(parts: HistoryParts) {
  const limit = pLimit(MAX_CONCURRENT_CALLS)
  const engine: Engine = { ...parts, limit }
  return {
    between: (
      changed: (Changed & { opened: boolean })[],
      owned: Owned,
      period: { now: Date; before: Date | null; places: ReadonlyMap<string, number> },
    ) => between(engine, changed, owned, period),
  }
}

/** The time of a block. An endpoint may send an invalid or future time: then that of the point counts. */
function toMoment(blockTime: number | null, now: Date): Date {
  const at = new Date(blockTime === null ? Number.NaN : blockTime * 1000)
  return at.getTime() <= now.getTime() ? at : now
}

/** Merges the movements of one transaction between the same two into one flow. */
function together(flows: UnpricedFlow[]): UnpricedFlow[] {
  const all = new Map<string, UnpricedFlow>()
  for (const flow of flows) {
    const { walletId, otherId, mint, signature, amount } = flow
    const key = [walletId, otherId, mint, signature, amount > 0n].join(' ')
    const same = all.get(key)
    if (same) same.amount += amount
    else all.set(key, { ...flow })
  }
  return [...all.values()]
}

export type Flows = ReturnType<typeof createFlows>
