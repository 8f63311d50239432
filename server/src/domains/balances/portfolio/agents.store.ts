/** Profit of agents over time: the last of each hour, carried from hour to hour. */
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { startRound } from '../../../db/portions.ts'
import { portfolioAgents as points, portfolioRuns as runs } from '../balances.tables.ts'
import type { RunProfit } from './source.ts'

const HOUR_MS = 3_600_000

export type AgentPoint = { agentId: number; takenAt: Date; heldUsd: bigint; profitUsd: bigint }

/** The time of the last count for any of them; null: never. */
export async function lastTaken(db: Db, userId: number): Promise<Date | null> {
  const { rows } = (await db.execute(sql`
    select taken_at as at from portfolio_agents where user_id = ${userId} order by hour desc limit 1`)) as {
    rows: { at: string | Date }[]
  }
  return rows[0] ? new Date(rows[0].at) : null
}

/**
 * `isFirst`: nothing of this user was recorded before, so that the runs' profits until now belong to an earlier time.
 */
export type NewProfits = {
  userId: number
  at: Date
  agentIds: number[]
  list: RunProfit[]
  isFirst: boolean
}

/** Adds the profit of each run since its last count to its agent's sum, once: under a lock of the user. */
export async function addProfits(db: Db, { userId, at, agentIds, list, isFirst }: NewProfits): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(7741232, ${userId}::int)`)
    const known = await tx.select().from(runs).where(eq(runs.userId, userId))
    const before = new Map(known.map((row) => [`${row.strategyId} ${row.run}`, row.profitUsd]))
    const gains = new Map<number, { held: bigint; gain: bigint }>(
      agentIds.map((id) => [id, { held: 0n, gain: 0n }]),
    )
    const counted: { s: string; r: number; p: string }[] = []
    for (const { strategyId, run, agentId, profitUsd, heldUsd } of list) {
      const sums = gains.get(agentId) ?? { held: 0n, gain: 0n }
      sums.held += heldUsd
      if (profitUsd !== null) {
        if (!isFirst) sums.gain += profitUsd - (before.get(`${strategyId} ${run}`) ?? 0n)
        counted.push({ s: strategyId, r: run, p: profitUsd.toString() })
      }
      gains.set(agentId, sums)
    }
    await tx.execute(sql`
      insert into ${runs} (strategy_id, run, user_id, profit_usd, at)
      select s, r, ${userId}, p, ${at.toISOString()}::timestamptz
      from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as v(s uuid, r int, p numeric)
      on conflict (strategy_id, run) do update set profit_usd = excluded.profit_usd, at = excluded.at`)
    const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS).toISOString()
    const rows = [...gains].map(([a, { held, gain }]) => ({ a, h: held.toString(), g: gain.toString() }))
    // Before an agent's first point stands a beginning, with a profit of zero.
    await tx.execute(sql`
      insert into ${points} (agent_id, hour, user_id, taken_at, held_usd, profit_usd)
      select v.a, ${hour}::timestamptz - interval '1 hour', ${userId}, ${at.toISOString()}::timestamptz, 0, 0
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(a bigint)
      where not exists (select from portfolio_agents p where p.agent_id = v.a)`)
    await tx.execute(sql`
      insert into ${points} (agent_id, hour, user_id, taken_at, held_usd, profit_usd)
      select v.a, ${hour}::timestamptz, ${userId}, ${at.toISOString()}::timestamptz, v.h,
        v.g + coalesce(
          (select p.profit_usd from portfolio_agents p where p.agent_id = v.a order by p.hour desc limit 1), 0)
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v(a bigint, h numeric, g numeric)
      on conflict (agent_id, hour) do update set taken_at = excluded.taken_at, held_usd = excluded.held_usd,
        profit_usd = excluded.profit_usd`)
  })
}

type Raw = { agentId: string; window: number; takenAt: string | Date; heldUsd: string; profitUsd: string }

/** For each agent the last point at or before each of these times; else its first, from which it is recorded. */
export async function agentPoints(
  db: Db,
  agentIds: number[],
  times: Date[],
): Promise<(AgentPoint & { window: number })[]> {
  const list = JSON.stringify(times.map((time) => time.toISOString()))
  const one = (side: ReturnType<typeof sql>) => sql`
    (select * from portfolio_agents p where p.agent_id = a.id and ${side} limit 1)`
  const { rows } = (await db.execute(sql`
    select a.id::text as "agentId", (w.place - 1)::int as "window", s.taken_at as "takenAt",
      s.held_usd::text as "heldUsd", s.profit_usd::text as "profitUsd"
    from (select value::bigint as id from jsonb_array_elements_text(${JSON.stringify(agentIds)}::jsonb)) a
    cross join jsonb_array_elements_text(${list}::jsonb) with ordinality as w(time, place)
    cross join lateral (
      select * from (
        ${one(sql`p.taken_at <= w.time::timestamptz and p.hour <= w.time::timestamptz order by p.hour desc`)}
        union all
        ${one(sql`p.hour >= date_trunc('hour', w.time::timestamptz) order by p.hour`)}
      ) both_sides limit 1
    ) s`)) as { rows: Raw[] }
  return rows.map(({ agentId, window, takenAt, heldUsd, profitUsd }) => ({
    agentId: Number(agentId),
    window,
    takenAt: new Date(takenAt),
    heldUsd: BigInt(heldUsd),
    profitUsd: BigInt(profitUsd),
  }))
}

/** Deletes older points. A run that was not counted for this long has ended. */
export async function sweepAgents(db: Db, before: Date): Promise<void> {
  const old = before.toISOString()
  const round = startRound(db)
  await round.delete({ from: points, where: sql`${points.hour} < ${old}::timestamptz`, by: points.hour })
  await round.delete({ from: runs, where: and(sql`${runs.at} < ${old}::timestamptz`), by: runs.at })
}
