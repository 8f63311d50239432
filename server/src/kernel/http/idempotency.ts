/**
 * Idempotency keys: the same key with the same body returns the first answer and does nothing twice; while the first
 * request is running, the second waits for its answer; the same key with another body is refused. Keys live 24 h per user
 * and route (specification 4, section 4).
 */
import { createHash } from 'node:crypto'
import { IDEMPOTENCY_HOURS } from '@purser/contract/limits.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/client.ts'
import { startRound } from '../../db/portions.ts'
import { type Clock, systemClock } from '../clock.ts'
import { Fault } from '../fault.ts'
import { idempotencyKeys as keys } from '../kernel.tables.ts'
import type { Heartbeat } from '../heartbeat.ts'

export type KeyedRequest = { userId: number; route: string; key: string; body: unknown }
export type Stored = { status: number; answer: unknown }

export type Idempotency = {
  /** null: this request is the first and must end with `store` or `release`. Otherwise the first one's answer. */
  begin(request: KeyedRequest): Promise<Stored | null>
  /** Stores the answer; with a transaction as `db`, exactly when its effects are committed. */
  store(db: Db, request: KeyedRequest, stored: Stored): Promise<void>
  release(request: KeyedRequest): Promise<void>
  /** No request of this process is working on it any more, whatever its outcome. */
  ended(request: KeyedRequest): void
  sweep(): Promise<void>
}

/** How often the answer of a running first request is polled. */
const POLL_MS = 150
const WAIT_TIMEOUT_MS = 300_000

/** JSON with sorted keys: another order of keys is the same body. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, v: unknown) =>
      v && typeof v === 'object' && !Array.isArray(v)
        ? Object.fromEntries(Object.entries(v).sort(([a], [b]) => (a < b ? -1 : 1)))
        : v,
    ) ?? 'null'
  )
}

const hashBody = (body: unknown) => createHash('sha256').update(canonical(body)).digest('hex')
const toName = (r: KeyedRequest) => `${r.userId} ${r.route} ${r.key}`
const isRow = (r: KeyedRequest) =>
  and(eq(keys.userId, r.userId), eq(keys.route, r.route), eq(keys.key, r.key))

type IdempotencyState = {
  db: Db
  heartbeat: Heartbeat
  clock: Pick<Clock, 'monotonic' | 'sleep'>
  /** Keys that a request of this process is working on. */
  running: Set<string>
}

export function createIdempotency(
  db: Db,
  heartbeat: Heartbeat,
  clock: Pick<Clock, 'monotonic' | 'sleep'> = systemClock,
): Idempotency {
  const state: IdempotencyState = { db, heartbeat, clock, running: new Set() }
  return {
    begin: (request) => begin(state, request),
    store: (handle, request, stored) => store(state, handle, { request, stored }),
    release: (request) => release(state, request),
    ended: (request) => void state.running.delete(toName(request)),
    sweep: () => sweep(state),
  }
}

async function begin(state: IdempotencyState, request: KeyedRequest): Promise<Stored | null> {
  const { clock } = state
  const deadline = clock.monotonic() + WAIT_TIMEOUT_MS
  const bodyHash = hashBody(request.body)
  for (;;) {
    const found = await tryToBegin(state, request, bodyHash)
    if (found === 'begun') return null
    if (found !== 'running') return found
    if (clock.monotonic() > deadline) throw new Fault('database_away')
    await clock.sleep(POLL_MS)
  }
}

/** 'begun': this request is the first. 'running': another one has not ended yet. Otherwise the answer of the first. */
async function tryToBegin(
  { db, heartbeat, running }: IdempotencyState,
  request: KeyedRequest,
  bodyHash: string,
): Promise<'begun' | 'running' | Stored> {
  const name = toName(request)
  const mine = !running.has(name)
  // Before the first write: another connection can read its row before this one has the result.
  if (mine) running.add(name)
  let begun = false
  try {
    begun = mine && (await claim({ db, heartbeat }, request, bodyHash))
    if (begun) return 'begun'
    const [row] = await db.select().from(keys).where(isRow(request))
    if (row && row.bodyHash !== bodyHash) throw new Fault('idempotency_key_reused')
    if (row && row.status !== null) return { status: row.status, answer: row.answer }
    // Claimed by this process, but no request is running: the end of the first one could not be stored.
    begun = mine && row?.owner === heartbeat.id
    return begun ? 'begun' : 'running'
  } finally {
    if (mine && !begun) running.delete(name)
  }
}

async function claim(
  { db, heartbeat }: Pick<IdempotencyState, 'db' | 'heartbeat'>,
  request: KeyedRequest,
  bodyHash: string,
): Promise<boolean> {
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
  // The process of the first request died before it answered. Its effects are keyed: running it again completes them.
  const claimed = await db
    .update(keys)
    .set({ owner: heartbeat.id })
    .where(
      and(
        isRow(request),
        eq(keys.bodyHash, bodyHash),
        sql`${keys.status} is null`,
        heartbeat.orphaned(sql`${keys.owner}`),
      ),
    )
    .returning({ key: keys.key })
  return claimed.length > 0
}

async function store(
  { heartbeat }: IdempotencyState,
  handle: Db,
  { request, stored }: { request: KeyedRequest; stored: Stored },
): Promise<void> {
  const updated = await handle
    .update(keys)
    .set({ status: stored.status, answer: stored.answer, owner: null })
    .where(and(isRow(request), eq(keys.owner, heartbeat.id)))
    .returning({ key: keys.key })
  // Another process claimed it while this one was paused: its answer counts, and a transaction here is rolled back.
  if (updated.length === 0) throw new Fault('database_away')
}

async function release({ db, heartbeat, running }: IdempotencyState, request: KeyedRequest): Promise<void> {
  await db.delete(keys).where(and(isRow(request), eq(keys.owner, heartbeat.id)))
  running.delete(toName(request))
}

async function sweep({ db }: IdempotencyState): Promise<void> {
  await startRound(db).delete({
    from: keys,
    where: sql`${keys.createdAt} < now() - make_interval(hours => ${IDEMPOTENCY_HOURS})`,
    by: keys.createdAt,
  })
}
