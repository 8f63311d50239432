/**
 * The portfolio as one answer: value and profit of all wallets, groups and agents, and committed funds, as of one time.
 */
import type { PortfolioSummary } from '@purser/contract/balances/portfolio.ts'
import { SOL_DECIMALS, toJsonAmount } from '@purser/contract/money.ts'
import { DAY_MS } from '@purser/contract/time.ts'
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { TokenReads } from '../../../ports/chain.ts'
import type { Transfers } from '../../transfers/index.ts'
import type { Wallets } from '../../wallets/index.ts'
import * as points from '../balances.store.ts'
import { USD_DECIMALS } from '../value.ts'
import { agentPoints, type AgentPoint } from './agents.store.ts'
import { baselines, type Baseline } from './books.store.ts'
import { createCommitted } from './committed.ts'
import { computeGain } from './ledger.ts'
import type { StrategySource } from './source.ts'

export type SummaryParts = {
  db: Db
  chain: Pick<TokenReads, 'mintInfo'>
  clock: Clock
  transfers: Transfers
  wallets: Wallets
  take(userId: number): Promise<void>
  /** The start of the present interval. */
  slot(): Date
  source(): StrategySource
}
export type SummaryRequest = { since?: Date | undefined; fresh: boolean }

/** No second point is recorded within this time. */
const FRESH_MS = 3_000
const NAMES = ['today', '7d', '30d'] as const

const usd = (value: bigint) => toJsonAmount(value, USD_DECIMALS)
/** The start of the day in UTC, if the caller does not give its own. */
const toDay = (ms: number) => new Date(Math.floor(ms / DAY_MS) * DAY_MS)

export function createSummary(parts: SummaryParts) {
  const { db, clock, wallets } = parts
  const committed = createCommitted(parts)

  /** The time of the present point. */
  async function current(userId: number, fresh: boolean) {
    const last = await points.latestSnapshot(db, userId)
    const age = last ? clock.now() - (last.takenAt ?? last.at).getTime() : Number.POSITIVE_INFINITY
    const isDue = last === null || last.at.getTime() < parts.slot().getTime()
    if (!isDue && !(fresh && age > FRESH_MS)) return last
    await parts.take(userId)
    return points.latestSnapshot(db, userId)
  }

  return async function summary(userId: number, { since, fresh }: SummaryRequest): Promise<PortfolioSummary> {
    const last = await current(userId, fresh)
    const now = (last ? (last.takenAt ?? last.at) : new Date(clock.now())).getTime()
    const day = since ?? toDay(now)
    const times = [day, new Date(now - 7 * DAY_MS), new Date(now - 30 * DAY_MS), new Date(now)]
    const groups = await wallets.views.listGroups(userId)
    const source = parts.source()
    const agents = await source.agents(userId)
    const found = await baselines(
      db,
      userId,
      groups.map(({ id }) => id),
      times,
    )
    const ofAgents = await agentPoints(
      db,
      agents.map(({ id }) => id),
      times,
    )
    const scope = (groupId: number | null) =>
      toScope(
        found.filter((one) => one.groupId === groupId),
        times,
      )
    const all = scope(null)
    return {
      at: last ? new Date(now).toISOString() : null,
      sol: last ? toJsonAmount(last.lamports, SOL_DECIMALS) : null,
      total_usd: all.total_usd,
      total_sol: last?.totalLamports == null ? null : toJsonAmount(last.totalLamports, SOL_DECIMALS),
      windows: all.windows,
      groups: groups.map(({ id, name, color }) => ({ id, name, color, ...scope(id) })),
      agents: agents.map(({ id, name }) => ({
        id,
        name,
        ...toAgent(ofAgents.filter((one) => one.agentId === id)),
      })),
      committed: await committed(userId, agents),
    }
  }
}

const NOW = NAMES.length

/** The value when the records began, if they began after this time. */
function findBeginning(
  now: Baseline,
  time: Date | undefined,
): Pick<Baseline, 'takenAt' | 'microUsd' | 'sums'> | null {
  const { since, originUsd } = now.sums
  if (!time || since <= time) return null
  const sums = { ...now.sums, deposited: originUsd, withdrawn: 0n }
  return { takenAt: since, microUsd: originUsd, sums }
}

function toScope(
  found: Baseline[],
  times: Date[],
): Pick<PortfolioSummary['groups'][number], 'sol' | 'total_usd' | 'windows'> {
  const now = found.find(({ window }) => window === NOW)
  if (!now) return { sol: null, total_usd: null, windows: [] }
  return {
    sol: toJsonAmount(now.lamports, SOL_DECIMALS),
    total_usd: usd(now.microUsd),
    windows: NAMES.flatMap((name, i) => {
      const then = findBeginning(now, times[i]) ?? found.find(({ window }) => window === i)
      if (!then) return []
      return [
        {
          name,
          from: then.takenAt.toISOString(),
          profit_usd: usd(computeGain({ ...then, ...then.sums }, { ...now, ...now.sums })),
          deposited_usd: usd(now.sums.deposited - then.sums.deposited),
          withdrawn_usd: usd(now.sums.withdrawn - then.sums.withdrawn),
        },
      ]
    }),
  }
}

function toAgent(found: (AgentPoint & { window: number })[]) {
  const now = found.find(({ window }) => window === NOW)
  return {
    held_usd: now ? usd(now.heldUsd) : null,
    windows: NAMES.flatMap((name, i) => {
      const then = found.find(({ window }) => window === i)
      return then && now
        ? [{ name, from: then.takenAt.toISOString(), profit_usd: usd(now.profitUsd - then.profitUsd) }]
        : []
    }),
  }
}
