/** The engine that moves funds, started by a test on a database and a chain of its own. */
import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { createTransfers } from '../domains/transfers/index.ts'
import { reservations } from '../domains/transfers/transfers.tables.ts'
import { createBus } from '../kernel/bus.ts'
import { systemClock } from '../kernel/clock.ts'

type Parts = Parameters<typeof createTransfers>[0]
type Given = Pick<Parts, 'db' | 'chain' | 'log' | 'heartbeat' | 'journalPath'> & Partial<Parts>

/** On the system's clock and a bus of its own by default; its database has nothing to sync. */
export const startEngine = (given: Given) =>
  createTransfers({ sync: async () => undefined, clock: systemClock, bus: createBus(given.log), ...given })

/** The funds that an operation holds until it ends. */
export async function holdsNow(db: Db, id: string) {
  const rows = await db
    .select()
    .from(reservations)
    .where(and(eq(reservations.operationId, id), isNull(reservations.releasedAtSlot)))
  return rows.map(({ address, amount, exclusive }) => [address, amount, exclusive])
}
