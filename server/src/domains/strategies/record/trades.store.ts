/** The orders of a strategy as they are shown, and strategies in pages. */
import { and, desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { inMilliseconds } from '../../../db/columns.ts'
import { LIVE, type OrderRow, type StrategyRow } from '../rows.ts'
import { ofAgent } from '../strategies.store.ts'
import { strategies, strategyOrders } from '../strategies.tables.ts'

export type OrderSpot = Pick<OrderRow, 'run' | 'seq' | 'walletAddress'>

/** Newest first. */
export async function pageOfOrders(
  db: Db,
  strategyId: string,
  { before, limit }: { before: OrderSpot | undefined; limit: number },
): Promise<OrderRow[]> {
  const { run, seq, walletAddress } = strategyOrders
  const older =
    before &&
    sql`(${run}, ${seq}, ${walletAddress}) < (${before.run}::int, ${before.seq}::int, ${before.walletAddress})`
  return db
    .select()
    .from(strategyOrders)
    .where(and(eq(strategyOrders.strategyId, strategyId), older))
    .orderBy(desc(run), desc(seq), desc(walletAddress))
    .limit(limit)
}

export type StrategySpot = Pick<StrategyRow, 'createdAt' | 'id'>
export type StrategyFilter = {
  agentIds: number[]
  status: 'live' | 'ended' | undefined
  before: StrategySpot | undefined
  limit: number
}

/** As one parameter: there may be a thousand. */
const ofAgents = (userId: number, ids: number[]) =>
  and(eq(strategies.userId, userId), sql`${strategies.agentId} = any(${sql.param(ids)}::bigint[])`)

/** Newest first. */
export async function pageOfStrategies(
  db: Db,
  userId: number,
  { agentIds, status, before, limit }: StrategyFilter,
): Promise<StrategyRow[]> {
  const [only] = agentIds
  if (only === undefined) return []
  // As exact as the time in a cursor.
  const at = inMilliseconds(strategies.createdAt)
  const alive = sql`${strategies.status} in (${sql.join(
    [...LIVE].map((one) => sql`${one}`),
    sql`, `,
  )})`
  return db
    .select()
    .from(strategies)
    .where(
      and(
        agentIds.length === 1 ? ofAgent(userId, only) : ofAgents(userId, agentIds),
        status === undefined ? undefined : status === 'live' ? alive : sql`not ${alive}`,
        before &&
          sql`(${at}, ${strategies.id}) < (${before.createdAt.toISOString()}::timestamptz at time zone 'UTC', ${before.id}::uuid)`,
      ),
    )
    .orderBy(sql`${at} desc`, desc(strategies.id))
    .limit(limit)
}

/** What was filled in one stretch of time, in base units, with the prices of its last fill. */
export type Stretch = {
  at: Date
  boughtBase: bigint
  soldBase: bigint
  spentQuote: bigint
  receivedQuote: bigint
  feesLamports: bigint
  tokenPrice: bigint | null
  quotePrice: bigint | null
}

type RawStretch = { at: string | number; prices: { t: string | null; q: string | null } | null } & Record<
  'bought' | 'sold' | 'spent' | 'received' | 'fees',
  string
>

/** All of a run that has ended, in stretches of `seconds`, oldest first; failed orders for what they paid. */
export async function stretchesOf(
  db: Db,
  { id, run }: Pick<StrategyRow, 'id' | 'run'>,
  seconds: number,
): Promise<Stretch[]> {
  const { rows } = (await db.execute(sql`
    select extract(epoch from max(ended_at)) * 1000 as at,
      coalesce(sum(out_amount) filter (where side = 'buy'), 0)::text as bought,
      coalesce(sum(spent) filter (where side = 'sell'), 0)::text as sold,
      coalesce(sum(spent) filter (where side = 'buy'), 0)::text as spent,
      coalesce(sum(out_amount) filter (where side = 'sell'), 0)::text as received,
      coalesce(sum(fee), 0)::text as fees,
      (array_agg(json_build_object('t', token_price::text, 'q', quote_price::text) order by ended_at desc)
        filter (where status = 'filled'))[1] as prices
    from strategy_orders where strategy_id = ${id}::uuid and run = ${run} and ended_at is not null
    group by floor(extract(epoch from ended_at) / ${seconds}::numeric) order by 1`)) as { rows: RawStretch[] }
  return rows.map(({ at, bought, sold, spent, received, fees, prices }) => ({
    at: new Date(Number(at)),
    boughtBase: BigInt(bought),
    soldBase: BigInt(sold),
    spentQuote: BigInt(spent),
    receivedQuote: BigInt(received),
    feesLamports: BigInt(fees),
    tokenPrice: prices?.t ? BigInt(prices.t) : null,
    quotePrice: prices?.q ? BigInt(prices.q) : null,
  }))
}
