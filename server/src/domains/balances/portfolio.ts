/** Value over time: of all wallets of a user, and of each group, every few minutes, net of what came in and went out. */
import { DAY_MS } from '@purser/contract/time.ts'
import type { PortfolioPoint } from '@purser/contract/balances.ts'
import { SNAPSHOT_DAYS, SNAPSHOT_MINUTES } from '@purser/contract/limits.ts'
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { describe } from '../../kernel/log.ts'
import * as store from './balances.store.ts'
import { createAgentPoints } from './portfolio/agents.ts'
import { sweepFlows } from './portfolio/books.store.ts'
import { createSummary } from './portfolio/summary.ts'
import { createTake, type TakeParts } from './portfolio/take.ts'
import { USD_DECIMALS } from './value.ts'

export type Portfolio = ReturnType<typeof createPortfolio>

const SLOT_MS = SNAPSHOT_MINUTES * 60_000
/** Their sums are carried in the points. */
const FLOW_DAYS = 90

export function createPortfolio(parts: TakeParts) {
  const { db, clock, log, wallets } = parts
  const now = () => clock.now()
  /** The start of the present interval: one point each, by whichever server. */
  const slot = () => new Date(Math.floor(now() / SLOT_MS) * SLOT_MS)
  const takeWallets = createTake(parts)
  const agents = createAgentPoints(parts)
  /** Those under way: whoever asks at the same time gets the same point. */
  const taking = new Map<number, Promise<void>>()

  function take(userId: number): Promise<void> {
    const underWay = taking.get(userId)
    if (underWay) return underWay
    const one = Promise.all([takeWallets(userId, slot()), agents.take(userId)])
      .then(() => undefined)
      .catch((error: unknown) =>
        log.warn({ userId, ...describe(error) }, 'the value of a portfolio could not be taken'),
      )
      .finally(() => taking.delete(userId))
    taking.set(userId, one)
    return one
  }

  return {
    /** A point for every user; old ones are thinned out. */
    async takeAll(): Promise<void> {
      for (const userId of await wallets.holders()) await take(userId)
      await store.thinSnapshots(db, new Date(now() - DAY_MS), new Date(now() - SNAPSHOT_DAYS * DAY_MS))
      await sweepFlows(db, new Date(now() - FLOW_DAYS * DAY_MS))
      await agents.sweep(new Date(now() - SNAPSHOT_DAYS * DAY_MS))
    },

    /** Oldest first. Where the present interval has no point yet, it is taken now. */
    async history(userId: number, range: '24h' | '30d', groupId: number | null): Promise<PortfolioPoint[]> {
      if (groupId !== null) await wallets.inGroup(userId, groupId)
      if (!(await store.hasSnapshot(db, userId, slot()))) await take(userId)
      const hourly = range === '30d'
      const from = new Date(now() - (hourly ? SNAPSHOT_DAYS : 1) * DAY_MS)
      return (await store.listSnapshots(db, { userId, groupId, from, hourly })).map(toPoint)
    },

    /** Everything as of one time; `fresh`: as of now, unless that is a moment ago. */
    summary: createSummary({ ...parts, take, slot, source: agents.source }),
    /** Strategies and agents come after: they say here what they hold, made and still want to spend. */
    follows: agents.follows,
  }
}

const toPoint = (row: store.SnapshotRow): PortfolioPoint => ({
  at: row.at.toISOString(),
  sol: toJsonAmount(row.lamports, SOL_DECIMALS),
  total_usd: row.microUsd === null ? null : toJsonAmount(row.microUsd, USD_DECIMALS),
  total_sol: row.totalLamports === null ? null : toJsonAmount(row.totalLamports, SOL_DECIMALS),
})
