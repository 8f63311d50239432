/** Deposits and withdrawals, one row for each wallet, transaction, token and side. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { JSON_ROWS, startRound } from '../../../db/portions.ts'
import { toChunks } from '../../../kernel/chunks.ts'
import { portfolioFlows as flows } from '../balances.tables.ts'
import { type Flow, OPENING } from './ledger.ts'

/**
 * Leaves out those that an earlier point has counted. Of two accounts that one transaction changed, one may have been
 * read before it and one after, and a lagging node shows a counted change as still missing.
 * A flow without a price then counted for nothing.
 */
export async function notCounted<F extends Omit<Flow, 'microUsd'>>(db: Db, list: F[]): Promise<F[]> {
  const counted = new Set<F>()
  // An account's holdings at the first count have no transaction: each time is a different one.
  for (const some of toChunks(
    list.filter(({ signature }) => signature !== OPENING),
    JSON_ROWS,
  )) {
    const rows = some.map((f, n) => ({
      n,
      w: f.walletId,
      s: f.signature,
      m: f.mint,
      o: f.otherId,
      p: f.amount > 0n,
    }))
    const found = (await db.execute(sql`
      select v.n from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as v(n int, w bigint, s text, m text, o bigint, p boolean)
      cross join lateral (
        select from ${flows} f
        where f.wallet_id = v.w and f.signature = v.s and f.mint = v.m
          and coalesce(f.other_id, 0) = coalesce(v.o, 0) and (f.amount > 0) = v.p
          and f.micro_usd <> 0
        limit 1
      ) known`)) as { rows: { n: number }[] }
    for (const { n } of found.rows) {
      const one = some[n]
      if (one) counted.add(one)
    }
  }
  return list.filter((one) => !counted.has(one))
}

/** An existing flow stays as it is, except one that had no price: it gets the value that it counts for now. */
export async function insertFlows(db: Db, userId: number, list: Flow[]): Promise<void> {
  const rows = list.map((f) => ({
    w: f.walletId,
    o: f.otherId,
    m: f.mint,
    s: f.signature,
    a: f.amount.toString(),
    u: f.microUsd.toString(),
    t: f.at.toISOString(),
  }))
  for (const some of toChunks(rows, JSON_ROWS))
    await db.execute(sql`
      insert into ${flows} (user_id, wallet_id, other_id, mint, signature, amount, micro_usd, at)
      select ${userId}, w, o, m, s, a, u, t from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
        as v(w bigint, o bigint, m text, s text, a numeric, u numeric, t timestamptz)
      on conflict (wallet_id, signature, mint, (coalesce(other_id, 0)), ((amount > 0)))
        do update set micro_usd = excluded.micro_usd where portfolio_flows.micro_usd = 0`)
}

/** The sums in the points include all flows; the rows themselves are kept for inspection only. */
export async function sweepFlows(db: Db, before: Date): Promise<void> {
  await startRound(db).delete({
    from: flows,
    where: sql`${flows.at} < ${before.toISOString()}::timestamptz`,
    by: flows.at,
  })
}
