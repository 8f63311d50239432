/** Reads the stories of a page of operations, beyond their totals: one statement for all of them. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'

/** Base units; the first and the second movement are the two sides of a trade. */
export type Leg = { mint: string; amount: bigint }
export type StoryRow = {
  id: string
  side: 'buy' | 'sell' | null
  strategyId: string | null
  botId: string | null
  /** The reference of a payment. */
  reference: string | null
  /** The two sides of a trade. */
  first: Leg | null
  second: Leg | null
  /** The requested total of the only mint; null if there are several. */
  asked: Leg | null
  sources: number
  source: string | null
  destinations: number
  destination: string | null
  /** The only signature that landed. */
  signature: string | null
}

type Raw = Omit<StoryRow, 'first' | 'second' | 'asked'> & {
  firstMint: string | null
  firstAmount: string | null
  secondMint: string | null
  secondAmount: string | null
  mint: string | null
  asked: string | null
}

const leg = (mint: string | null, amount: string | null): Leg | null =>
  mint === null || amount === null ? null : { mint, amount: BigInt(amount) }

/** Reads them by id, with a few look-ups for each. The ids are those of one user. */
export async function readStories(db: Db, ids: string[]): Promise<Map<string, StoryRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = (await db.execute(sql`
    select o.id, o.request->>'side' as side, o.request->'context'->>'strategyId' as "strategyId",
      o.request->'context'->>'botId' as "botId", o.request->>'reference' as reference,
      m.*, x.signature
    from (select value::uuid as id from jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)) v
    cross join lateral (select * from operations where id = v.id offset 0) o
    left join lateral (
      select count(distinct t.source)::int as sources, min(t.source) as source,
        count(distinct t.destination)::int as destinations, min(t.destination) as destination,
        min(t.mint) filter (where t.position = 0) as "firstMint",
        (min(t.amount) filter (where t.position = 0))::text as "firstAmount",
        min(t.mint) filter (where t.position = 1) as "secondMint",
        (min(t.amount) filter (where t.position = 1))::text as "secondAmount",
        case when min(t.mint) = max(t.mint) then min(t.mint) end as mint,
        case when min(t.mint) = max(t.mint) then sum(t.amount)::text end as asked
      from transfers t where t.operation_id = o.id
    ) m on true
    left join lateral (
      select case when count(*) = 1 then min(signature) end as signature
      from transactions where operation_id = o.id and state in ('confirmed', 'failed')
    ) x on true`)) as { rows: Raw[] }
  return new Map(
    rows.map(({ firstMint, firstAmount, secondMint, secondAmount, mint, asked, ...rest }) => [
      rest.id,
      {
        ...rest,
        first: leg(firstMint, firstAmount),
        second: leg(secondMint, secondAmount),
        asked: leg(mint, asked),
      },
    ]),
  )
}
