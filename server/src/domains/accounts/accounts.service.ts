/** Sign-in by e-mail code, sessions and tickets. Who has an account is told to nobody but the owner of the address. */
import { randomUUID } from 'node:crypto'
import type { User } from '@purser/contract/accounts.ts'
import {
  CODE_REQUEST_WINDOW_SECONDS,
  CODE_REQUESTS_PER_ADDRESS,
  CODE_REQUESTS_PER_CLIENT,
  CODE_TRIES_PER_ADDRESS_A_DAY,
  CODE_TTL_SECONDS,
  SESSION_DAYS,
  TICKET_TTL_SECONDS,
} from '@purser/contract/limits.ts'
import type { Db } from '../../db/client.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Limiter } from '../../kernel/limiter.ts'
import type { Mailer } from '../../ports/mail.ts'
import * as store from './accounts.store.ts'
import { codeLetter, noAccountLetter, notAllowedLetter } from './letters.ts'
import { hashCode, hashToken, newCode, newToken, sameHash } from './secrets.ts'

export type AccountsParts = {
  db: Db
  bus: Bus
  clock: Clock
  limiter: Limiter
  mailer: Mailer
  /** Keys the hashes of codes. */
  pepper: Uint8Array
  /** Base of links in mails. */
  publicUrl: URL
  /** null: everyone may register. Entries are addresses or '@domain'. */
  allowedEmails: string[] | null
  /** The default of the switch 'Ask for a code before keys leave'. */
  keysNeedCode: boolean
}

export type Caller = { userId: number; sessionId: string }
export type Accounts = ReturnType<typeof createAccounts>

const DAY_SECONDS = 86_400
/** A session's end is moved at most this often: a write for every request would buy nothing. */
const RENEW_AFTER_MS = 3_600_000

export function createAccounts(parts: AccountsParts) {
  const { db, bus, clock, limiter, mailer } = parts
  const now = () => new Date(clock.now())
  const after = (seconds: number) => new Date(clock.now() + seconds * 1000)

  const toUser = (row: store.UserRow): User => ({
    id: row.id,
    email: row.email,
    first_name: row.firstName,
    last_name: row.lastName,
    keys_need_code: row.keysNeedCode ?? parts.keysNeedCode,
    created_at: row.createdAt.toISOString(),
  })

  const mayRegister = (email: string) =>
    parts.allowedEmails === null ||
    parts.allowedEmails.some((a) => (a.startsWith('@') ? email.endsWith(a) : a === email))

  async function limitCodes(email: string, client: string): Promise<void> {
    const byClient = await limiter.hit(
      `codes:client:${client}`,
      CODE_REQUESTS_PER_CLIENT,
      CODE_REQUEST_WINDOW_SECONDS,
    )
    const byAddress = await limiter.hit(
      `codes:email:${email}`,
      CODE_REQUESTS_PER_ADDRESS,
      CODE_REQUEST_WINDOW_SECONDS,
    )
    const retryAfterSeconds = Math.max(byClient ?? 0, byAddress ?? 0)
    if (retryAfterSeconds > 0) throw new Fault('too_many_codes', { retryAfterSeconds })
  }

  async function sendCode(email: string, purpose: store.Purpose, intent: store.Intent): Promise<void> {
    const id = randomUUID()
    const code = newCode()
    const old = await store.replaceCode(db, {
      id,
      email,
      purpose,
      intent,
      codeHash: hashCode(parts.pepper, id, code),
      expiresAt: after(CODE_TTL_SECONDS),
    })
    if (old) await mailer.forget(old)
    const use = {
      login: 'log in to Purser',
      register: 'create your Purser account',
      keys: 'show a private key in Purser',
    } as const
    await mailer.send({ to: email, ...codeLetter(code, use[intent]), secret: { value: code, ref: id } })
  }

  /** Spends a try and uses the code up when it is right; answers its intent. */
  async function useCode(email: string, purpose: store.Purpose, code: string): Promise<store.Intent | null> {
    const retryAfterSeconds = await limiter.hit(`tries:${email}`, CODE_TRIES_PER_ADDRESS_A_DAY, DAY_SECONDS)
    if (retryAfterSeconds !== null) throw new Fault('too_many_tries', { retryAfterSeconds })
    const row = await store.spendTry(db, email, purpose, now())
    if (!row || !sameHash(row.codeHash, hashCode(parts.pepper, row.id, code))) return null
    if (!(await store.consumeCode(db, row.id, row.codeHash))) return null
    await mailer.forget(row.id)
    return row.intent
  }

  return {
    /** The answer is the same for every well-formed address. */
    async requestCode(intent: 'login' | 'register', email: string, client: string): Promise<void> {
      await limitCodes(email, client)
      const user = await store.findUser(db, email)
      if (user) return sendCode(email, 'sign-in', 'login')
      if (intent === 'login')
        return mailer.send({ to: email, ...noAccountLetter(new URL('/register', parts.publicUrl).href) })
      if (!mayRegister(email)) return mailer.send({ to: email, ...notAllowedLetter() })
      return sendCode(email, 'sign-in', 'register')
    },

    async verifyCode(email: string, code: string): Promise<{ token: string; user: User }> {
      const intent = await useCode(email, 'sign-in', code)
      if (intent === null) throw new Fault('wrong_code')
      const user = intent === 'register' ? await store.ensureUser(db, email) : await store.findUser(db, email)
      if (!user) throw new Fault('wrong_code')
      const token = newToken()
      await store.insertSession(db, {
        userId: user.id,
        tokenHash: hashToken(token),
        expiresAt: after(SESSION_DAYS * DAY_SECONDS),
      })
      return { token, user: toUser(user) }
    },

    async authenticate(token: string): Promise<Caller | null> {
      const session = await store.findSession(db, hashToken(token), now())
      if (!session) return null
      if (clock.now() - session.usedAt.getTime() > RENEW_AFTER_MS)
        await store.renewSession(db, session.id, now(), after(SESSION_DAYS * DAY_SECONDS))
      return { userId: session.userId, sessionId: session.id }
    },

    async logout(caller: Caller): Promise<void> {
      await store.deleteSession(db, caller.sessionId)
      bus.publish('session.ended', { sessionId: caller.sessionId })
    },

    async createTicket(caller: Caller): Promise<{ ticket: string; expires_at: string }> {
      const ticket = newToken()
      const expiresAt = after(TICKET_TTL_SECONDS)
      await store.insertTicket(db, { ticketHash: hashToken(ticket), sessionId: caller.sessionId, expiresAt })
      return { ticket, expires_at: expiresAt.toISOString() }
    },

    async useTicket(ticket: string): Promise<Caller | null> {
      const session = await store.consumeTicket(db, hashToken(ticket), now())
      return session ? { userId: session.userId, sessionId: session.id } : null
    },

    async profile(userId: number): Promise<User> {
      const row = await store.userById(db, userId)
      if (!row) throw new Fault('no_session')
      return toUser(row)
    },

    async updateProfile(
      userId: number,
      change: {
        first_name?: string | undefined
        last_name?: string | undefined
        keys_need_code?: boolean | undefined
        code?: string | undefined
      },
    ): Promise<User> {
      const before = await this.profile(userId)
      if ((change.first_name === undefined) !== (change.last_name === undefined))
        throw new Fault('invalid_input', {
          details: [
            {
              path: change.first_name === undefined ? 'first_name' : 'last_name',
              message: 'First name and last name are required',
            },
          ],
        })
      // Whoever sits at an unlocked desk must not be able to take this guard away.
      if (before.keys_need_code && change.keys_need_code === false)
        await this.requireKeyCode(userId, change.code)
      const row = await store.updateUser(db, userId, {
        ...(change.first_name === undefined ? {} : { firstName: change.first_name }),
        ...(change.last_name === undefined ? {} : { lastName: change.last_name }),
        ...(change.keys_need_code === undefined ? {} : { keysNeedCode: change.keys_need_code }),
      })
      if (!row) throw new Fault('no_session')
      return toUser(row)
    },

    async requestKeyCode(userId: number, client: string): Promise<void> {
      const { email } = await this.profile(userId)
      await limitCodes(email, client)
      await sendCode(email, 'keys', 'keys')
    },

    /** Passes when the user's switch is off, or with a fresh code. */
    async requireKeyCode(userId: number, code: string | undefined): Promise<void> {
      const { email, keys_need_code } = await this.profile(userId)
      if (!keys_need_code) return
      if (code === undefined) throw new Fault('key_code_needed')
      if ((await useCode(email, 'keys', code)) === null) throw new Fault('wrong_key_code')
    },

    /** Removes what has expired. */
    async sweep(): Promise<void> {
      for (const id of await store.sweep(db, now())) await mailer.forget(id)
      await limiter.sweep()
    },
  }
}
