/**
 * Sends requested codes. A code is made when its e-mail is sent: a waiting request holds no secret, and its lifetime
 * counts from then. Browsers that have not signed in before share what an address may be sent; further ones wait,
 * clients in turn.
 */
import { CODE_MAILS_PER_ADDRESS, CODE_TTL_SECONDS } from '@purser/contract/limits.ts'
import type { Db } from '../../db/client.ts'
import type { Clock } from '../../kernel/clock.ts'
import { createKeyedMutex } from '../../kernel/keyed-mutex.ts'
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
export type CodeMail = ReturnType<typeof createCodeMail>
type Waiting = Pick<store.CodeRow, 'id' | 'email' | 'purpose'>

/** Addresses handled in one round. */
const AT_ONCE = 200

export function createCodeMail({ db, clock, mailer, hashes, publicUrl, allowedEmails }: CodeMailParts) {
  const runExclusive = createKeyedMutex()
  const mayRegister = (email: string) =>
    allowedEmails === null || allowedEmails.some((a) => (a.startsWith('@') ? email.endsWith(a) : a === email))

  /** What the code will do, or the e-mail that goes instead of one. */
  async function judge({ email, purpose }: Waiting) {
    if (!store.SIGN_IN.includes(purpose)) return { purpose }
    if (await findUser(db, email)) return { purpose: 'login' as const }
    if (purpose === 'login') return { purpose, instead: noAccountEmail(new URL('/register', publicUrl).href) }
    return mayRegister(email) ? { purpose } : { purpose, instead: notAllowedEmail() }
  }

  /** The e-mail, and what is stored of it. */
  async function compose(request: Waiting, long: boolean, now: Date) {
    const { id, email: to } = request
    const { purpose, instead } = await judge(request)
    if (instead) return { mailed: { id, purpose, codeHash: null, long, now }, mail: { to, ...instead } }
    const code = long ? newLongCode() : newCode()
    return {
      mailed: { id, purpose, codeHash: hashes.hash(id, code), long, now },
      mail: { to, ...codeEmail(code, purpose), secret: { value: code, ref: id } },
    }
  }

  /** Sends one waiting request of this address; false when none may go now. */
  async function mailOne(email: string): Promise<boolean> {
    const now = new Date(clock.now())
    const { version, times } = await store.mailingOf(db, email)
    const recent = times.filter((at) => at > now.getTime() - CODE_TTL_SECONDS * 1000)
    if (recent.length >= CODE_MAILS_PER_ADDRESS) return false
    const waiting = await store.nextWaiting(db, email)
    if (!waiting) return false
    const { mailed, mail } = await compose(waiting, !(await store.mayBeShort(db, email, now)), now)
    const turn = { email, version, times: [...recent, now.getTime()] }
    // Another server was first: read again.
    if (await store.claimTurn(db, mailed, turn)) await mailer.send(mail)
    return true
  }

  const mailNext = (email: string, signal?: AbortSignal): Promise<void> =>
    runExclusive(email, async () => {
      while (!signal?.aborted && (await mailOne(email))) continue
    })

  return {
    /** Sends this one at once: it was requested by the owner of the address. */
    async mailNow(request: Waiting): Promise<void> {
      const { mailed, mail } = await compose(request, false, new Date(clock.now()))
      if (await store.claimMail(db, mailed)) await mailer.send(mail)
    },
    /** Sends to this address what may go now. */
    mailNext,
    /** The same for all addresses; an abort ends it after the present e-mail. */
    async mailWaiting(signal?: AbortSignal): Promise<void> {
      const since = clock.now() - CODE_TTL_SECONDS * 1000
      for (const email of await store.waitingAddresses(db, since, AT_ONCE)) await mailNext(email, signal)
    },
  }
}
