/**
 * Counts what operations spend towards their user's limits, in the transaction that reserves their funds. A part of the
 * engine only where funds are real: elsewhere nothing is read for it.
 */
import type { LimitRefusal } from '@purser/contract/limit-refusal.ts'
import { formatUnits, SOL_DECIMALS } from '@purser/contract/money.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import { assetSymbol, SOL_MINT } from '@purser/contract/tokens.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import { Fault, isFault } from '../../../kernel/fault.ts'
import { lamportsAtMost, lamportsOf, type Worth, WORTH_OF_SOL } from '../../../kernel/worth.ts'
import type { Market, PriceUsd } from '../../../ports/market.ts'
import type { Accounts } from '../../accounts/index.ts'
import type { Wallets } from '../../wallets/index.ts'
import type { Movement } from '../records/transfers.store.ts'
import {
  broughtBy,
  countsEverOut,
  inProportion,
  type Leaving,
  leavingOf,
  minOutOf,
  ruleOf,
  shareOf,
  tradeCount,
} from './counted.ts'
import * as store from './spending.store.ts'

export type SpendingParts = {
  db: Db
  clock: Pick<Clock, 'now'>
  limits: Pick<Accounts['limits'], 'hold' | 'read' | 'leftOf' | 'countedBy'>
  wallets: Pick<Wallets, 'settled'>
  market: Pick<Market, 'priceUsd' | 'keptPrice'>
}
type Spend = { mint: string; amount: bigint; decimals: number }
/** The part of a submission that is read. */
export type Asked = {
  userId: number
  type: string
  request: unknown
  movements: Movement[]
  spends: Spend[]
  /** Base units of the whole order of which this is one wallet's part. */
  ofOrder?: bigint
  /** Accounts that some of the movements close: their rent, in lamports each, goes with what is moved. */
  closing?: { positions: readonly number[]; rent: bigint } | undefined
}
/** `whole`: of its order, where that is more. Lamports. `isLoss`: not what it pays, but what it may lose. */
export type Counted = store.Counted & { whole: bigint; isLoss?: true }
export type Spending = ReturnType<typeof createSpending>

/** Losses by two sources that are this part of the worth apart do not agree. */
const APART = 10n

const text = (lamports: bigint) => formatUnits(lamports, SOL_DECIMALS)

export function createSpending({ db, clock, limits, wallets, market }: SpendingParts) {
  const dayAgo = () => new Date(clock.now() - DAY_MS)
  const spent = (userId: number) => store.spentSince(db, userId, dayAgo())
  limits.countedBy(spent)

  /** USD of a whole one. Throws no_price_for_limit. */
  async function priceOf(mint: string): Promise<PriceUsd> {
    const price = await market.priceUsd(mint)
    if (price === null || price <= 0n) throw new Fault('no_price_for_limit', { symbol: assetSymbol(mint) })
    return price
  }

  /** Of this mint now. SOL is asked about with every other. Throws no_price_for_limit and market_away. */
  async function worthOf(mint: string, decimals: number | undefined): Promise<Worth> {
    if (mint === SOL_MINT) return WORTH_OF_SOL
    if (decimals === undefined) throw new Error('an operation moves a token that it does not reserve')
    const [price, solPrice] = await Promise.all([priceOf(mint), priceOf(SOL_MINT)])
    return { decimals, price, solPrice }
  }

  /** By the candles that are kept; null where they do not tell it, or the market has no second source. */
  async function readCandleWorth(mint: string, { decimals }: Worth, renew: boolean): Promise<Worth | null> {
    if (mint === SOL_MINT) return WORTH_OF_SOL
    const candlePrice = async (one: string) => (await market.keptPrice?.(one, { renew })) ?? null
    const [price, solPrice] = await Promise.all([candlePrice(mint), candlePrice(SOL_MINT)])
    return price && solPrice ? { decimals, price, solPrice } : null
  }

  /** Of a sale: the live value of what it gives, less that of the least that it must bring. Nothing where it cannot lose. */
  async function countLoss({ request, spends, ofOrder }: Asked, { movement, position }: Leaving) {
    const { mint, amount } = movement
    const brought = broughtBy(request)
    const [given, got] = await Promise.all([
      worthOf(mint, spends.find((spend) => spend.mint === mint)?.decimals),
      worthOf(brought.mint, brought.decimals),
    ])
    const lossAt = (one: Worth, other: Worth) =>
      lamportsOf(amount, one) - lamportsAtMost(minOutOf(request), other)
    const byMarket = lossAt(given, got)
    const byCandles = async (renew: boolean): Promise<bigint> => {
      const [one, other] = await Promise.all([
        readCandleWorth(mint, given, renew),
        readCandleWorth(brought.mint, got, renew),
      ])
      return one && other ? lossAt(one, other) : byMarket
    }
    // Whoever quotes a sale also says what it is worth. Where candles say that it loses much more, the newest ones decide.
    const isMore = (loss: bigint) => (loss - byMarket) * APART > lamportsOf(amount, given)
    const apart = isMore(await byCandles(false)) ? await byCandles(true) : byMarket
    const lamports = isMore(apart) ? apart : byMarket
    if (lamports <= 0n) return []
    const whole = inProportion(lamports, { part: amount, whole: ofOrder ?? amount })
    return [{ position, lamports, whole: whole > lamports ? whole : lamports, isLoss: true as const }]
  }

  type Held = Awaited<ReturnType<SpendingParts['limits']['hold']>>
  /** Throws spending_limit. */
  function requireWithin(held: Held, used: bigint, counted: Counted[]): void {
    const left = text(limits.leftOf(held, used))
    const isLoss = counted.length > 0 && counted.every((one) => one.isLoss)
    const largest = counted.reduce((most, { whole }) => (whole > most ? whole : most), 0n)
    if (largest > held.perOrder)
      throw new Fault('spending_limit', {
        limit: 'order',
        most: text(held.perOrder),
        needs: text(largest),
        left,
        isLoss,
      })
    const total = counted.reduce((sum, { lamports }) => sum + lamports, 0n)
    if (used + total > held.perDay)
      throw new Fault('spending_limit', {
        limit: 'day',
        most: text(held.perDay),
        needs: text(total),
        left,
        isLoss,
      })
  }

  /**
   * What of it counts, at the market's prices of now: read before the transaction, as neither chain nor market may be
   * asked within. Throws no_price_for_limit and market_away.
   */
  async function count(asked: Asked): Promise<Counted[]> {
    const { userId, type, request, movements, spends, ofOrder, closing } = asked
    const leaving = await leavingOf({ type, request, movements }, (addresses) =>
      wallets.settled(userId, addresses, { ever: countsEverOut(type) }),
    )
    const [first] = leaving
    if (first && ruleOf(type) === 'trade' && tradeCount(request) === 'loss') return countLoss(asked, first)
    const worths = new Map<string, Worth>()
    for (const mint of new Set(leaving.map(({ movement }) => movement.mint)))
      worths.set(mint, await worthOf(mint, spends.find((spend) => spend.mint === mint)?.decimals))
    // Rent of accounts that are opened for others is theirs: with tokens of no worth it would leave uncounted.
    const isSent = ruleOf(type) === 'outside'
    const beside = spends.reduce((sum, { mint, amount }) => (mint === SOL_MINT ? sum + amount : sum), 0n)
    const extra = isSent ? shareOf(beside, movements.filter((m) => !m.error).length) : 0n
    const closes = new Set(closing?.positions)
    return leaving.map(({ movement: { mint, amount }, position }) => {
      const worth = (units: bigint) => lamportsOf(units, worths.get(mint) ?? WORTH_OF_SOL)
      const won = closes.has(position) ? (closing?.rent ?? 0n) : 0n
      const lamports = worth(amount) + (mint === SOL_MINT ? 0n : extra) + won
      const whole = ofOrder === undefined ? lamports : worth(ofOrder)
      return { position, lamports, whole: whole > lamports ? whole : lamports }
    })
  }

  return {
    count,

    /**
     * In the transaction that reserves the funds, before the operation is written. Two of a user follow one another: the
     * second counts the first. Throws spending_limit.
     */
    async admit(
      tx: Db,
      { userId, operationId }: { userId: number; operationId: string },
      counted: Counted[],
    ): Promise<void> {
      const held = await limits.hold(tx, userId)
      requireWithin(held, await store.spentAndFolded(tx, userId, dayAgo(), { operationId, counted }), counted)
    },

    /**
     * What previews say: whether so many of it would be refused now. Empty where none would, and where the market does not
     * answer. Nothing is held.
     */
    async limitOf(asked: Asked, times = 1): Promise<{ limit?: LimitRefusal }> {
      try {
        const counted = await count(asked)
        if (counted.length === 0) return {}
        const [held, used] = await Promise.all([limits.read(asked.userId), spent(asked.userId)])
        requireWithin(held, used, Array.from({ length: times }, () => counted).flat())
      } catch (error) {
        for (const code of ['spending_limit', 'no_price_for_limit'] as const)
          if (isFault(error, code)) return { limit: { code, message: error.message } }
        if (!isFault(error, 'market_away')) throw error
      }
      return {}
    },

    /** Later in the same transaction. */
    write: (tx: Db, of: { userId: number; operationId: string }, counted: Counted[]): Promise<void> =>
      store.insertSpends(tx, { ...of, at: new Date(clock.now()) }, counted),

    spent,
  }
}
