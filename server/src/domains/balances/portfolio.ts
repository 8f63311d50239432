/**
 * Value over time: for all wallets of a user, and for each group, every few minutes, net of deposits and withdrawals.
 */
import { DAY_MS, HOUR_MS } from '@purser/contract/time.ts'
import type { PortfolioPoint, ValuesDayAgo } from '@purser/contract/balances/balances.ts'
import { SNAPSHOT_DAYS, SNAPSHOT_MINUTES } from '@purser/contract/limits.ts'
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { describe } from '../../kernel/log.ts'
import { settledWithin } from '../../kernel/concurrency/with-timeout.ts'
import * as store from './balances.store.ts'
import { createAgentPoints } from './portfolio/agents.ts'
import { sweepFlows } from './portfolio/flows.store.ts'
import { createSummary } from './portfolio/summary.ts'
import { createTake, type TakeParts } from './portfolio/take.ts'
import { USD_DECIMALS } from './value.ts'

export type Portfolio = ReturnType<typeof createPortfolio>

const SLOT_MS = SNAPSHOT_MINUTES * 60_000
/** Flows older than this can go: the points carry their sums. */
const FLOW_DAYS = 90
/** Anybody may send a wallet more than can be read in this time: reading then goes on, and nobody waits for it. */
const WAIT_MS = 10_000

type Engine = TakeParts & {
  taking: Map<number, Promise<void>>
  takeWallets: ReturnType<typeof createTake>
  agents: ReturnType<typeof createAgentPoints>
}

const now = ({ clock }: Engine) => clock.now()

/** The start of the present interval: one point each, from any server. */
const slot = (engine: Engine) => new Date(Math.floor(now(engine) / SLOT_MS) * SLOT_MS)

/** Saves the value of each wallet, in millionths of a USD: the last of each hour stays. */
async function saveValues(
  { db }: Engine,
  userId: number,
  at: Date,
  values: Map<number, bigint> | null,
): Promise<void> {
  if (values === null || values.size === 0) return
  const microUsd = Object.fromEntries([...values].map(([id, usd]) => [String(id), String(usd)]))
  const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)
  await store.insertValues(db, { userId, hour, at, microUsd })
}

function take(engine: Engine, userId: number): Promise<void> {
  const { taking, takeWallets, agents, log } = engine
  const underWay = taking.get(userId)
  if (underWay) return underWay
  const at = slot(engine)
  const one = Promise.all([
    takeWallets(userId, at).then((values) => saveValues(engine, userId, at, values)),
    agents.take(userId),
  ])
    .then(() => undefined)
    .catch((error: unknown) =>
      log.warn({ userId, ...describe(error) }, 'the value of a portfolio could not be taken'),
    )
    .finally(() => taking.delete(userId))
  taking.set(userId, one)
  return one
}

const takeInTime = (engine: Engine, userId: number): Promise<void> =>
  settledWithin(engine.clock, WAIT_MS, take(engine, userId))

/** A point for every user; old ones are thinned out. */
async function takeAll(engine: Engine): Promise<void> {
  const { wallets, db, agents } = engine
  for (const userId of await wallets.lookups.listHolders()) await takeInTime(engine, userId)
  await store.thinSnapshots(
    db,
    new Date(now(engine) - DAY_MS),
    new Date(now(engine) - SNAPSHOT_DAYS * DAY_MS),
  )
  await sweepFlows(db, new Date(now(engine) - FLOW_DAYS * DAY_MS))
  await agents.sweep(new Date(now(engine) - SNAPSHOT_DAYS * DAY_MS))
  await store.deleteValues(db, new Date(now(engine) - DAY_MS - 2 * HOUR_MS))
}

/** The value of each wallet a day ago, to within an hour; `at` is null where that was not recorded. */
async function dayAgo(engine: Engine, userId: number): Promise<ValuesDayAgo> {
  const { db } = engine
  const wanted = new Date(now(engine) - DAY_MS)
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
}

/** Oldest first. Where the present interval has no point yet, it is taken now. */
async function history(
  engine: Engine,
  userId: number,
  range: '24h' | '30d',
  groupId: number | null,
): Promise<PortfolioPoint[]> {
  const { wallets, db } = engine
  if (groupId !== null) await wallets.lookups.listInGroup(userId, groupId)
  if (!(await store.hasSnapshot(db, userId, slot(engine)))) await takeInTime(engine, userId)
  const hourly = range === '30d'
  const from = new Date(now(engine) - (hourly ? SNAPSHOT_DAYS : 1) * DAY_MS)
  return (await store.listSnapshots(db, { userId, groupId, from, hourly })).map(toPoint)
}

export function createPortfolio(parts: TakeParts) {
  const takeWallets = createTake(parts)
  const agents = createAgentPoints(parts)
  /** Points in progress: simultaneous requests get the same point. */
  const taking = new Map<number, Promise<void>>()
  const engine: Engine = { ...parts, taking, takeWallets, agents }
  return {
    /** A point for every user; old ones are thinned out. */
    takeAll: () => takeAll(engine),
    /** The value of each wallet a day ago, to within an hour; `at` is null if that was not recorded. */
    dayAgo: (userId: number) => dayAgo(engine, userId),
    /** Oldest first. If the present interval has no point yet, one is recorded now. */
    history: (userId: number, range: '24h' | '30d', groupId: number | null) =>
      history(engine, userId, range, groupId),
    /** All figures as of one time; `fresh`: as of now, unless the last point is a moment old. */
    summary: createSummary({
      ...parts,
      take: (userId) => takeInTime(engine, userId),
      slot: () => slot(engine),
      source: agents.source,
    }),
    /** Created later, strategies and agents register here to report holdings, profits and planned spending. */
    follows: agents.follows,
  }
}

const toPoint = (row: store.SnapshotRow): PortfolioPoint => ({
  at: row.at.toISOString(),
  sol: toJsonAmount(row.lamports, SOL_DECIMALS),
  total_usd: row.microUsd === null ? null : toJsonAmount(row.microUsd, USD_DECIMALS),
  total_sol: row.totalLamports === null ? null : toJsonAmount(row.totalLamports, SOL_DECIMALS),
})
