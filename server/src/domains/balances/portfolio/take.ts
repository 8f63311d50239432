/**
 * Records one point of a user's portfolio: the value of all wallets and of each group, and all deposits and withdrawals
 * until now.
 */
import { SOL_MINT } from '@purser/contract/tokens/tokens.ts'
import type { Address } from '@solana/kit'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Log } from '../../../kernel/log.ts'
import type { Balances as ChainBalances, Ledger, TokenReads } from '../../../ports/chain.ts'
import type { Market } from '../../../ports/market.ts'
import type { Transfers } from '../../transfers/index.ts'
import type { Wallets } from '../../wallets/index.ts'
import { type Prices, readPrices } from '../value.ts'
import * as store from './books.store.ts'
import { broughtAlong, findChanges, sinceSlots, type Wallet } from './changes.ts'
import { notCounted } from './flows.store.ts'
import { createFlows, type UnpricedFlow } from './flows.ts'
import * as ledger from './ledger.ts'
import { observe, type Observation } from './observe.ts'
import { computeTotal } from './total.ts'

export type TakeParts = {
  db: Db
  clock: Clock
  log: Log
  chain: Pick<ChainBalances, 'accounts'> & Pick<TokenReads, 'mintInfo'> & Ledger
  market: Market
  transfers: Transfers
  wallets: Wallets
  /** Waits a moment for tokens that are being discovered: an unseen one would count as lost. */
  caughtUp(wallets: { id: number; userId: number }[]): Promise<void>
}
type PricedHolding = Observation & ledger.Holding

/** A wallet that was generated before the records began starts with its holdings, unless it is younger than this. */
const YOUNG_MS = 3_600_000

async function loadWallets(
  { wallets, clock }: TakeParts,
  userId: number,
  books: store.Books,
  all: Overview,
): Promise<Wallet[]> {
  const imported = new Set(await wallets.lookups.listImported(userId))
  const known = new Set(books.wallets.map(({ walletId }) => walletId))
  const isYoung = (created: string) => clock.now() - Date.parse(created) < YOUNG_MS
  return all.wallets.map(({ id, address, groups, created_at }) => ({
    id,
    address: address as Address,
    groupIds: groups.map((group) => group.id),
    isNew: !known.has(id),
    startsEmpty: !imported.has(id) && (known.size > 0 || isYoung(created_at)),
  }))
}

async function priced(
  { market }: TakeParts,
  seen: Observation[],
  books: store.Books,
): Promise<{ held: PricedHolding[]; prices: Prices }> {
  const mints = seen.filter(({ amount }) => amount > 0n).map(({ mint }) => mint)
  const now = await readPrices(market, mints)
  const worthless = (await market.untraded?.(mints)) ?? new Set<string>()
  // While the market sends no price the last one stands, but a token that nobody has traded never had any.
  const known = books.accounts.filter(({ mint }) => !worthless.has(mint))
  const prices = ledger.mergePrices(now, known)
  const before = new Map(known.map((row) => [row.account as string, row.price]))
  const held = seen.map((one) => ({
    ...one,
    price: prices.get(one.mint) ?? before.get(one.account) ?? null,
  }))
  return { held, prices }
}

export function createTake(parts: TakeParts) {
  const { chain, transfers, log, wallets, db, caughtUp, clock } = parts
  const history = createFlows({ chain, transfers, log })
  return async function take(userId: number, at: Date): Promise<Map<number, bigint> | null> {
    const all = await wallets.views.listWithGroups(userId, null)
    const groupIds = all.groups.map(({ id }) => id)
    const books = await store.readBooks(db, userId, groupIds)
    if (all.wallets.length === 0 && books.wallets.length === 0) return null
    const list = await loadWallets(parts, userId, books, all)
    const byId = new Map(list.map((wallet) => [wallet.id, wallet]))
    await caughtUp(list.map(({ id }) => ({ id, userId })))
    const seen = await observe({ db, chain }, list)
    const now = new Date(clock.now())
    const { held, prices } = await priced(parts, seen, books)
    const inGroup = (groupId: number | null) =>
      groupId === null ? held : held.filter(({ walletId }) => byId.get(walletId)?.groupIds.includes(groupId))
    const points = [null, ...groupIds].map((groupId) => ({
      groupId,
      at,
      ...computeTotal(inGroup(groupId), prices),
    }))
    if ((prices.get(SOL_MINT) ?? null) === null) {
      await store.savePoints(db, {
        userId,
        takenAt: now,
        points: points.map((p) => ({ ...p, sums: null })),
      })
      return null
    }
    const owned = new Map(
      [...books.wallets.map(({ address, walletId: id }) => ({ address, id })), ...list].map((one) => [
        one.address as string,
        one.id,
      ]),
    )
    const { flows: found, newest } = await history.between(findChanges(seen, books, byId), owned, {
      now,
      before: books.version === null ? null : new Date(books.version),
      places: new Map([...books.accounts, ...seen].map(({ mint, decimals }) => [mint, decimals])),
    })
    const moved = await notCounted(db, found)
    const interval = toInterval({
      books,
      list,
      held,
      prices,
      moved: [...moved, ...broughtAlong(seen, byId, now)],
      at: now,
    })
    const since = sinceSlots(books, list, seen)
    const signatures = new Map(books.accounts.map((row) => [row.account as string, row.signature]))
    const isSaved = await store.saveBooks(db, books.version, {
      userId,
      takenAt: now,
      points: points.map((p) => ({ ...p, sums: carriedOn(p.groupId, books, interval, now) })),
      wallets: list.map(({ id, address, groupIds: ids }) => ({
        walletId: id,
        userId,
        address,
        groupIds: ids,
        microUsd: interval.now.get(id)?.microUsd ?? 0n,
        sinceSlot: since.get(id) ?? null,
      })),
      accounts: held.map(({ walletId, account, mint, decimals, amount, price, slot }) => ({
        walletId,
        account,
        mint,
        decimals,
        amount,
        price,
        slot,
        signature: newest.get(account) ?? signatures.get(account) ?? null,
      })),
      flows: interval.flows,
    })
    if (!isSaved) return null
    return new Map([...interval.now].map(([id, { microUsd }]) => [id, microUsd]))
  }
}

type Overview = Awaited<ReturnType<Wallets['views']['listWithGroups']>>
type Moment = {
  books: store.Books
  list: Wallet[]
  held: PricedHolding[]
  prices: Prices
  moved: UnpricedFlow[]
  at: Date
}

function toInterval({ books, list, held, prices, moved, at }: Moment): ledger.Interval {
  const had = new Map(books.accounts.map((row) => [row.account as string, row]))
  const byWallet = Map.groupBy(held, ({ walletId }) => walletId)
  const flows = moved.map((one): ledger.Flow => ({ ...one, microUsd: ledger.computeWorth(one, prices) }))
  // A token that gets its first price has a value from now on, which is no profit; nor is losing the price a loss.
  for (const { walletId, mint, decimals, account, price } of held) {
    const row = had.get(account)
    if (!row || row.amount === 0n || (row.price === null) === (price === null)) continue
    const amount = price === null ? -row.amount : row.amount
    const microUsd = ledger.computeWorth({ mint, decimals, amount }, new Map([[mint, price ?? row.price]]))
    flows.push({ walletId, otherId: null, mint, decimals, signature: 'priced', amount: 0n, microUsd, at })
  }
  return {
    before: new Map(books.wallets.map((row) => [row.walletId, row])),
    now: new Map(
      list.map(({ id, groupIds }) => [
        id,
        { groupIds, microUsd: ledger.sumValue(byWallet.get(id) ?? [], prices) },
      ]),
    ),
    flows,
  }
}

/** The sums of the last point plus the flows since. */
function carriedOn(
  scope: number | null,
  books: store.Books,
  interval: ledger.Interval,
  now: Date,
): ledger.ScopeTotals {
  const had = books.sums.get(scope)
  if (had) return { ...had, ...ledger.plus(had, ledger.sumFlows(scope, interval)) }
  // A group that is counted for the first time: every wallet joins it now.
  const sums = ledger.sumFlows(scope, { ...interval, before: leftOut(interval.before, scope) })
  const opening = interval.flows.filter(({ signature }) => signature === ledger.OPENING)
  const originUsd =
    scope === null ? opening.reduce((sum, { microUsd }) => sum + microUsd, 0n) : sums.deposited
  return { ...sums, since: now, originUsd }
}

const leftOut = (before: ledger.Interval['before'], scope: number | null): ledger.Interval['before'] =>
  new Map(
    [...before].map(([id, counted]) => [
      id,
      { ...counted, groupIds: counted.groupIds.filter((one) => one !== scope) },
    ]),
  )
