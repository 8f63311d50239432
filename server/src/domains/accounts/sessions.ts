/** Sessions and tickets: random tokens of 256 bits, stored hashed. Ending a session ends its channels. */
import { DAY_MS } from '@purser/contract/time.ts'
import type { Session } from '@purser/contract/accounts.ts'
import { SESSION_DAYS, SESSION_DAYS_IN_ALL, TICKET_TTL_SECONDS } from '@purser/contract/limits.ts'
import type { AuditType } from '@purser/contract/audit.ts'
import type { Db } from '../../db/client.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import { UUID } from '@purser/contract/values.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import * as store from './accounts.store.ts'
import { hashToken, newToken } from './secrets.ts'

export type Caller = { userId: number; sessionId: string }
/** The address and the browser that a request comes from. */
export type Origin = { client?: string; device?: string }
export type SessionsParts = { db: Db; bus: Bus; clock: Clock }

export type Sessions = {
  /** Renews the session. null: there is none. `client`: the address it is used from. */
  authenticate(token: string, client?: string): Promise<Caller | null>
  logout(caller: Caller, origin?: Origin): Promise<void>
  /** Last used first. */
  list(caller: Caller): Promise<Session[]>
  /** Ends one of the user's own. Throws not_found. */
  end(caller: Caller, id: string, origin: Origin): Promise<void>
  /** Ends all of the user's, or all but the caller's. */
  endAll(caller: Caller, options: { others: boolean }, origin: Origin): Promise<void>
  /** Returns those of the ids that have not ended. */
  listLive(ids: string[]): Promise<Set<string>>
  /** A ticket opens one channel. */
  createTicket(caller: Caller): Promise<{ ticket: string; expires_at: string }>
  /** Uses the ticket up. null: there is none, or its session has ended. */
  useTicket(ticket: string): Promise<Caller | null>
  /** Removes what has expired. */
  sweep(): Promise<void>
}

/** A session's last use is written at most this often. */
const RENEW_AFTER_MS = 60_000
/** A browser that has not signed in for so long counts as new. */
const DEVICE_DAYS = 400

/** A session ends when it has been unused for 30 days, or 180 days after it began. */
const computeExpiry = (createdAt: Date, usedAt: Date): Date =>
  new Date(
    Math.min(usedAt.getTime() + SESSION_DAYS * DAY_MS, createdAt.getTime() + SESSION_DAYS_IN_ALL * DAY_MS),
  )

/** IPv4 mapped to IPv6 is shown as IPv4. */
export const plainAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '')

/** Throws no_session where the account is gone. */
export async function requireUser(db: Db, id: number): Promise<store.UserRow> {
  const row = await store.userById(db, id)
  if (!row) throw new Fault('no_session')
  return row
}

/** Begins a session of this user and returns its token. */
export async function beginSession(
  db: Db,
  { userId, device, address, now }: { userId: number; device: string; address: string; now: Date },
): Promise<string> {
  const token = newToken()
  await store.insertSession(db, {
    userId,
    tokenHash: hashToken(token),
    device,
    address,
    createdAt: now,
    usedAt: now,
    expiresAt: computeExpiry(now, now),
  })
  return token
}

export function createSessions(parts: SessionsParts): Sessions {
  return {
    authenticate: (token, client) => authenticate(parts, token, client),
    logout: (caller, origin = {}) => logout(parts, caller, origin),
    list: (caller) => listSessions(parts, caller),
    end: (caller, id, origin) => endSession(parts, caller, id, origin),
    endAll: (caller, options, origin) => endAllSessions(parts, caller, options, origin),
    listLive: async (ids) => new Set(await store.listLive(parts.db, ids, new Date(parts.clock.now()))),
    createTicket: (caller) => createTicket(parts, caller),
    useTicket: (ticket) => useTicket(parts, ticket),
    sweep: () => sweepSessions(parts),
  }
}

async function authenticate(
  { db, clock }: SessionsParts,
  token: string,
  client?: string,
): Promise<Caller | null> {
  const now = new Date(clock.now())
  const session = await store.findSession(db, hashToken(token), now)
  if (!session) return null
  if (clock.now() - session.usedAt.getTime() > RENEW_AFTER_MS)
    await store.renewSession(db, session.id, {
      usedAt: now,
      expiresAt: computeExpiry(session.createdAt, now),
      address: client === undefined ? session.address : plainAddress(client),
    })
  return { userId: session.userId, sessionId: session.id }
}

async function logout(parts: SessionsParts, { userId, sessionId }: Caller, origin: Origin): Promise<void> {
  await deleteSessions(parts, userId, { only: sessionId }, { type: 'sign-out', origin })
}

async function listSessions({ db, clock }: SessionsParts, { userId, sessionId }: Caller): Promise<Session[]> {
  const rows = await store.listSessions(db, userId, new Date(clock.now()))
  return rows.map((row) => ({
    id: row.id,
    device: row.device || 'Unknown device',
    address: row.address,
    last_used_at: row.usedAt.toISOString(),
    current: row.id === sessionId,
  }))
}

async function endSession(
  parts: SessionsParts,
  { userId }: Caller,
  id: string,
  origin: Origin,
): Promise<void> {
  const ended =
    UUID.test(id) && (await deleteSessions(parts, userId, { only: id }, { type: 'session-ended', origin }))
  if (!ended) throw new Fault('not_found', { what: 'Session' })
}

async function endAllSessions(
  parts: SessionsParts,
  { userId, sessionId }: Caller,
  { others }: { others: boolean },
  origin: Origin,
): Promise<void> {
  const which = others ? { but: sessionId } : 'all'
  await deleteSessions(parts, userId, which, { type: 'session-ended', origin })
}

/** Audits each session that ends and ends its channels. Returns how many there were. */
async function deleteSessions(
  { db, bus }: SessionsParts,
  userId: number,
  which: Parameters<typeof store.deleteSessions>[2],
  { type, origin: { client = '', device = '' } }: { type: AuditType; origin: Origin },
): Promise<number> {
  const ended = await db.transaction(async (tx) => {
    const gone = await store.deleteSessions(tx, userId, which)
    const rows = gone.map(({ device: ended, address: from }) => ({
      userId,
      type,
      address: plainAddress(client),
      device,
      detail: type === 'sign-out' ? {} : { device: ended, from },
    }))
    if (rows.length > 0) await writeAudit(tx, ...rows)
    return gone
  })
  for (const { id } of ended) bus.publish('session.ended', { sessionId: id })
  return ended.length
}

async function createTicket(
  { db, clock }: SessionsParts,
  { sessionId }: Caller,
): Promise<{ ticket: string; expires_at: string }> {
  const ticket = newToken()
  const expiresAt = new Date(clock.now() + TICKET_TTL_SECONDS * 1000)
  await store.insertTicket(db, { ticketHash: hashToken(ticket), sessionId, expiresAt })
  return { ticket, expires_at: expiresAt.toISOString() }
}

async function useTicket({ db, clock }: SessionsParts, ticket: string): Promise<Caller | null> {
  const session = await store.consumeTicket(db, hashToken(ticket), new Date(clock.now()))
  return session ? { userId: session.userId, sessionId: session.id } : null
}

async function sweepSessions({ db, bus, clock }: SessionsParts): Promise<void> {
  const unused = new Date(clock.now() - DEVICE_DAYS * DAY_MS)
  for (const sessionId of await store.sweep(db, new Date(clock.now()), unused))
    bus.publish('session.ended', { sessionId })
}
