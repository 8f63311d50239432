/**
 * Codes by e-mail. Each belongs to the request that it was made for: what a stranger requests or tries does not touch
 * the owner's code. Limits hold for the requester (a client, or a browser that has signed in before), never for the
 * address.
 */
import { CODE_PURPOSES, type CodePurpose } from '@purser/contract/fault-texts.ts'
import { DAY_SECONDS } from '@purser/contract/time.ts'
import { randomUUID } from 'node:crypto'
import {
  CODE_REQUEST_WINDOW_SECONDS,
  CODE_REQUESTS_PER_ADDRESS,
  CODE_REQUESTS_PER_CLIENT,
  CODE_TRIES,
  LONG_CODE_LENGTH,
  WRONG_CODE_WINDOW_SECONDS,
  WRONG_CODES_PER_ADDRESS_A_DAY,
  WRONG_CODES_PER_CLIENT,
  WRONG_KEY_CODES_A_DAY,
} from '@purser/contract/limits.ts'
import type { Db } from '../../db/client.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import { clientKey } from '../../kernel/client-address.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Limiter } from '../../kernel/limiter.ts'
import type { Mailer } from '../../ports/mail.ts'
import { deleteDevice, findDevice, findUser } from './accounts.store.ts'
import * as store from './codes.store.ts'
import type { CodeMail } from './mail-codes.ts'
import { type CodeHashes, hashLoginCode, hashToken } from './secrets.ts'
import { plainAddress } from './sessions.ts'

export type CodesParts = {
  db: Db
  clock: Clock
  limiter: Limiter
  mailer: Mailer
  hashes: CodeHashes
  mail: CodeMail
}
export type Codes = ReturnType<typeof createCodes>
/** Where the request comes from. */
export type Origin = { client: string; deviceToken?: string | undefined }
export type Attempt = Origin & { email: string; code: string; requestId?: string | undefined }
/** The row of a right code, to be consumed. */
export type Right = { row: store.CodeRow; device: string | undefined; release(): Promise<void> }

/** Codes of an address that strangers used up, in a day. */
const USED_UP_ON_RECORD = 10

export function createCodes({ db, clock, limiter, mailer, hashes, mail }: CodesParts) {
  const now = () => new Date(clock.now())

  async function limit(key: string, most: number, seconds: number): Promise<void> {
    const retryAfterSeconds = await limiter.hit(key, most, seconds)
    if (retryAfterSeconds !== null) throw new Fault('too_many_codes', { retryAfterSeconds })
  }
  async function limitTries(key: string, most: number, seconds: number): Promise<void> {
    const retryAfterSeconds = await limiter.hit(key, most, seconds)
    if (retryAfterSeconds !== null) throw new Fault('too_many_tries', { retryAfterSeconds })
  }
  const deviceOf = async (email: string, { deviceToken }: Origin) =>
    deviceToken === undefined ? undefined : findDevice(db, hashToken(deviceToken), email)

  /** The row of the request if the code is right; spends a try of it. */
  async function check(
    id: string | undefined,
    code: string,
    from: string,
  ): Promise<store.CodeRow | undefined> {
    const row = id === undefined ? undefined : await store.spendTry(db, id, now())
    if (!row?.codeHash) return undefined
    if (hashes.matches(row.codeHash, row.id, code)) return row
    const user = row.triesLeft === 0 && store.SIGN_IN.includes(row.purpose) && (await findUser(db, row.email))
    // The log must not grow without bound by guesses.
    if (user && (await limiter.hit(`used up:${row.email}`, USED_UP_ON_RECORD, DAY_SECONDS)) === null) {
      const detail = { tries: CODE_TRIES }
      await writeAudit(db, { userId: user.id, type: 'sign-in-failed', detail, address: plainAddress(from) })
    }
    return undefined
  }

  async function requestOf(attempt: Attempt, device: string | undefined): Promise<string | undefined> {
    const { email, requestId } = attempt
    const find = (by: { id: string } | { asker: string }) =>
      store.findRequest(db, { email, purposes: store.SIGN_IN, ...by })
    if (requestId !== undefined) return find({ id: requestId })
    const own = device === undefined ? undefined : await find({ asker: `device:${device}` })
    return own ?? find({ asker: `client:${clientKey(attempt.client)}` })
  }

  return {
    /** Returns the request's id, the same way for every address. The e-mail may be sent later. */
    async request(purpose: 'login' | 'register', email: string, origin: Origin): Promise<string> {
      const device = await deviceOf(email, origin)
      const asker = device === undefined ? `client:${clientKey(origin.client)}` : `device:${device}`
      await limit(`codes:${asker}`, CODE_REQUESTS_PER_CLIENT, CODE_REQUEST_WINDOW_SECONDS)
      await limit(`codes:${asker} ${email}`, CODE_REQUESTS_PER_ADDRESS, CODE_REQUEST_WINDOW_SECONDS)
      const id = randomUUID()
      await store.insertRequest(db, { id, email, purpose, asker, askedAt: now() })
      await (device === undefined ? mail.mailNext(email) : mail.mailNow({ id, email, purpose }))
      return id
    },

    /**
     * The row of the right code, still to be consumed; null for a wrong one. Counted before it is checked, so that
     * parallel guesses cannot pass the limit together; `release` takes a right one off the count.
     */
    async attempt(attempt: Attempt): Promise<Right | null> {
      const { email, code } = attempt
      // It cannot be guessed, so it works also where an address or a client is under attack.
      if (code.length === LONG_CODE_LENGTH) {
        const codeHash = hashLoginCode(email, code)
        const row = await store.findOperatorCode(db, { email, codeHash, now: now() })
        if (row) return { row, device: await deviceOf(email, attempt), release: async () => undefined }
      }
      const device = await deviceOf(email, attempt)
      const asker = device === undefined ? `client:${clientKey(attempt.client)}` : `device:${device}`
      await limitTries(`tries:${asker}`, WRONG_CODES_PER_CLIENT, WRONG_CODE_WINDOW_SECONDS)
      const row = await check(await requestOf(attempt, device), code, attempt.client)
      if (row) return { row, device, release: () => limiter.giveBack(`tries:${asker}`) }
      // A browser that guesses like a stranger counts as one from then on.
      if (
        device !== undefined &&
        (await limiter.hit(`wrong:${asker}`, WRONG_CODES_PER_ADDRESS_A_DAY - 1, DAY_SECONDS)) !== null
      )
        await deleteDevice(db, device)
      return null
    },

    /** For keys and funds: bound to the session that requests it, and replacing its former one, whatever that was for. */
    async requestForKeys(sessionId: string, email: string, purpose: CodePurpose): Promise<void> {
      const asker = `session:${sessionId}`
      await limit(`codes:${asker}`, CODE_REQUESTS_PER_ADDRESS, CODE_REQUEST_WINDOW_SECONDS)
      const id = randomUUID()
      const request = { id, email, purpose, asker }
      await store.insertRequest(db, { ...request, askedAt: now() })
      for (const old of await store.replaceCodes(db, asker, id)) await mailer.forget(old)
      await mail.mailNow(request)
    },

    /** Uses up a code of this session; false when it is wrong. One that was asked for another purpose is a wrong one. */
    async useForKeys(
      sessionId: string,
      email: string,
      { code, purpose }: { code: string; purpose: CodePurpose },
    ): Promise<boolean> {
      const asker = `session:${sessionId}`
      await limitTries(`tries:${asker}`, WRONG_KEY_CODES_A_DAY, DAY_SECONDS)
      const id = await store.findRequest(db, { email, purposes: CODE_PURPOSES, asker })
      const row = await check(id, code, '')
      if (!row?.codeHash || row.purpose !== purpose) return false
      if (!(await store.consumeCode(db, row.id, row.codeHash, now()))) return false
      await limiter.giveBack(`tries:${asker}`)
      await mailer.forget(row.id)
      return true
    },

    async sweep(): Promise<void> {
      for (const id of await store.sweepCodes(db, now())) await mailer.forget(id)
    },
  }
}
