/** Sums over a user's strategies, one row for each pair of token and quote, and for each moment at which some ended. */
import { desc, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { inMilliseconds } from '../../../db/columns.ts'
import { strategies } from '../strategies.tables.ts'
import type { Figures } from '../rows.ts'
import type { EndPrices } from './price-types.ts'
import { ofAgents } from './trades.store.ts'

/** Sums of fills in base units; sums from the state as decimal text. */
export type GroupSums = Figures & {
  token: string
  quote: 'SOL' | 'USDC'
  strategies: number
  held: string
  cost: string
  realised: string
  /** The end prices of ended strategies; null for the others. */
  endPrices: EndPrices | null
}

const SUMS = ['boughtBase', 'soldBase', 'spentQuote', 'receivedQuote', 'feesLamports'] as const

/** Sums over the newest strategies that have bought something. `more`: there are older ones. One statement. */
export async function sumsOfAll(
  db: Db,
  userId: number,
  { agentIds, limit }: { agentIds: number[]; limit: number },
): Promise<{ groups: GroupSums[]; more: boolean }> {
  const at = inMilliseconds(strategies.createdAt)
  const newest = db
    .select()
    .from(strategies)
    .where(ofAgents(userId, agentIds))
    .orderBy(sql`${at} desc`, desc(strategies.id))
    .limit(limit + 1)
  const state = (name: string) => sql`coalesce(sum(coalesce(state->>${name}, '0')::numeric), 0)::text`
  const atEnd = sql`case when status in ('active', 'paused', 'stopping') then null else end_prices end`
  const place = sql`row_number() over (order by ${inMilliseconds(sql`created_at`)} desc, id desc)`
  const { rows } = (await db.execute(sql`
    with newest as materialized (select *, ${place} as place from (${newest}) as n)
    select plan->>'token_address' as token, plan->>'quote' as quote, ${atEnd} as "endPrices",
      count(*)::int as strategies,
      ${state('held')} as held, ${state('cost')} as cost, ${state('realised')} as realised,
      sum(bought_base)::text as "boughtBase", sum(sold_base)::text as "soldBase",
      sum(spent_quote)::text as "spentQuote", sum(received_quote)::text as "receivedQuote",
      sum(fees_lamports)::text as "feesLamports", (select count(*) > ${limit}::int from newest) as more
    from newest where place <= ${limit}::int and bought_base > 0
    group by 1, 2, 3 order by 1, 2, 3`)) as {
    rows: (Omit<GroupSums, keyof Figures> & Record<keyof Figures, string> & { more: boolean })[]
  }
  const groups = rows.map((row) => ({
    ...row,
    ...(Object.fromEntries(SUMS.map((name) => [name, BigInt(row[name])])) as Figures),
  }))
  return { groups, more: rows[0]?.more ?? false }
}
