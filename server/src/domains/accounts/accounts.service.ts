/** Sign-in by e-mail code, sessions and tickets. Whether an address has an account is shown only to its owner. */
import type { User } from '@purser/contract/accounts.ts'
import type { CodePurpose } from '@purser/contract/fault-texts.ts'
import type { Db } from '../../db/client.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import type { Bus } from '../../kernel/bus.ts'
import { Fault, invalid } from '../../kernel/fault.ts'
import * as store from './accounts.store.ts'
import { type Attempt, type CodesParts, createCodes, type Origin, type Right } from './codes.ts'
import { consumeCode } from './codes.store.ts'
import { issueLoginCode } from './login-code.ts'
import { createCodeMail } from './mail-codes.ts'
import {
  changeProfile,
  type GuardListener,
  liftedBy,
  type ProfileChange,
  requireWholeName,
} from './profile.ts'
import { createCodeHashes, hashToken, newToken } from './secrets.ts'
import { createSpendingLimits } from './spending-limits.ts'
import { beginSession, type Caller, createSessions, plainAddress } from './sessions.ts'

export type { Caller } from './sessions.ts'
export type AccountsParts = Omit<CodesParts, 'mail' | 'hashes'> & {
  /** Of the hashes of codes: 32 secret bytes, the same for all processes of the database. */
  pepper: Uint8Array
  bus: Bus
  /** Base of links in e-mails. */
  publicUrl: URL
  /** null: everyone may register. Entries are addresses or '@domain'. */
  allowedEmails: string[] | null
  /** The default of the switch 'Ask for a code before keys leave'. */
  keysNeedCode: boolean
  /** Limits of real money hold: only whitelisted pairs unless the user says otherwise, and that switch is always on. */
  realFunds: boolean
}
export type Accounts = ReturnType<typeof createAccounts>

export type SignIn = Attempt & {
  /** A readable name of the browser. */
  device?: string
}
export type SignedIn = { token: string; user: User; device_token: string }

export function createAccounts(parts: AccountsParts) {
  const { db, clock, limiter, mailer } = parts
  const hashes = createCodeHashes(parts.pepper)
  const mail = createCodeMail({ ...parts, hashes })
  const codes = createCodes({ ...parts, hashes, mail })
  const { sweepSessions, ...sessions } = createSessions(parts)
  const now = () => new Date(clock.now())
  const listeners: GuardListener[] = []

  const isWhitelistOnly = (row: store.UserRow | undefined): boolean =>
    row === undefined || (row.whitelistOnly ?? parts.realFunds)

  const needsCode = (row: store.UserRow): boolean =>
    parts.realFunds || (row.keysNeedCode ?? parts.keysNeedCode)

  const toUser = (row: store.UserRow): User => ({
    id: row.id,
    email: row.email,
    first_name: row.firstName,
    last_name: row.lastName,
    keys_need_code: needsCode(row),
    whitelist_only: isWhitelistOnly(row),
    created_at: row.createdAt.toISOString(),
  })
  async function userOf(id: number, handle = db): Promise<store.UserRow> {
    const row = await store.userById(handle, id)
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
        row.purpose === 'register' ? await store.ensureUser(tx, email) : await store.findUser(tx, email)
      if (!user) return undefined
      const address = plainAddress(client)
      const token = await beginSession(tx, { userId: user.id, device, address, now: now() })
      const device_token = await knownDevice(tx, user.id, right.device, deviceToken)
      const detail = row.asker === 'operator' ? { code: 'from the server' } : {}
      await writeAudit(tx, { userId: user.id, type: 'sign-in', detail, address, device })
      return { token, user: toUser(user), device_token }
    })

  /** Passes only with a fresh code that this session requested for this purpose. */
  async function checkKeyCode(caller: Caller, code: string | undefined, purpose: CodePurpose): Promise<void> {
    const { userId, sessionId } = caller
    const { email } = await userOf(userId)
    if (code === undefined) throw new Fault('key_code_needed', { purpose })
    if (await codes.useForKeys(sessionId, email, { code, purpose })) return
    const session = (await store.listSessions(db, userId, now())).find(({ id }) => id === sessionId)
    const { address = '', device = '' } = session ?? {}
    await writeAudit(db, { userId, type: 'key-code-failed', detail: {}, address, device })
    throw new Fault('wrong_key_code')
  }

  const limits = createSpendingLimits({
    db,
    realFunds: parts.realFunds,
    listeners,
    isWhitelistOnly,
    requireCode: (caller, code) => checkKeyCode(caller, code, 'limits'),
  })

  return {
    ...sessions,
    realFunds: parts.realFunds,
    /** Of real money. */
    limits,

    /** Returns the id of the request, the same for every well-formed address. */
    requestCode: (purpose: 'login' | 'register', email: string, origin: Origin): Promise<string> =>
      codes.request(purpose, email, origin),

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
      requireWholeName(change)
      if (parts.realFunds && change.keys_need_code === false)
        throw invalid('keys_need_code', 'Where funds are real this switch stays on.')
      // Somebody at an unlocked desk must not be able to switch a guard off.
      if (liftedBy(before, change).length > 0) await this.requireKeyCode(caller, change.code, 'limits')
      return changeProfile({ db, toUser, listeners }, { userId, before, change }, { client, device })
    },

    /** Called in the transaction that switches a guard of a profile on or off. */
    whenGuarded: (listener: GuardListener): void => void listeners.push(listener),

    /** Whether sends go to whitelisted pairs only; in the caller's transaction that cannot change until it ends. */
    whitelistOnly: async (userId: number, tx?: Db): Promise<boolean> =>
      isWhitelistOnly(await (tx ? store.holdUser(tx, userId, 'share') : userOf(userId))),

    /** Whether no key of the user leaves without a code; read by the caller's transaction. */
    keysNeedCode: async (userId: number, tx: Db): Promise<boolean> => needsCode(await userOf(userId, tx)),

    async requestKeyCode(caller: Caller, purpose: CodePurpose): Promise<void> {
      await codes.requestForKeys(caller.sessionId, (await userOf(caller.userId)).email, purpose)
    },

    /** Passes when the user's switch is off, or with a fresh code that this session requested for this purpose. */
    async requireKeyCode(caller: Caller, code: string | undefined, purpose: CodePurpose): Promise<void> {
      if (needsCode(await userOf(caller.userId))) await checkKeyCode(caller, code, purpose)
    },

    /** Passes only with such a code, whatever the switch. */
    checkKeyCode,

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
