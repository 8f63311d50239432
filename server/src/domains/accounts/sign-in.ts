/** Sign-in by e-mail code. Whether an address has an account is shown only to its owner. */
import type { User } from '@purser/contract/accounts.ts'
import type { Db } from '../../db/client.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import { Fault } from '../../kernel/fault.ts'
import * as store from './accounts.store.ts'
import {
  type CodeAttempt,
  type CodeOrigin,
  type CodesParts,
  requestSignInCode,
  type RightCode,
  trySignInCode,
} from './codes.ts'
import { consumeCode } from './codes.store.ts'
import type { GuardDefaults } from './guards.ts'
import { issueLoginCode } from './login-code.ts'
import { toUser } from './profile.ts'
import { hashToken, newToken } from './secrets.ts'
import { beginSession, plainAddress } from './sessions.ts'

export type SignInParts = CodesParts & { defaults: GuardDefaults }
export type SignInAttempt = CodeAttempt & {
  /** A readable name of the browser. */
  device?: string
}
export type SignedIn = { token: string; user: User; device_token: string }

export type SignIn = {
  /** Returns the id of the request, the same for every well-formed address. Throws too_many_codes. */
  requestCode(purpose: 'login' | 'register', email: string, origin: CodeOrigin): Promise<string>
  /** Begins a session. Throws wrong_code and too_many_tries. */
  verifyCode(attempt: SignInAttempt): Promise<SignedIn>
  /** A code that an operator hands out, see issueLoginCode. */
  loginCode(email: string): Promise<string | null>
}

export function createSignIn(parts: SignInParts): SignIn {
  return {
    requestCode: (purpose, email, origin) => requestSignInCode(parts, { purpose, email }, origin),
    verifyCode: (attempt) => verifyCode(parts, attempt),
    loginCode: (email) => issueLoginCode(parts.db, parts.clock, email),
  }
}

async function verifyCode(parts: SignInParts, attempt: SignInAttempt): Promise<SignedIn> {
  const right = await trySignInCode(parts, attempt)
  const signedIn = right && (await enter(parts, right, attempt))
  if (!signedIn) throw new Fault('wrong_code')
  await right.release()
  await parts.mailer.forget(right.row.id)
  return signedIn
}

/** Uses the code up and begins the session, both or neither. undefined when another call was first. */
async function enter(
  { db, clock, defaults }: SignInParts,
  { row, device: deviceId }: RightCode,
  { email, client, device = '', deviceToken }: SignInAttempt,
): Promise<SignedIn | undefined> {
  const now = () => new Date(clock.now())
  return db.transaction(async (tx) => {
    if (!row.codeHash || !(await consumeCode(tx, row.id, row.codeHash, now()))) return undefined
    const user =
      row.purpose === 'register' ? await store.ensureUser(tx, email) : await store.findUser(tx, email)
    if (!user) return undefined
    const address = plainAddress(client)
    const token = await beginSession(tx, { userId: user.id, device, address, now: now() })
    const device_token = await renewDevice(tx, user.id, { id: deviceId, token: deviceToken }, now())
    const detail = row.asker === 'operator' ? { code: 'from the server' } : {}
    await writeAudit(tx, { userId: user.id, type: 'sign-in', detail, address, device })
    return { token, user: toUser(defaults, user), device_token }
  })
}

/** The browser's token if it is known and this user's, else a new one: foreign tokens are not adopted. */
async function renewDevice(
  tx: Db,
  userId: number,
  { id, token = '' }: { id: string | undefined; token: string | undefined },
  now: Date,
): Promise<string> {
  if (id !== undefined && (await store.touchDevice(tx, id, now))) return token
  const fresh = newToken()
  await store.insertDevice(tx, { userId, tokenHash: hashToken(fresh), usedAt: now })
  return fresh
}
