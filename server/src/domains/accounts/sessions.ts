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
/** The caller: address and browser. */
export type AskedBy = { client?: string; device?: string }
type SessionsParts = { db: Db; bus: Bus; clock: Clock }

/** A session's last use is written at most this often. */
const RENEW_AFTER_MS = 60_000
/** A browser that has not signed in for so long counts as new. */
const DEVICE_DAYS = 400

/** Unused for 30 days, or 180 days after it began. */
const endOf = (createdAt: Date, usedAt: Date): Date =>
  new Date(
    Math.min(usedAt.getTime() + SESSION_DAYS * DAY_MS, createdAt.getTime() + SESSION_DAYS_IN_ALL * DAY_MS),
  )

/** IPv4 mapped to IPv6 is shown as IPv4. */
export const plainAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.)/i, '')

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
    expiresAt: endOf(now, now),
  })
  return token
}

export function createSessions({ db, bus, clock }: SessionsParts) {
  const now = () => new Date(clock.now())

  async function end(
    userId: number,
    which: Parameters<typeof store.deleteSessions>[2],
    type: AuditType,
    { client = '', device = '' }: AskedBy,
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

  return {
    /** `client`: where it is used from. */
    async authenticate(token: string, client?: string): Promise<Caller | null> {
      const session = await store.findSession(db, hashToken(token), now())
      if (!session) return null
      if (clock.now() - session.usedAt.getTime() > RENEW_AFTER_MS)
        await store.renewSession(db, session.id, {
          usedAt: now(),
          expiresAt: endOf(session.createdAt, now()),
          address: client === undefined ? session.address : plainAddress(client),
        })
      return { userId: session.userId, sessionId: session.id }
    },

    async logout({ userId, sessionId }: Caller, by: AskedBy = {}): Promise<void> {
      await end(userId, { only: sessionId }, 'sign-out', by)
    },

    async listSessions({ userId, sessionId }: Caller): Promise<Session[]> {
      const rows = await store.listSessions(db, userId, now())
      return rows.map((row) => ({
        id: row.id,
        device: row.device || 'Unknown device',
        address: row.address,
        last_used_at: row.usedAt.toISOString(),
        current: row.id === sessionId,
      }))
    },

    /** One of the user's own. */
    async endSession({ userId }: Caller, id: string, by: AskedBy): Promise<void> {
      const ended = UUID.test(id) && (await end(userId, { only: id }, 'session-ended', by))
      if (!ended) throw new Fault('not_found', { what: 'Session' })
    },

    async endSessions({ userId, sessionId }: Caller, others: boolean, by: AskedBy): Promise<void> {
      await end(userId, others ? { but: sessionId } : 'all', 'session-ended', by)
    },

    /** Which of these sessions have not ended. */
    liveSessions: async (ids: string[]): Promise<Set<string>> =>
      new Set(await store.listLive(db, ids, now())),

    async createTicket(caller: Caller): Promise<{ ticket: string; expires_at: string }> {
      const ticket = newToken()
      const expiresAt = new Date(clock.now() + TICKET_TTL_SECONDS * 1000)
      await store.insertTicket(db, { ticketHash: hashToken(ticket), sessionId: caller.sessionId, expiresAt })
      return { ticket, expires_at: expiresAt.toISOString() }
    },

    async useTicket(ticket: string): Promise<Caller | null> {
      const session = await store.consumeTicket(db, hashToken(ticket), now())
      return session ? { userId: session.userId, sessionId: session.id } : null
    },

    /** Removes what has expired. */
    async sweepSessions(): Promise<void> {
      const unused = new Date(clock.now() - DEVICE_DAYS * DAY_MS)
      for (const sessionId of await store.sweep(db, now(), unused))
        bus.publish('session.ended', { sessionId })
    },
  }
}
