/**
 * The same key and body returns the first answer and does nothing twice; while the first is under way it is waited for;
 * the same key with another body is refused. Keys live 24 h per user and route (specification 4, section 4).
 */
import { createHash } from 'node:crypto'
import { IDEMPOTENCY_HOURS } from '@purser/contract/limits.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/client.ts'
import { pause } from './clock.ts'
import { Fault } from './fault.ts'
import { idempotencyKeys as keys } from './kernel.tables.ts'
import type { Heartbeat } from './heartbeat.ts'

export type KeyedRequest = { userId: number; route: string; key: string; body: unknown }
export type Stored = { status: number; answer: unknown }

export type Idempotency = {
  /** null: this request is the first and must end with `keep` or `release`. Otherwise the first one's answer. */
  begin(request: KeyedRequest): Promise<Stored | null>
  /** Keeps the answer; with a transaction as `db`, exactly when its effects are kept. */
  keep(db: Db, request: KeyedRequest, stored: Stored): Promise<void>
  release(request: KeyedRequest): Promise<void>
  /** Nobody here is at work on it any more, whatever came of it. */
  ended(request: KeyedRequest): void
  sweep(): Promise<void>
}

const WAIT_MS = 150
const WAIT_AT_MOST_MS = 300_000

/** Key order does not make another body. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, v: unknown) =>
      v && typeof v === 'object' && !Array.isArray(v)
        ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
        : v,
    ) ?? 'null'
  )
}

const hashOf = (body: unknown) => createHash('sha256').update(canonical(body)).digest('hex')
const nameOf = (r: KeyedRequest) => `${r.userId} ${r.route} ${r.key}`
const rowOf = (r: KeyedRequest) =>
  and(eq(keys.userId, r.userId), eq(keys.route, r.route), eq(keys.key, r.key))

export function createIdempotency(db: Db, heartbeat: Heartbeat): Idempotency {
  /** Keys that a request of this process is at work on. */
  const underWay = new Set<string>()
  const claim = async (request: KeyedRequest, bodyHash: string): Promise<boolean> => {
    const fresh = await db
      .insert(keys)
      .values({
        userId: request.userId,
        route: request.route,
        key: request.key,
        bodyHash,
        owner: heartbeat.id,
      })
      .onConflictDoNothing()
      .returning({ key: keys.key })
    if (fresh.length > 0) return true
    // The first one's process died before it answered: its effects are keyed, so running again completes them.
    const taken = await db
      .update(keys)
      .set({ owner: heartbeat.id })
      .where(
        and(
          rowOf(request),
          eq(keys.bodyHash, bodyHash),
          sql`${keys.status} is null`,
          heartbeat.orphaned(sql`${keys.owner}`),
        ),
      )
      .returning({ key: keys.key })
    return taken.length > 0
  }
  return {
    async begin(request) {
      const id = nameOf(request)
      const until = Date.now() + WAIT_AT_MOST_MS
      const bodyHash = hashOf(request.body)
      for (;;) {
        const mine = !underWay.has(id)
        // Before the first write: its row can be read on another connection before this one is told of it.
        if (mine) underWay.add(id)
        let begun = false
        try {
          begun = mine && (await claim(request, bodyHash))
          if (begun) return null
          const [row] = await db.select().from(keys).where(rowOf(request))
          if (row && row.bodyHash !== bodyHash) throw new Fault('idempotency_key_reused')
          if (row && row.status !== null) return { status: row.status, answer: row.answer }
          // The first one is this process's, but nobody was at work on it: its end could not be written down.
          begun = mine && row?.owner === heartbeat.id
          if (begun) return null
        } finally {
          if (mine && !begun) underWay.delete(id)
        }
        if (Date.now() > until) throw new Fault('database_away')
        await pause(WAIT_MS)
      }
    },
    async keep(handle, request, stored) {
      const kept = await handle
        .update(keys)
        .set({ status: stored.status, answer: stored.answer, owner: null })
        .where(and(rowOf(request), eq(keys.owner, heartbeat.id)))
        .returning({ key: keys.key })
      // Another process took it over while this one stood still: its answer counts, and a transaction here is undone.
      if (kept.length === 0) throw new Fault('database_away')
    },
    ended: (request) => void underWay.delete(nameOf(request)),
    async release(request) {
      await db.delete(keys).where(and(rowOf(request), eq(keys.owner, heartbeat.id)))
      underWay.delete(nameOf(request))
    },
    async sweep() {
      await db.execute(
        sql`delete from idempotency_keys where created_at < now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`,
      )
    },
  }
}
