/** Writes the changes of steps: states, orders, steps and log lines of all of them in one statement. */
import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { type LogRow, toLog, orderEnd, type OrderRow, type Save } from '../rows.ts'

/** `saved`: the ids that were written, with their log lines. */
export type Written = { saved: Set<string>; logs: LogRow[] }

/**
 * All or nothing for each save. Leaves out a strategy that this process no longer owns, or whose row has changed since
 * it was read. An ended strategy has no owner and may be written by any process. Each strategy at most once. The parts
 * of the statement do not see each other's rows, so each is joined to the result of the first.
 */
export async function saveAll(db: Db, owner: string, saves: Save[]): Promise<Written> {
  const lines = saves.flatMap(({ row, lines: made }) => made.map((one) => toLog(row, one)))
  const steps = saves.flatMap(({ row, steps: made }) =>
    made.map((step) => ({ ...step, strategyId: row.id, run: row.run })),
  )
  const placed = saves.flatMap(({ newOrders }) => newOrders)
  const ended = saves.flatMap(({ endedOrders }) => endedOrders.map(toEndRow))
  // Empty parts are left out: planning them takes longer than the rest of the statement.
  const parts = [
    updateStates(owner, saves),
    ...(placed.length === 0 ? [] : [insertOrders(placed)]),
    ...(ended.length === 0 ? [] : [updateOrders(ended)]),
    ...(steps.length === 0 ? [] : [insertSteps(steps)]),
    ...(lines.length === 0 ? [] : [insertLogs(lines)]),
  ]
  const logIds =
    lines.length === 0
      ? sql`null`
      : sql`(select json_agg(json_build_array(id, at) order by id)::text from logged)`
  const { rows } = (await db.execute(
    sql`with ${sql.join(parts, sql`, `)}
      select (select json_agg(id)::text from saved) as saved, ${logIds} as logged`,
  )) as { rows: { saved: string | null; logged: string | null }[] }
  const saved = new Set(JSON.parse(rows[0]?.saved ?? '[]') as string[])
  const logged = JSON.parse(rows[0]?.logged ?? '[]') as [id: number, at: string][]
  const written = lines.filter((line) => saved.has(line.strategyId ?? ''))
  // In their order, which is that of their ids.
  const logs = written.map((line, i): LogRow => {
    const [id, at] = logged[i] ?? []
    if (id === undefined || at === undefined) throw new Error('an insert returns its rows')
    return { data: null, ...line, id, at: new Date(at) }
  })
  return { saved, logs }
}

const updateStates = (owner: string, saves: Save[]): SQL => {
  // Filtered by id as well: joined to a list alone, all rows of this process would be read for each save.
  const ids = saves.map(({ row }) => row.id)
  return sql`saved as (
      update strategies s set
        state = v.state, version = s.version + 1, status = v.status, reason = v.reason,
        bought_base = v.bought, sold_base = v.sold, spent_quote = v.spent, received_quote = v.received,
        fees_lamports = v.fees, market_quote = v.market, rent_lamports = v.rent,
        ended_at = case when v.status in ('active', 'paused', 'stopping') then null
          when v.status = s.status then s.ended_at else now() end,
        end_prices = case when v.status in ('active', 'paused', 'stopping') then null
          when v.status = s.status then s.end_prices else v."endPrices" end,
        owner = case when v.status in ('active', 'paused', 'stopping') then s.owner else null end
      from jsonb_to_recordset(${listed(saves.map(toStateRow))}::jsonb) as v(
        id uuid, run int, version int, expected text, status text, reason text, state jsonb,
        "endPrices" jsonb, bought numeric, sold numeric, spent numeric, received numeric, fees numeric,
        market numeric, rent numeric)
      where s.id = any(${sql.param(ids)}::uuid[])
        and s.id = v.id and s.run = v.run and s.version = v.version and s.status = v.expected
        and (s.owner = ${owner} or s.owner is null and s.status not in ('active', 'paused', 'stopping'))
      returning s.id)`
}

const insertOrders = (placed: OrderRow[]): SQL =>
  sql`placed as (
  insert into strategy_orders (strategy_id, run, seq, wallet_address, side, input_mint, output_mint, in_amount,
    is_exit, min_out, deadline, status, out_amount, error, at, spent, fee, rent, profit, token_price, quote_price,
    ended_at, is_final)
  select o."strategyId", o.run, o.seq, o."walletAddress", o.side, o."inputMint", o."outputMint", o."inAmount",
    o."isExit", o."minOut", o.deadline, o.status, o."outAmount", o.error, o.at, o.spent, o.fee, o.rent, o.profit,
    o."tokenPrice", o."quotePrice", o."endedAt", o."isFinal"
  from jsonb_to_recordset(${listed(placed)}::jsonb) as o(
    "strategyId" uuid, run int, seq int, "walletAddress" text, side text, "inputMint" text, "outputMint" text,
    "inAmount" numeric, "isExit" boolean, "minOut" numeric, deadline timestamptz, status text,
    "outAmount" numeric, error text, at timestamptz, spent numeric, fee numeric, rent numeric, profit numeric,
    "tokenPrice" numeric, "quotePrice" numeric, "endedAt" timestamptz, "isFinal" boolean)
  join saved on saved.id = o."strategyId")`

const updateOrders = (ended: object[]): SQL =>
  sql`ended as (
  update strategy_orders o set
    status = e.status, out_amount = e."outAmount", error = e.error, spent = e.spent, fee = e.fee,
    rent = e.rent, profit = e.profit, token_price = e."tokenPrice", quote_price = e."quotePrice",
    ended_at = e."endedAt"
  from jsonb_to_recordset(${listed(ended)}::jsonb) as e(
    "strategyId" uuid, run int, seq int, "walletAddress" text, status text, "outAmount" numeric, error text,
    spent numeric, fee numeric, rent numeric, profit numeric, "tokenPrice" numeric, "quotePrice" numeric,
    "endedAt" timestamptz)
  join saved on saved.id = e."strategyId"
  where o.strategy_id = e."strategyId" and o.run = e.run and o.seq = e.seq
    and o.wallet_address = e."walletAddress")`

const insertSteps = (steps: object[]): SQL =>
  sql`stepped as (
  insert into strategy_steps (strategy_id, run, event, at, gap_ms, held_since)
  select e."strategyId", e.run, e.event, e.at, e."gapMs", e."heldSince"
  from jsonb_to_recordset(${listed(steps)}::jsonb) as e(
    n int, "strategyId" uuid, run int, event jsonb, at timestamptz, "gapMs" bigint, "heldSince" timestamptz)
  join saved on saved.id = e."strategyId"
  order by e.n)`

const insertLogs = (lines: object[]): SQL =>
  sql`logged as (
  insert into strategy_logs (user_id, agent_id, agent_external_id, strategy_id, kind, data, message)
  select l."userId", l."agentId", l."agentExternalId", l."strategyId", l.kind, l.data, l.message
  from jsonb_to_recordset(${listed(lines)}::jsonb) as l(
    n int, "userId" bigint, "agentId" bigint, "agentExternalId" text, "strategyId" uuid, kind text,
    data jsonb, message text)
  join saved on saved.id = l."strategyId"
  order by l.n
  returning id, at)`

/**
 * The rows as one parameter; `n` keeps the order, and amounts are strings, because JSON's numbers would lose digits.
 */
const listed = (rows: object[]): string =>
  JSON.stringify(
    rows.map((row, n) => ({ n, ...row })),
    (_, value: unknown) => {
      if (typeof value === 'bigint') return value.toString()
      // Half a character, for example in an endpoint's error, is no valid JSON for the database.
      return typeof value === 'string' ? value.toWellFormed() : value
    },
  )

const toStateRow = ({ row, state, status, reason, figures, endPrices = null }: Save) => ({
  id: row.id,
  run: row.run,
  version: row.version,
  expected: row.status,
  status,
  reason,
  state,
  endPrices,
  bought: figures.boughtBase,
  sold: figures.soldBase,
  spent: figures.spentQuote,
  received: figures.receivedQuote,
  fees: figures.feesLamports,
  market: figures.marketQuote,
  rent: figures.rentLamports,
})

const toEndRow = (order: OrderRow) => ({
  strategyId: order.strategyId,
  run: order.run,
  seq: order.seq,
  walletAddress: order.walletAddress,
  ...orderEnd(order),
})
