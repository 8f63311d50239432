/** Addresses that a reader may take for each other. */
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * People compare the ends of an address, and hardly its case: two addresses are alike if they share three characters at
 * each end, or six at one. Of addresses that nobody made to be alike, one pair in a thousand million is. Equal ones are
 * left out.
 */
export const alike = (column: SQLWrapper, address: string): SQL =>
  sql`(${column} <> ${address} and (${sql.join(likenesses(column, address), sql` or `)}))`

/** The same conditions one by one, each for an index of its own. */
export function likenesses(column: SQLWrapper, address: string): SQL[] {
  const [three, six] = [3, 6].map((n) => [address.slice(0, n).toLowerCase(), address.slice(-n).toLowerCase()])
  return [
    sql`(lower(left(${column}, 3)) = ${three?.[0]} and lower(right(${column}, 3)) = ${three?.[1]})`,
    sql`lower(left(${column}, 6)) = ${six?.[0]}`,
    sql`lower(right(${column}, 6)) = ${six?.[1]}`,
  ]
}
