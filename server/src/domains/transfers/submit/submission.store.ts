/** Locks and reads for a submission in the transaction that writes it: one statement each. */
import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/client.ts'
import { haltKey } from './halts.store.ts'
import {
  busyAddress,
  addressLocks,
  type ReadAt,
  reservedSums,
  type Sums,
  toSums,
} from '../records/reservations.store.ts'

/**
 * Serialises submissions of these keys until the transaction ends; `unhalted`: no halt of this user happens meanwhile,
 * which is locked first. Later statements read what others have committed by then.
 */
export async function lockSubmission(tx: Db, keys: string[], unhalted: number | null): Promise<void> {
  if (unhalted === null) return void (await tx.execute(addressLocks(keys)))
  // The other locks need its count, so they are taken after it.
  await tx.execute(sql`
    with halt as materialized (select pg_advisory_xact_lock_shared(${haltKey(unhalted)})::text as locked)
    ${addressLocks(keys, sql`0 * (select count(locked) from halt)::int`)}`)
}

type SubmissionQuery = {
  userId: number
  originKey: string
  id: string
  /** Addresses from which no other exclusive operation may be sending; `besides` as in findBusy. */
  exclusive: string[]
  besides: string | null
  balances: ReadAt[]
}
type SubmissionState = {
  /** Counts how often the user has stopped everything. */
  halts: number
  /** An existing operation of this request. */
  known: string | null
  busy: boolean
  inFlight: Sums
}

/** Runs in the transaction that holds the locks. */
export async function readSubmission(tx: Db, wanted: SubmissionQuery): Promise<SubmissionState> {
  const { userId, originKey, id, exclusive, besides, balances } = wanted
  const { rows } = (await tx.execute(sql`
    select coalesce((select count from operation_halts where user_id = ${userId}), 0) as halts,
      (select o.id from operations o where o.origin_key = ${originKey} or o.id = ${id}::uuid
        order by o.origin_key = ${originKey} desc limit 1) as known,
      ${exclusive.length === 0 ? sql`false` : sql`exists (${busyAddress(exclusive, besides)})`} as busy,
      ${reservedSums(balances)} as sums`)) as {
    rows: { halts: number; known: string | null; busy: boolean; sums: string }[]
  }
  const [row] = rows
  if (!row) throw new Error('a select without a table returns a row')
  return { halts: row.halts, known: row.known, busy: row.busy, inFlight: toSums(row.sums) }
}
