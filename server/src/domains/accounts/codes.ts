/**
 * Codes by e-mail. Each belongs to the request that it was made for: what a stranger requests or tries does not touch
 * the owner's code. Limits hold for the requester (a client, or a browser that has signed in before), never for the
 * address.
 */
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
} from '@purser/contract/limits.ts'
import type { Db } from '../../db/client.ts'
import { writeAudit } from '../../kernel/audit.store.ts'
import { clientKey } from '../../kernel/http/client-address.ts'
import type { Clock } from '../../kernel/clock.ts'
import { Fault } from '../../kernel/fault.ts'
import type { Limiter } from '../../kernel/concurrency/limiter.ts'
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
/** The client that requests a code or tries one. */
export type CodeOrigin = { client: string; deviceToken?: string | undefined }
export type CodeAttempt = CodeOrigin & { email: string; code: string; requestId?: string | undefined }
/** The row of a right code that is still to be consumed. `release` takes the attempt off the count of wrong ones. */
export type RightCode = { row: store.CodeRow; device: string | undefined; release(): Promise<void> }

/** The audit log names this many of an address's codes that strangers used up in a day. */
const USED_UP_ON_RECORD = 10

export async function limitCodeRequests(
  { limiter }: CodesParts,
  key: string,
  limit: number,
  seconds: number,
): Promise<void> {
  const retryAfterSeconds = await limiter.hit(key, limit, seconds)
  if (retryAfterSeconds !== null) throw new Fault('too_many_codes', { retryAfterSeconds })
}

export async function limitCodeTries(
  { limiter }: CodesParts,
  key: string,
  limit: number,
  seconds: number,
): Promise<void> {
  const retryAfterSeconds = await limiter.hit(key, limit, seconds)
  if (retryAfterSeconds !== null) throw new Fault('too_many_tries', { retryAfterSeconds })
}

async function findKnownDevice(
  { db }: CodesParts,
  email: string,
  { deviceToken }: CodeOrigin,
): Promise<string | undefined> {
  return deviceToken === undefined ? undefined : findDevice(db, hashToken(deviceToken), email)
}

const toAsker = (device: string | undefined, { client }: CodeOrigin): string =>
  device === undefined ? `client:${clientKey(client)}` : `device:${device}`

/** Returns the request's id, the same way for every address. The e-mail may be sent later. */
export async function requestSignInCode(
  parts: CodesParts,
  { purpose, email }: { purpose: 'login' | 'register'; email: string },
  origin: CodeOrigin,
): Promise<string> {
  const { db, clock, mail } = parts
  const device = await findKnownDevice(parts, email, origin)
  const asker = toAsker(device, origin)
  await limitCodeRequests(parts, `codes:${asker}`, CODE_REQUESTS_PER_CLIENT, CODE_REQUEST_WINDOW_SECONDS)
  const ofAddress = `codes:${asker} ${email}`
  await limitCodeRequests(parts, ofAddress, CODE_REQUESTS_PER_ADDRESS, CODE_REQUEST_WINDOW_SECONDS)
  const id = randomUUID()
  await store.insertRequest(db, { id, email, purpose, asker, askedAt: new Date(clock.now()) })
  await (device === undefined ? mail.mailNext(email) : mail.mailNow({ id, email, purpose }))
  return id
}

/**
 * The row of the right code; null for a wrong one. An attempt is counted before it is checked, so that parallel guesses
 * cannot pass the limit together.
 */
export async function trySignInCode(parts: CodesParts, attempt: CodeAttempt): Promise<RightCode | null> {
  const { db, clock, limiter } = parts
  const { email, code } = attempt
  // It cannot be guessed, so it works also where an address or a client is under attack.
  if (code.length === LONG_CODE_LENGTH) {
    const codeHash = hashLoginCode(email, code)
    const row = await store.findOperatorCode(db, { email, codeHash, now: new Date(clock.now()) })
    if (row)
      return { row, device: await findKnownDevice(parts, email, attempt), release: async () => undefined }
  }
  const device = await findKnownDevice(parts, email, attempt)
  const asker = toAsker(device, attempt)
  await limitCodeTries(parts, `tries:${asker}`, WRONG_CODES_PER_CLIENT, WRONG_CODE_WINDOW_SECONDS)
  const row = await checkCode(parts, await findSignInRequest(parts, attempt, device), code, attempt.client)
  if (row) return { row, device, release: () => limiter.giveBack(`tries:${asker}`) }
  // A browser that guesses like a stranger counts as one from then on.
  if (
    device !== undefined &&
    (await limiter.hit(`wrong:${asker}`, WRONG_CODES_PER_ADDRESS_A_DAY - 1, DAY_SECONDS)) !== null
  )
    await deleteDevice(db, device)
  return null
}

/** The request that an attempt names, else the newest of its browser or client. */
async function findSignInRequest(
  { db }: CodesParts,
  { email, requestId, client }: CodeAttempt,
  device: string | undefined,
): Promise<string | undefined> {
  const find = (by: { id: string } | { asker: string }) =>
    store.findRequest(db, { email, purposes: store.SIGN_IN, ...by })
  if (requestId !== undefined) return find({ id: requestId })
  const own = device === undefined ? undefined : await find({ asker: `device:${device}` })
  return own ?? find({ asker: `client:${clientKey(client)}` })
}

/** The row of the request if the code is right. Spends one of its tries. */
export async function checkCode(
  { db, clock, limiter, hashes }: CodesParts,
  id: string | undefined,
  code: string,
  client: string,
): Promise<store.CodeRow | undefined> {
  const row = id === undefined ? undefined : await store.spendTry(db, id, new Date(clock.now()))
  if (!row?.codeHash) return undefined
  if (hashes.matches(row.codeHash, row.id, code)) return row
  const user = row.triesLeft === 0 && store.SIGN_IN.includes(row.purpose) && (await findUser(db, row.email))
  // The log must not grow without bound by guesses.
  if (user && (await limiter.hit(`used up:${row.email}`, USED_UP_ON_RECORD, DAY_SECONDS)) === null) {
    const detail = { tries: CODE_TRIES }
    const address = plainAddress(client)
    await writeAudit(db, { userId: user.id, type: 'sign-in-failed', detail, address })
  }
  return undefined
}

/** Removes expired requests and blanks their codes in the stored e-mails. */
export async function sweepCodes({ db, clock, mailer }: CodesParts): Promise<void> {
  for (const id of await store.sweepCodes(db, new Date(clock.now()))) await mailer.forget(id)
}
