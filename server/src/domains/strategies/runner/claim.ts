/** Claims orphaned strategies and notices requested statuses. */
import type { Db } from '../../../db/client.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Heartbeat } from '../../../kernel/heartbeat.ts'
import type { Transfers } from '../../transfers/index.ts'
import type { OrderRow, StrategyRow } from '../rows.ts'
import { drop, dueStep, type Entries, type Entry, toEntry, ofRun } from './entry.ts'
import type { createPersist } from './persist.ts'
import type { Enqueue } from './queue.ts'
import * as store from './runner.store.ts'

type ClaimParts = {
  db: Db
  clock: Clock
  heartbeat: Heartbeat
  signal: AbortSignal
  entries: Entries
  orders: { transfers: Pick<Transfers, 'submit'> }
  enqueue: Enqueue
  follow(entry: Entry, orders: OrderRow[]): void
} & ReturnType<typeof createPersist>

type Claimed = { row: StrategyRow; heldSince: Date | null; adopted: boolean }

export function createClaim(parts: ClaimParts) {
  /** Claims one strategy of this process by its id: one that was just started need not wait for the next poll. */
  async function one(id: string): Promise<void> {
    if (parts.signal.aborted || parts.entries.has(id)) return
    const row = await store.findOwned(parts.db, parts.heartbeat.id, id)
    if (row) await takeOver(parts, { row, heldSince: null, adopted: false })
  }
  return { all: createClaimAll(parts), one }
}

/** Polls the database once. Rejects when a strategy could not be claimed, after all others were. */
function createClaimAll(parts: ClaimParts) {
  const { db, clock, heartbeat, entries, enqueue } = parts
  return async (): Promise<void> => {
    if (parts.signal.aborted) return
    const failed: unknown[] = []
    const now = new Date(clock.now())
    const claim = (claimed: Claimed) =>
      takeOver(parts, claimed).catch((error: unknown) => void failed.push(error))
    for (const orphan of await store.claimOrphaned(db, heartbeat)) await claim({ ...orphan, adopted: true })
    if (entries.size > 0) await store.recordAlive(db, heartbeat.id, now)
    const requested = await store.requestedStatuses(db, heartbeat.id)
    for (const entry of entries.values()) {
      const differs = requested.get(entry.row.id) !== entry.row.status || dueStep(entry, clock.now()) !== null
      if (differs && entry.queued === 0) void enqueue(entry, () => parts.refresh(entry))
    }
    // This process owns it but does not run it: the claim was not answered, or reading the strategy failed.
    for (const id of requested.keys()) {
      const row = entries.has(id) ? undefined : await store.findOwned(db, heartbeat.id, id)
      if (row) await claim({ row, heldSince: null, adopted: false })
    }
    if (failed.length > 0) throw failed[0]
  }
}

/** Starts to run it. A newly adopted row replaces this process's former state of the strategy. */
async function takeOver(
  { db, clock, entries, orders, enqueue, persist, reconcile, follow }: ClaimParts,
  { row, heldSince, adopted }: Claimed,
): Promise<void> {
  const open = ofRun(await store.openOrders(db, row.id), row)
  const former = entries.get(row.id)
  if (former && former.row.run === row.run && !former.gone) {
    if (!adopted) return
    drop(entries, former)
  }
  const entry = toEntry(row, clock.now(), {
    heldSince,
    halts: await orders.transfers.submit.halts(row.userId),
  })
  entries.set(row.id, entry)
  await enqueue(entry, async () => {
    const { state } = entry
    const goesOn = state.startedAt !== null && row.status === 'active' && !state.paused
    if (goesOn) await persist(entry, { type: 'resumed', now: clock.now() })
    await reconcile(entry)
  })
  if (!entry.gone) follow(entry, open)
}
