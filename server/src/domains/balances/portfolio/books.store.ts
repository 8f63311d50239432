/** The last point of each user, wallet by wallet, and all deposits and withdrawals since the records began. */
import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { JSON_ROWS } from '../../../db/portions.ts'
import { toChunks } from '../../../kernel/chunks.ts'
import {
  portfolioAccounts as accounts,
  portfolioSnapshots as snapshots,
  portfolioWallets as wallets,
} from '../balances.tables.ts'
import { insertFlows } from './flows.store.ts'
import type { ScopeTotals, Flow } from './ledger.ts'

export type WalletRow = typeof wallets.$inferSelect
export type AccountRow = typeof accounts.$inferSelect
export type Point = { groupId: number | null; at: Date; lamports: bigint } & {
  microUsd: bigint | null
  totalLamports: bigint | null
  sums: ScopeTotals | null
}
export type Books = {
  wallets: WalletRow[]
  accounts: AccountRow[]
  /** Sums for all wallets and for each group, from their last points. */
  sums: Map<number | null, ScopeTotals>
  /** The version of the last point; null: there is none. */
  version: string | null
}
export type NewBooks = {
  userId: number
  takenAt: Date
  points: Point[]
  wallets: WalletRow[]
  accounts: AccountRow[]
  flows: Flow[]
}

/** Serialises points of a user, on all servers. */
const lock = (userId: number) => sql`select pg_advisory_xact_lock(7741231, ${userId}::int)`

type LastRow = {
  groupId: string | null
  deposited: string
  withdrawn: string
  since: string | Date
  origin: string
  version: string
}

/** The newest point with sums of all wallets and of these groups, one look-up each. */
async function lastPoints(db: Db, userId: number, groupIds: number[]): Promise<LastRow[]> {
  const { rows } = (await db.execute(sql`
    select s.* from (
      select null::bigint as id union all
      select value::bigint from jsonb_array_elements_text(${JSON.stringify(groupIds)}::jsonb)
    ) g cross join lateral (
      select p.group_id::text as "groupId", p.deposited::text as deposited, p.withdrawn::text as withdrawn,
        p.recorded_since as since, p.origin_usd::text as origin, coalesce(p.taken_at, p.at)::text as version
      from portfolio_snapshots p
      where p.user_id = ${userId} and coalesce(p.group_id, 0) = coalesce(g.id, 0) and p.deposited is not null
      order by p.at desc limit 1
    ) s`)) as { rows: LastRow[] }
  return rows
}

export async function readBooks(db: Db, userId: number, groupIds: number[]): Promise<Books> {
  const rows = await db.select().from(wallets).where(eq(wallets.userId, userId))
  const held = await db
    .select()
    .from(accounts)
    .where(
      inArray(
        accounts.walletId,
        db.select({ id: wallets.walletId }).from(wallets).where(eq(wallets.userId, userId)),
      ),
    )
  const last = await lastPoints(db, userId, groupIds)
  return {
    wallets: rows,
    accounts: held,
    sums: new Map(
      last.map(({ groupId, deposited, withdrawn, since, origin }) => [
        groupId === null ? null : Number(groupId),
        {
          deposited: BigInt(deposited),
          withdrawn: BigInt(withdrawn),
          since: new Date(since),
          originUsd: BigInt(origin),
        },
      ]),
    ),
    version: last.find(({ groupId }) => groupId === null)?.version ?? null,
  }
}

/** Replaces an existing point of this interval: the last of an interval stays. */
async function upsertPoints(
  db: Db,
  { userId, takenAt, points }: Pick<NewBooks, 'userId' | 'takenAt' | 'points'>,
): Promise<void> {
  const rows = points.map(({ groupId, at, lamports, microUsd, totalLamports, sums }) => ({
    g: groupId,
    t: at.toISOString(),
    l: lamports.toString(),
    u: microUsd?.toString() ?? null,
    s: totalLamports?.toString() ?? null,
    d: sums?.deposited.toString() ?? null,
    w: sums?.withdrawn.toString() ?? null,
    b: sums?.since.toISOString() ?? null,
    o: sums?.originUsd.toString() ?? null,
  }))
  await db.execute(sql`
    insert into ${snapshots}
      (user_id, group_id, at, taken_at, lamports, micro_usd, total_lamports, deposited, withdrawn,
        recorded_since, origin_usd)
    select ${userId}, g, t, ${takenAt.toISOString()}::timestamptz, l, u, s, d, w, b, o
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as v(g bigint, t timestamptz, l numeric, u numeric, s numeric, d numeric, w numeric,
        b timestamptz, o numeric)
    where g is null or exists (select from wallet_groups where id = g)
    on conflict (user_id, coalesce(group_id, 0), at) do update set taken_at = excluded.taken_at,
      lamports = excluded.lamports, micro_usd = excluded.micro_usd, total_lamports = excluded.total_lamports,
      deposited = excluded.deposited, withdrawn = excluded.withdrawn,
      recorded_since = excluded.recorded_since, origin_usd = excluded.origin_usd`)
}

/** Saves points without a value, if the market had no price of SOL. Existing ones stay. */
export async function savePoints(
  db: Db,
  { userId, takenAt, points }: Pick<NewBooks, 'userId' | 'takenAt' | 'points'>,
): Promise<void> {
  await db
    .insert(snapshots)
    .values(
      points.map(({ groupId, at, lamports, microUsd, totalLamports }) => ({
        groupId,
        at,
        lamports,
        microUsd,
        totalLamports,
        userId,
        takenAt,
      })),
    )
    .onConflictDoNothing()
}

/** Saves all or nothing; nothing (false) if another point was saved since the books were read. */
export async function saveBooks(db: Db, version: string | null, books: NewBooks): Promise<boolean> {
  const { userId } = books
  return db.transaction(async (tx) => {
    await tx.execute(lock(userId))
    const [last] = await lastPoints(tx, userId, [])
    if ((last?.version ?? null) !== version) return false
    await upsertPoints(tx, books)
    await insertFlows(tx, userId, books.flows)
    await replaceWallets(tx, books)
    return true
  })
}

async function replaceWallets(db: Db, { userId, wallets: rows, accounts: held }: NewBooks): Promise<void> {
  const list = rows.map((w) => ({
    w: w.walletId,
    a: w.address,
    g: w.groupIds,
    u: w.microUsd.toString(),
    s: w.sinceSlot?.toString() ?? null,
  }))
  const cells = held.map((a) => ({
    w: a.walletId,
    a: a.account,
    m: a.mint,
    d: a.decimals,
    n: a.amount.toString(),
    p: a.price?.toString() ?? null,
    x: a.signature,
    s: a.slot?.toString() ?? null,
  }))
  const ids = JSON.stringify(rows.map((w) => w.walletId))
  await db.execute(sql`delete from ${wallets} where user_id = ${userId}
    and wallet_id not in (select value::bigint from jsonb_array_elements_text(${ids}::jsonb))`)
  for (const some of toChunks(list, JSON_ROWS))
    await db.execute(sql`
      insert into ${wallets} (wallet_id, user_id, address, group_ids, micro_usd, since_slot)
      select w, ${userId}, a, array(select value::bigint from jsonb_array_elements_text(g)), u, s
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as v(w bigint, a text, g jsonb, u numeric, s numeric)
      on conflict (wallet_id) do update set group_ids = excluded.group_ids, micro_usd = excluded.micro_usd
      where (portfolio_wallets.group_ids, portfolio_wallets.micro_usd)
        is distinct from (excluded.group_ids, excluded.micro_usd)`)
  for (const some of toChunks(cells, JSON_ROWS))
    await db.execute(sql`
      insert into ${accounts} (wallet_id, account, mint, decimals, amount, price, signature, slot)
      select w, a, m, d, n, p, x, s from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
        as v(w bigint, a text, m text, d int, n numeric, p numeric, x text, s numeric)
      on conflict (wallet_id, account) do update set amount = excluded.amount, price = excluded.price,
        signature = excluded.signature, slot = excluded.slot, mint = excluded.mint, decimals = excluded.decimals`)
}

export type Baseline = {
  groupId: number | null
  window: number
  takenAt: Date
  lamports: bigint
  microUsd: bigint
  sums: ScopeTotals
}

/**
 * For each scope the last point at or before each of these times; else the first after it, from which it is recorded.
 */
export async function baselines(
  db: Db,
  userId: number,
  groupIds: number[],
  times: Date[],
): Promise<Baseline[]> {
  const list = JSON.stringify(times.map((time) => time.toISOString()))
  const point = (side: ReturnType<typeof sql>) => sql`
    (select p.at, p.taken_at, p.lamports, p.micro_usd, p.deposited, p.withdrawn, p.recorded_since, p.origin_usd
    from portfolio_snapshots p
    where p.user_id = ${userId} and coalesce(p.group_id, 0) = coalesce(g.id, 0) and p.deposited is not null
      and p.micro_usd is not null and ${side} limit 1)`
  const { rows } = (await db.execute(sql`
    select g.id::text as "groupId", (w.place - 1)::int as "window", coalesce(s.taken_at, s.at) as "takenAt",
      s.lamports::text as lamports,
      s.micro_usd::text as "microUsd", s.deposited::text as deposited, s.withdrawn::text as withdrawn,
      s.recorded_since as since, s.origin_usd::text as origin
    from (
      select null::bigint as id union all
      select value::bigint from jsonb_array_elements_text(${JSON.stringify(groupIds)}::jsonb)
    ) g
    cross join jsonb_array_elements_text(${list}::jsonb) with ordinality as w(time, place)
    cross join lateral (
      select * from (
        ${point(sql`p.at <= w.time::timestamptz order by p.at desc`)}
        union all
        ${point(sql`p.at > w.time::timestamptz order by p.at`)}
      ) both_sides limit 1
    ) s`)) as {
    rows: {
      groupId: string | null
      window: number
      takenAt: string | Date
      lamports: string
      microUsd: string
      deposited: string
      withdrawn: string
      since: string | Date
      origin: string
    }[]
  }
  return rows.map(
    ({ groupId, window, takenAt, lamports, microUsd, deposited, withdrawn, since, origin }) => ({
      groupId: groupId === null ? null : Number(groupId),
      window,
      takenAt: new Date(takenAt),
      lamports: BigInt(lamports),
      microUsd: BigInt(microUsd),
      sums: {
        deposited: BigInt(deposited),
        withdrawn: BigInt(withdrawn),
        since: new Date(since),
        originUsd: BigInt(origin),
      },
    }),
  )
}
