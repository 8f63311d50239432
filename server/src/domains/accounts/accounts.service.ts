/** Sign-in by e-mail code, sessions and tickets. Whether an address has an account is shown only to its owner. */
import type { User } from '@purser/contract/accounts.ts'
import type { CodeUse } from '@purser/contract/faults.ts'
import type { Db } from '../../db/client.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import type { Bus } from '../../kernel/bus.ts'
import { Fault } from '../../kernel/fault.ts'
import * as store from './accounts.store.ts'
import { type Attempt, type CodesParts, createCodes, type Origin, type Right } from './codes.ts'
import { consumeCode } from './codes.store.ts'
import { issueLoginCode } from './login-code.ts'
import { createCodeMail } from './mail-codes.ts'
import { hashToken, newToken } from './secrets.ts'
import { beginSession, type Caller, createSessions, plainAddress } from './sessions.ts'

export type { Caller } from './sessions.ts'
export type AccountsParts = Omit<CodesParts, 'mail'> & {
  bus: Bus
  /** Base of links in e-mails. */
  publicUrl: URL
  /** null: everyone may register. Entries are addresses or '@domain'. */
  allowedEmails: string[] | null
  /** The default of the switch 'Ask for a code before keys leave'. */
  keysNeedCode: boolean
}
export type Accounts = ReturnType<typeof createAccounts>

export type SignIn = Attempt & {
  /** A readable name of the browser. */
  device?: string
}
export type SignedIn = { token: string; user: User; device_token: string }
export type ProfileChange = {
  first_name?: string | undefined
  last_name?: string | undefined
  keys_need_code?: boolean | undefined
  code?: string | undefined
}

export function createAccounts(parts: AccountsParts) {
  const { db, clock, limiter, mailer } = parts
  const mail = createCodeMail(parts)
  const codes = createCodes({ ...parts, mail })
  const { sweepSessions, ...sessions } = createSessions(parts)
  const now = () => new Date(clock.now())

  const toUser = (row: store.UserRow): User => ({
    id: row.id,
    email: row.email,
    first_name: row.firstName,
    last_name: row.lastName,
    keys_need_code: row.keysNeedCode ?? parts.keysNeedCode,
    created_at: row.createdAt.toISOString(),
  })
  async function userOf(id: number): Promise<store.UserRow> {
    const row = await store.userById(db, id)
    if (!row) throw new Fault('no_session')
    return row
  }

  /** The browser's token if it is known and this user's, else a new one: foreign tokens are not adopted. */
  async function knownDevice(tx: Db, userId: number, id: string | undefined, token = ''): Promise<string> {
    if (id !== undefined && (await store.touchDevice(tx, id, now()))) return token
    const fresh = newToken()
    await store.insertDevice(tx, { userId, tokenHash: hashToken(fresh), usedAt: now() })
    return fresh
  }

  /** Uses the code up and begins the session, both or neither. undefined when another call was first. */
  const enter = (right: Right, { email, client, device = '', deviceToken }: SignIn) =>
    db.transaction(async (tx): Promise<SignedIn | undefined> => {
      const { row } = right
      if (!row.codeHash || !(await consumeCode(tx, row.id, row.codeHash, now()))) return undefined
      const user =
        row.intent === 'register' ? await store.ensureUser(tx, email) : await store.findUser(tx, email)
      if (!user) return undefined
      const address = plainAddress(client)
      const token = await beginSession(tx, { userId: user.id, device, address, now: now() })
      const device_token = await knownDevice(tx, user.id, right.device, deviceToken)
      const detail = row.asker === 'operator' ? { code: 'from the server' } : {}
      await writeAudit(tx, { userId: user.id, type: 'sign-in', detail, address, device })
      return { token, user: toUser(user), device_token }
    })

  return {
    ...sessions,

    /** Returns the id of the request, the same for every well-formed address. */
    requestCode: (intent: 'login' | 'register', email: string, origin: Origin): Promise<string> =>
      codes.request(intent, email, origin),

    async verifyCode(asked: SignIn): Promise<SignedIn> {
      const right = await codes.attempt(asked)
      const entered = right && (await enter(right, asked))
      if (!entered) throw new Fault('wrong_code')
      await right.release()
      await mailer.forget(right.row.id)
      return entered
    },

    profile: async (userId: number): Promise<User> => toUser(await userOf(userId)),

    async updateProfile(
      caller: Caller,
      change: ProfileChange,
      { client = '', device = '' } = {},
    ): Promise<User> {
      const { userId } = caller
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
      const { keys_need_code: guard = before.keys_need_code } = change
      // Somebody at an unlocked desk must not be able to switch this guard off.
      if (before.keys_need_code && !guard) await this.requireKeyCode(caller, change.code, 'guard')
      return db.transaction(async (tx) => {
        const row = await store.updateUser(tx, userId, {
          ...(change.first_name === undefined ? {} : { firstName: change.first_name }),
          ...(change.last_name === undefined ? {} : { lastName: change.last_name }),
          ...(change.keys_need_code === undefined ? {} : { keysNeedCode: change.keys_need_code }),
        })
        if (!row) throw new Fault('no_session')
        if (guard !== before.keys_need_code)
          await writeAudit(tx, {
            userId,
            type: 'guard',
            detail: { guard: 'code before keys leave', on: guard },
            address: plainAddress(client),
            device,
          })
        return toUser(row)
      })
    },

    async requestKeyCode(caller: Caller): Promise<void> {
      await codes.requestForKeys(caller.sessionId, (await userOf(caller.userId)).email)
    },

    /** Passes when the user's switch is off, or with a fresh code that this session requested. */
    async requireKeyCode(caller: Caller, code: string | undefined, use: CodeUse): Promise<void> {
      const user = toUser(await userOf(caller.userId))
      if (user.keys_need_code) await this.checkKeyCode(caller, code, use)
    },

    /** Passes only with such a code, whatever the switch. */
    async checkKeyCode(caller: Caller, code: string | undefined, use: CodeUse): Promise<void> {
      const { userId, sessionId } = caller
      const { email } = await userOf(userId)
      if (code === undefined) throw new Fault('key_code_needed', { use })
      if (await codes.useForKeys(sessionId, email, code)) return
      const session = (await store.listSessions(db, userId, now())).find(({ id }) => id === sessionId)
      const { address = '', device = '' } = session ?? {}
      await writeAudit(db, { userId, type: 'key-code-failed', detail: {}, address, device })
      throw new Fault('wrong_key_code')
    },

    /** See issueLoginCode. */
    loginCode: (email: string): Promise<string | null> => issueLoginCode(db, clock, email),

    /** Sends waiting codes that may go now. */
    mailWaiting: mail.mailWaiting,

    /** Removes what has expired. */
    async sweep(): Promise<void> {
      await codes.sweep()
      await sweepSessions()
      await limiter.sweep()
    },
  }
}
