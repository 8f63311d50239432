/**
 * How many rows a statement takes. What is not kept any more is deleted in portions: no statement holds the connection of
 * the embedded database for long, and what one round does not reach is for the next.
 */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from './client.ts'

const PORTION = 5_000
/** Of rows in one parameter or cell: the embedded database takes up to ten times its size in memory, and keeps that. */
export const JSON_ROWS = 1_000
const ROWS_A_ROUND = 200_000
/** What a statement counts for at least, so that many small ones do not take long either. */
const LEAST_ROWS = 200

export type Round = ReturnType<typeof startRound>
/** `by`: in which order, which is that of an index that begins with it. */
export type Unneeded = { from: SQLWrapper; where: SQL | undefined; by: SQLWrapper }

/** So many rows, whatever they are. */
export function startRound(db: Db) {
  let left = ROWS_A_ROUND
  const round = {
    /** `one` deletes at most so many rows and returns how many. False: the round is over, and there may be more. */
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

/** A row that was changed meanwhile is elsewhere, and stays. */
async function deletePortion(db: Db, { from, where, by }: Unneeded, limit: number): Promise<number> {
  const { rows } = (await db.execute(sql`
    with gone as (
      delete from ${from} where ctid = any(array(
        select ctid from ${from} where ${where} order by ${by} limit ${limit}::int))
      returning 1
    ) select count(*)::int as n from gone`)) as { rows: { n: number }[] }
  return rows[0]?.n ?? 0
}
