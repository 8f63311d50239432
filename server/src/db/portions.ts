/**
 * Limits the rows of a statement. Rows that are no longer kept are deleted in portions: no statement holds the
 * connection of the embedded database for long, and the rest is left to the next round.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from './client.ts'

const PORTION = 5_000
/** Rows in one parameter or cell: the embedded database takes up to ten times its size in memory, and keeps that. */
export const JSON_ROWS = 1_000
const ROWS_A_ROUND = 200_000
/** The least that a statement counts for, so that many small ones do not take long either. */
const LEAST_ROWS = 200

export type Round = ReturnType<typeof startRound>
/** `by`: the order, which is that of an index that begins with it. */
export type Unneeded = { from: SQLWrapper; where: SQL | undefined; by: SQLWrapper }

/** Limits a round to this many rows of any kind. */
export function startRound(db: Db) {
  let left = ROWS_A_ROUND
  const round = {
    /** `one` deletes at most this many rows and returns how many. False: the round is over, and there may be more. */
    async portions(one: (limit: number) => Promise<number>): Promise<boolean> {
      while (left > 0) {
        const n = await one(PORTION)
        left -= Math.max(n, LEAST_ROWS)
        if (n < PORTION) return true
      }
      return false
    },
    /** Deletes all of these rows; false as above. */
    delete: (rows: Unneeded): Promise<boolean> => round.portions((limit) => deletePortion(db, rows, limit)),
  }
  return round
}

/** A row that was changed meanwhile has moved, and stays. */
async function deletePortion(db: Db, { from, where, by }: Unneeded, limit: number): Promise<number> {
  const { rows } = (await db.execute(sql`
    with gone as (
      delete from ${from} where ctid = any(array(
        select ctid from ${from} where ${where} order by ${by} limit ${limit}::int))
      returning 1
    ) select count(*)::int as n from gone`)) as { rows: { n: number }[] }
  return rows[0]?.n ?? 0
}
