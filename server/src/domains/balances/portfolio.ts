/** Value over time: of all wallets of a user, and of each group, every few minutes. */
import { DAY_MS, HOUR_MS } from '@purser/contract/time.ts'
import type { PortfolioPoint, ValuesDayAgo } from '@purser/contract/balances.ts'
import { SNAPSHOT_DAYS, SNAPSHOT_MINUTES } from '@purser/contract/limits.ts'
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { SOL_MINT } from '@purser/contract/tokens.ts'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import { describe, type Log } from '../../kernel/log.ts'
import type { Market } from '../../ports/market.ts'
import type { Wallets } from '../wallets/index.ts'
import type { Balances } from './balances.service.ts'
import * as store from './balances.store.ts'
import type { Reading } from './reading.ts'
import { inLamports, microUsd, type Prices, pricesOf, USD_DECIMALS } from './value.ts'

export type PortfolioParts = {
  db: Db
  clock: Clock
  log: Log
  market: Market
  wallets: Wallets
  balances: Balances
}
export type Portfolio = ReturnType<typeof createPortfolio>

const SLOT_MS = SNAPSHOT_MINUTES * 60_000

export function createPortfolio({ db, clock, log, market, wallets, balances }: PortfolioParts) {
  const now = () => clock.now()
  /** The start of the present interval: one snapshot each, by whichever server. */
  const slot = () => new Date(Math.floor(now() / SLOT_MS) * SLOT_MS)

  /** Nothing is stored when one wallet cannot be read: a wrong sum would be worse than a gap. */
  async function take(userId: number): Promise<void> {
    const at = slot()
    const all = await wallets.overview(userId, null)
    if (all.wallets.length === 0) return
    const readings = await balances.read(all.wallets)
    const known: { id: number; groupIds: number[]; reading: Reading }[] = []
    for (const wallet of all.wallets) {
      const reading = readings.get(wallet.id)
      if (!reading) throw new Fault('chain_away')
      known.push({ id: wallet.id, groupIds: wallet.groups.map((group) => group.id), reading })
    }
    const mints = known.flatMap(({ reading }) => reading.tokens.map((token) => token.mint))
    const prices = await pricesOf(market, mints)
    const snapshot = (groupId: number | null): store.NewSnapshot => ({
      userId,
      groupId,
      at,
      ...sumOf(
        known.filter(({ groupIds }) => groupId === null || groupIds.includes(groupId)).map((k) => k.reading),
        prices,
      ),
    })
    await store.insertSnapshots(db, [snapshot(null), ...all.groups.map((group) => snapshot(group.id))])
    const values = known.flatMap(({ id, reading }) => {
      const { microUsd: usd } = sumOf([reading], prices)
      return usd === null ? [] : [[String(id), String(usd)] as const]
    })
    const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
    if (values.length > 0)
      await store.insertValues(db, { userId, hour, at, microUsd: Object.fromEntries(values) })
  }

  return {
    /** A snapshot for every user; old ones are thinned out. */
    async takeAll(): Promise<void> {
      for (const userId of await wallets.holders()) {
        try {
          await take(userId)
        } catch (error) {
          log.warn({ userId, ...describe(error) }, 'the value of a portfolio could not be taken')
        }
      }
      await store.thinSnapshots(db, new Date(now() - DAY_MS), new Date(now() - SNAPSHOT_DAYS * DAY_MS))
      await store.deleteValues(db, new Date(now() - DAY_MS - 2 * HOUR_MS))
    },

    /** What each wallet was worth a day ago, to within an hour; `at` is null where that was not recorded. */
    async dayAgo(userId: number): Promise<ValuesDayAgo> {
      const wanted = new Date(now() - DAY_MS)
      const near = (ms: number) => new Date(wanted.getTime() + ms)
      const row = await store.findValues(db, userId, {
        from: near(-2 * HOUR_MS),
        to: near(HOUR_MS),
        wanted,
      })
      const usd = (text: string) => toJsonAmount(BigInt(text), USD_DECIMALS)
      return {
        at: row?.at.toISOString() ?? null,
        values: Object.entries(row?.microUsd ?? {}).map(([id, text]) => ({
          walletId: Number(id),
          usd: usd(text),
        })),
      }
    },

    /** Oldest first. Where the present interval has no point yet, it is taken now. */
    async history(userId: number, range: '24h' | '30d', groupId: number | null): Promise<PortfolioPoint[]> {
      if (groupId !== null) await wallets.inGroup(userId, groupId)
      if (!(await store.hasSnapshot(db, userId, slot())))
        await take(userId).catch((error: unknown) =>
          log.warn({ userId, ...describe(error) }, 'the value of a portfolio could not be taken'),
        )
      const hourly = range === '30d'
      const from = new Date(now() - (hourly ? SNAPSHOT_DAYS : 1) * DAY_MS)
      return (await store.listSnapshots(db, { userId, groupId, from, hourly })).map(toPoint)
    },
  }
}

const toPoint = (row: store.SnapshotRow): PortfolioPoint => ({
  at: row.at.toISOString(),
  sol: toJsonAmount(row.lamports, SOL_DECIMALS),
  total_usd: row.microUsd === null ? null : toJsonAmount(row.microUsd, USD_DECIMALS),
  total_sol: row.totalLamports === null ? null : toJsonAmount(row.totalLamports, SOL_DECIMALS),
})

/** SOL alone, and everything with a price, in millionths of a USD and in lamports. */
export function sumOf(
  readings: Reading[],
  prices: Prices,
): Pick<store.NewSnapshot, 'lamports' | 'microUsd' | 'totalLamports'> {
  const held = new Map<string, { amount: bigint; decimals: number }>()
  let lamports = 0n
  for (const reading of readings) {
    lamports += reading.lamports
    for (const { mint, amount, decimals } of reading.tokens)
      held.set(mint, { amount: (held.get(mint)?.amount ?? 0n) + amount, decimals })
  }
  const sol = prices.get(SOL_MINT) ?? null
  if (sol === null) return { lamports, microUsd: null, totalLamports: null }
  let tokens = 0n
  for (const [mint, { amount, decimals }] of held) {
    const price = prices.get(mint) ?? null
    if (price !== null) tokens += microUsd(amount, decimals, price)
  }
  const inSol = inLamports(tokens, sol)
  return {
    lamports,
    microUsd: microUsd(lamports, SOL_DECIMALS, sol) + tokens,
    // SOL counts as it is: converted by way of its price it would lose by rounding.
    totalLamports: inSol === null ? null : lamports + inSol,
  }
}
