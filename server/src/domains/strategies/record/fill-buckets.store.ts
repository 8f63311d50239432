/**
 * Sums the orders of a run over time, in buckets. Orders that nothing can change any more are added as they become
 * final, each once; the few others are read. The buckets get longer with the run: two hundred of a second, and then a
 * hundred for each doubling of its duration, so that there are some two thousand after a year.
 */
import { HISTORY_FILLS } from '@purser/contract/limits.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import type { OrderRow, StrategyRow } from '../rows.ts'

/** Fills of one bucket of time, in base units, with the prices of its last fill. */
export type FillBucket = {
  at: Date
  boughtBase: bigint
  soldBase: bigint
  spentQuote: bigint
  receivedQuote: bigint
  feesLamports: bigint
  tokenPrice: bigint | null
  quotePrice: bigint | null
}

/** For ended orders `o`: the second of the run in which their bucket begins. It must never depend on anything else. */
const BEGINS = sql`(
  select (age.s >> age.n) << age.n from (
    select o.s, length(ltrim((o.s / ${sql.raw(String(HISTORY_FILLS))})::bit(40)::text, '0')) as n from (
      select greatest(0, floor(extract(epoch from o.ended_at - first.at)))::bigint as s from strategy_orders first
      where first.strategy_id = o.strategy_id and first.run = o.run
      order by first.seq, first.wallet_address limit 1) o) age)`

/** The last price in the bucket, by the end of its order. */
const selectLast = (price: string): SQL => {
  const column = sql.raw(price)
  return sql`(array_agg(${column} order by priced_at desc) filter (where priced_at is not null))[1]`
}

/** Buckets of the orders of `from`; failed ones count with what they paid. */
const bucketsIn = (from: SQL): SQL => sql`
  select strategy_id, run, begins, max(ended_at) as last_at,
    coalesce(sum(out_amount) filter (where side = 'buy'), 0) as bought_base,
    coalesce(sum(spent) filter (where side = 'sell'), 0) as sold_base,
    coalesce(sum(spent) filter (where side = 'buy'), 0) as spent_quote,
    coalesce(sum(out_amount) filter (where side = 'sell'), 0) as received_quote,
    coalesce(sum(fee), 0) as fees_lamports,
    max(priced_at) as priced_at, ${selectLast('token_price')} as token_price, ${selectLast('quote_price')} as quote_price
  from (
    select o.*, ${BEGINS} as begins, case when o.status = 'filled' then o.ended_at end as priced_at
    from (${from}) o where o.ended_at is not null
  ) o group by strategy_id, run, begins`

/**
 * Only if the status is the one that was read: an order corrected since is checked again. Final orders are in the sums.
 */
export async function markFinal(db: Db, orders: OrderRow[]): Promise<void> {
  if (orders.length === 0) return
  const list = orders.map(({ strategyId, run, seq, walletAddress, status }) => ({
    strategyId,
    run,
    seq,
    walletAddress,
    status,
  }))
  await db.execute(sql`
    with marked as (
      update strategy_orders o set is_final = true
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as v(
        "strategyId" uuid, run int, seq int, "walletAddress" text, status text)
      where o.strategy_id = v."strategyId" and o.run = v.run and o.seq = v.seq
        and o.wallet_address = v."walletAddress" and o.status = v.status and not o.is_final
      returning o.*
    )
    insert into strategy_stretches as s (strategy_id, run, begins, last_at, bought_base, sold_base, spent_quote,
      received_quote, fees_lamports, priced_at, token_price, quote_price)
    ${bucketsIn(sql`select * from marked`)} order by 1, 2, 3
    on conflict (strategy_id, run, begins) do update set
      last_at = greatest(s.last_at, excluded.last_at),
      bought_base = s.bought_base + excluded.bought_base,
      sold_base = s.sold_base + excluded.sold_base,
      spent_quote = s.spent_quote + excluded.spent_quote,
      received_quote = s.received_quote + excluded.received_quote,
      fees_lamports = s.fees_lamports + excluded.fees_lamports,
      priced_at = greatest(s.priced_at, excluded.priced_at),
      token_price = case when ${OLDER} then s.token_price else excluded.token_price end,
      quote_price = case when ${OLDER} then s.quote_price else excluded.quote_price end`)
}

/**
 * Takes final orders that are about to be corrected out of the sums again: an operation can be reopened after it was
 * final. Once they are corrected they become final like others.
 */
export async function unmarkFinal(db: Db, orders: OrderRow[]): Promise<void> {
  const list = orders.flatMap(({ strategyId, run, seq, walletAddress, isFinal }) =>
    isFinal ? [{ strategyId, run, seq, walletAddress }] : [],
  )
  if (list.length === 0) return
  await db.execute(sql`
    with unmarked as (
      update strategy_orders o set is_final = false
      from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as v(
        "strategyId" uuid, run int, seq int, "walletAddress" text)
      where o.strategy_id = v."strategyId" and o.run = v.run and o.seq = v.seq
        and o.wallet_address = v."walletAddress" and o.is_final
      returning o.*
    )
    update strategy_stretches s set
      bought_base = s.bought_base - d.bought_base,
      sold_base = s.sold_base - d.sold_base,
      spent_quote = s.spent_quote - d.spent_quote,
      received_quote = s.received_quote - d.received_quote,
      fees_lamports = s.fees_lamports - d.fees_lamports
    from (${bucketsIn(sql`select * from unmarked`)}) d
    where s.strategy_id = d.strategy_id and s.run = d.run and s.begins = d.begins`)
}

const OLDER = sql`coalesce(excluded.priced_at, '-infinity') < coalesce(s.priced_at, '-infinity')`

type RawBucket = { at: string | number; token: string | null; quote: string | null } & Record<
  'bought' | 'sold' | 'spent' | 'received' | 'fees',
  string
>

/**
 * All buckets of an ended run, oldest first, joined if they end within the same `seconds`. The sums up to each include
 * all orders that had ended by its moment.
 */
export async function fillBuckets(
  db: Db,
  { id, run }: Pick<StrategyRow, 'id' | 'run'>,
  seconds: number,
): Promise<FillBucket[]> {
  const open = sql`select * from strategy_orders
    where strategy_id = ${id}::uuid and run = ${run} and status <> 'placed' and not is_final`
  const SUMS = sql`sum(bought_base) as bought_base, sum(sold_base) as sold_base, sum(spent_quote) as spent_quote,
    sum(received_quote) as received_quote, sum(fees_lamports) as fees_lamports, max(priced_at) as priced_at,
    ${selectLast('token_price')} as token_price, ${selectLast('quote_price')} as quote_price`
  const { rows } = (await db.execute(sql`
    select extract(epoch from last_at) * 1000 as at, bought_base::text as bought, sold_base::text as sold,
      spent_quote::text as spent, received_quote::text as received, fees_lamports::text as fees,
      token_price::text as token, quote_price::text as quote
    from (
      select max(last_at) as last_at, ${SUMS} from (
        select max(last_at) as last_at, ${SUMS} from (
          select s.* from strategy_stretches s where s.strategy_id = ${id}::uuid and s.run = ${run}
          union all ${bucketsIn(open)}
        ) s group by begins
      ) s group by floor(extract(epoch from last_at) / ${seconds}::numeric)
    ) s order by last_at`)) as { rows: RawBucket[] }
  return rows.map(({ at, bought, sold, spent, received, fees, token, quote }) => ({
    at: new Date(Number(at)),
    boughtBase: BigInt(bought),
    soldBase: BigInt(sold),
    spentQuote: BigInt(spent),
    receivedQuote: BigInt(received),
    feesLamports: BigInt(fees),
    tokenPrice: token === null ? null : BigInt(token),
    quotePrice: quote === null ? null : BigInt(quote),
  }))
}
