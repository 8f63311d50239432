/**
 * Sends requested codes. A code is made when its e-mail is sent: a waiting request holds no secret, and its lifetime
 * counts from then. Browsers that have not signed in before share what an address may be sent; further ones wait,
 * clients in turn.
 */
import { CODE_MAILS_PER_ADDRESS, CODE_TTL_SECONDS } from '@purser/contract/limits.ts'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createKeyedMutex, type KeyedMutex } from '../../kernel/concurrency/keyed-mutex.ts'
import type { Mailer } from '../../ports/mail.ts'
import { findUser } from './accounts.store.ts'
import * as store from './codes.store.ts'
import { codeEmail, noAccountEmail, notAllowedEmail } from './emails.ts'
import { type CodeHashes, newCode, newLongCode } from './secrets.ts'

export type CodeMailParts = {
  db: Db
  clock: Clock
  mailer: Mailer
  hashes: CodeHashes
  publicUrl: URL
  allowedEmails: string[] | null
}
type Waiting = Pick<store.CodeRow, 'id' | 'email' | 'purpose'>

export type CodeMail = {
  /** Sends this one at once: it was requested by the owner of the address. */
  mailNow(request: Waiting): Promise<void>
  /** Sends to this address what may go now. */
  mailNext(email: string): Promise<void>
  /** The same for all addresses; an abort ends it after the present e-mail. */
  mailWaiting(signal?: AbortSignal): Promise<void>
}
type CodeMailState = CodeMailParts & { runExclusive: KeyedMutex }

/** Addresses handled in one round. */
const AT_ONCE = 200

export function createCodeMail(parts: CodeMailParts): CodeMail {
  const state: CodeMailState = { ...parts, runExclusive: createKeyedMutex() }
  return {
    mailNow: (request) => mailNow(state, request),
    mailNext: (email) => mailNext(state, email),
    mailWaiting: (signal) => mailWaiting(state, signal),
  }
}

async function mailNow(state: CodeMailState, request: Waiting): Promise<void> {
  const { mailed, mail } = await composeMail(state, request, false, new Date(state.clock.now()))
  if (await store.claimMail(state.db, mailed)) await state.mailer.send(mail)
}

async function mailNext(state: CodeMailState, email: string, signal?: AbortSignal): Promise<void> {
  await state.runExclusive(email, async () => {
    while (!signal?.aborted && (await mailOne(state, email))) continue
  })
}

async function mailWaiting(state: CodeMailState, signal?: AbortSignal): Promise<void> {
  const since = state.clock.now() - CODE_TTL_SECONDS * 1000
  for (const email of await store.waitingAddresses(state.db, since, AT_ONCE))
    await mailNext(state, email, signal)
}

/** Sends one waiting request of this address; false when none may go now. */
async function mailOne(state: CodeMailState, email: string): Promise<boolean> {
  const { db, clock, mailer } = state
  const now = new Date(clock.now())
  const { version, times } = await store.readMailing(db, email)
  const recent = times.filter((at) => at > now.getTime() - CODE_TTL_SECONDS * 1000)
  if (recent.length >= CODE_MAILS_PER_ADDRESS) return false
  const waiting = await store.nextWaiting(db, email)
  if (!waiting) return false
  const { mailed, mail } = await composeMail(state, waiting, !(await store.mayBeShort(db, email, now)), now)
  const turn = { email, version, times: [...recent, now.getTime()] }
  // Another server was first: read again.
  if (await store.claimTurn(db, mailed, turn)) await mailer.send(mail)
  return true
}

/** The e-mail, and what is stored of it. */
async function composeMail(state: CodeMailState, request: Waiting, long: boolean, now: Date) {
  const { id, email: to } = request
  const { purpose, instead } = await judgeRequest(state, request)
  if (instead) return { mailed: { id, purpose, codeHash: null, long, now }, mail: { to, ...instead } }
  const code = long ? newLongCode() : newCode()
  return {
    mailed: { id, purpose, codeHash: state.hashes.hash(id, code), long, now },
    mail: { to, ...codeEmail(code, purpose), secret: { value: code, ref: id } },
  }
}

/** Decides what the code will do, or which e-mail goes instead of one. */
async function judgeRequest(state: CodeMailState, { email, purpose }: Waiting) {
  if (!store.SIGN_IN.includes(purpose)) return { purpose }
  if (await findUser(state.db, email)) return { purpose: 'login' as const }
  if (purpose === 'login')
    return { purpose, instead: noAccountEmail(new URL('/register', state.publicUrl).href) }
  return mayRegister(state, email) ? { purpose } : { purpose, instead: notAllowedEmail() }
}

const mayRegister = ({ allowedEmails }: CodeMailState, email: string): boolean =>
  allowedEmails === null || allowedEmails.some((a) => (a.startsWith('@') ? email.endsWith(a) : a === email))
