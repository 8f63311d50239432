/** Column types. */
import { customType, numeric, timestamp } from 'drizzle-orm/pg-core'

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
  fromDriver: (value) => new Uint8Array(value),
})

export const time = () => timestamp({ withTimezone: true, mode: 'date' })

/** An amount in base units: unsigned 64-bit integers fit no bigint column. */
export const units = () => numeric({ precision: 20, scale: 0, mode: 'bigint' })

/** A sum of such amounts over many wallets or a long time. */
export const sums = () => numeric({ precision: 39, scale: 0, mode: 'bigint' })
