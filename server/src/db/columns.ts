/** Columns that stand in many tables. */
import type { Address } from '@solana/kit'
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { customType, numeric, text, timestamp } from 'drizzle-orm/pg-core'

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
  fromDriver: (value) => new Uint8Array(value),
})

export const time = () => timestamp({ withTimezone: true, mode: 'date' })

/**
 * A time with the precision of a cursor, for pages by key: unlike date_trunc of a timestamptz it can be in an index.
 */
export const inMilliseconds = (column: SQLWrapper): SQL =>
  sql`date_trunc('milliseconds', ${column} at time zone 'UTC')`

/** Validated before it is written. */
export const address = () => text().$type<Address>()

/** An amount in base units: unsigned 64-bit integers fit no bigint column. */
export const units = () => numeric({ precision: 20, scale: 0, mode: 'bigint' })

/** A sum of such amounts over many wallets or a long time. */
export const sums = () => numeric({ precision: 39, scale: 0, mode: 'bigint' })
