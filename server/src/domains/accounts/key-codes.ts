/** Codes for keys and funds. A session requests them for one purpose; in another session or for another purpose they fail. */
import { CODE_PURPOSES, type CodePurpose } from '@purser/contract/fault-texts.ts'
import {
  CODE_REQUEST_WINDOW_SECONDS,
  CODE_REQUESTS_PER_ADDRESS,
  WRONG_KEY_CODES_A_DAY,
} from '@purser/contract/limits.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { randomUUID } from 'node:crypto'
import { writeAudit } from '../../kernel/audit.store.ts'
import { Fault } from '../../kernel/fault.ts'
import { listSessions } from './accounts.store.ts'
import { checkCode, type CodesParts, limitCodeRequests, limitCodeTries } from './codes.ts'
import * as store from './codes.store.ts'
import { type GuardDefaults, needsKeyCode } from './guards.ts'
import { type Caller, requireUser } from './sessions.ts'

export type KeyCodesParts = CodesParts & { defaults: GuardDefaults }

/** `code` undefined: throws key_code_needed, which asks for one. A wrong code throws wrong_key_code and is audited. */
export type KeyCodes = {
  /** Mails a code. It replaces the session's former one, whatever that was for. Throws too_many_codes. */
  request(caller: Caller, purpose: CodePurpose): Promise<void>
  /** Passes when the user's switch is off, or with a fresh code that this session requested for this purpose. */
  require(caller: Caller, code: string | undefined, purpose: CodePurpose): Promise<void>
  /** Passes only with such a code, whatever the switch. */
  check(caller: Caller, code: string | undefined, purpose: CodePurpose): Promise<void>
}

export function createKeyCodes(parts: KeyCodesParts): KeyCodes {
  return {
    request: (caller, purpose) => requestKeyCode(parts, caller, purpose),
    require: (caller, code, purpose) => requireKeyCode(parts, caller, code, purpose),
    check: (caller, code, purpose) => checkKeyCode(parts, caller, code, purpose),
  }
}

async function requestKeyCode(parts: KeyCodesParts, caller: Caller, purpose: CodePurpose): Promise<void> {
  const { db, clock, mailer, mail } = parts
  const { email } = await requireUser(db, caller.userId)
  const asker = `session:${caller.sessionId}`
  await limitCodeRequests(parts, `codes:${asker}`, CODE_REQUESTS_PER_ADDRESS, CODE_REQUEST_WINDOW_SECONDS)
  const id = randomUUID()
  const request = { id, email, purpose, asker }
  await store.insertRequest(db, { ...request, askedAt: new Date(clock.now()) })
  for (const old of await store.replaceCodes(db, asker, id)) await mailer.forget(old)
  await mail.mailNow(request)
}

async function requireKeyCode(
  parts: KeyCodesParts,
  caller: Caller,
  code: string | undefined,
  purpose: CodePurpose,
): Promise<void> {
  const row = await requireUser(parts.db, caller.userId)
  if (needsKeyCode(parts.defaults, row)) await checkKeyCode(parts, caller, code, purpose)
}

async function checkKeyCode(
  parts: KeyCodesParts,
  { userId, sessionId }: Caller,
  code: string | undefined,
  purpose: CodePurpose,
): Promise<void> {
  const { db, clock } = parts
  const { email } = await requireUser(db, userId)
  if (code === undefined) throw new Fault('key_code_needed', { purpose })
  if (await consumeKeyCode(parts, { sessionId, email }, { code, purpose })) return
  const sessions = await listSessions(db, userId, new Date(clock.now()))
  const { address = '', device = '' } = sessions.find(({ id }) => id === sessionId) ?? {}
  await writeAudit(db, { userId, type: 'key-code-failed', detail: {}, address, device })
  throw new Fault('wrong_key_code')
}

/** Uses up a code of this session. False when it is wrong or was requested for another purpose. */
async function consumeKeyCode(
  parts: KeyCodesParts,
  { sessionId, email }: { sessionId: string; email: string },
  { code, purpose }: { code: string; purpose: CodePurpose },
): Promise<boolean> {
  const { db, clock, limiter, mailer } = parts
  const asker = `session:${sessionId}`
  await limitCodeTries(parts, `tries:${asker}`, WRONG_KEY_CODES_A_DAY, DAY_SECONDS)
  const id = await store.findRequest(db, { email, purposes: CODE_PURPOSES, asker })
  const row = await checkCode(parts, id, code, '')
  if (!row?.codeHash || row.purpose !== purpose) return false
  if (!(await store.consumeCode(db, row.id, row.codeHash, new Date(clock.now())))) return false
  await limiter.giveBack(`tries:${asker}`)
  await mailer.forget(row.id)
  return true
}
